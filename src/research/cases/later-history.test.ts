import { expect, test } from "vitest";
import { UNSEEN } from "#citator/summary.ts";
import { askedOfHistory, historyTold, historyUnknown } from "./later-history.ts";

test.each([
  ["Is this case still good law?", true],
  ["Is Birch v. Oak still good law?", true],
  ["Was it overruled?", true],
  ["Has Birch v. Oak ever been overruled?", true],
  ["Has the decision since been reversed?", true],
  ["What is the subsequent history of this opinion?", true],
  ["Was the conviction of the clerk reversed?", false],
  ["Was Fir v. Elm overruled?", false],
  ["Does the opinion overrule Fir v. Elm?", false],
  ["Which law governs the lease?", false],
])("%s", (question, isOfHistory) => {
  const { ofHistory, ofText } = askedOfHistory(question, "Birch v. Oak County");
  expect([ofHistory.length, ofText.length]).toEqual(isOfHistory ? [1, 0] : [0, 1]);
});

test("the rest of a question is left to the text", () => {
  expect(askedOfHistory("What is the holding, and is it still good law?", "Birch v. Oak")).toEqual({
    ofHistory: ["is it still good law"],
    ofText: ["What is the holding"],
  });
});

test("who overruled it is told with the day and the words, and what is not known is not told", () => {
  const entry = {
    category: "Overruled",
    bindingCourt: true,
    citation: "1 U.S. 2",
    courtId: "scotus",
    dateDecided: "1938-04-25",
    reason: "overrules this decision: \u201cBirch is overruled.\u201d",
    documentId: "d",
  } as const;
  const told = historyTold({ standing: { ...UNSEEN, status: "Negative", negative: 1, history: [entry] } });
  expect(told).toContain("treat this opinion as Negative");
  expect(told).toContain("Overruled, 1 U.S. 2");
  expect(told).toContain("1938-04-25): overrules this decision: \u201cBirch is overruled.\u201d");
  expect(historyTold({ standing: { ...UNSEEN, status: "Neutral", citationCount: 1 } })).toContain(
    "1 decision cites it",
  );
  expect(historyTold({ standing: UNSEEN })).toBeNull();
  expect(historyUnknown({ standing: UNSEEN })).toContain("Nothing held here cites");
  expect(historyUnknown({ standing: null })).toContain("could not be checked");
});
