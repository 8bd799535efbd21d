import { expect, test } from "vitest";
import { relevantEntries } from "./relevant-entries.ts";

const LINES = [
  "COMPLAINT against Birch, filed by Alder County Savings Bank",
  "MOTION to Dismiss for Lack of Jurisdiction by Birch",
  "ORDER denying 2 Motion to Dismiss",
  "NOTICE of Appearance by Fir on behalf of Birch",
  "Minute entry: jury trial set for June 3",
].map((description, at) => ({ id: String(at + 1), description, dateFiled: `2020-01-0${at + 1}` }));

test.each([
  ["How was the motion to dismiss ruled on?", "3"],
  ["When is the jury trial?", "5"],
  ["Who is the lawyer of Birch?", "4"],
])("%s", (question, id) => {
  expect(relevantEntries(question, LINES, 2).map((entry) => entry.id)).toContain(id);
});

test("lines that share nothing with the question are left out", () => {
  const told = relevantEntries("Which motion was denied?", LINES, 9);
  expect(told.map(({ id }) => id).toSorted()).toEqual(["2", "3"]);
  expect(told.find(({ id }) => id === "3")?.shared).toEqual(["motion", "denied"]);
  expect(relevantEntries("Quid est veritas?", LINES, 9)).toEqual([]);
});

test("no more are told than asked for, best first", () => {
  const told = relevantEntries("What did Birch file?", LINES, 2);
  expect(told).toHaveLength(2);
  expect(told.map(({ score }) => score)).toEqual(told.map(({ score }) => score).toSorted((one, other) => other - one));
  expect(relevantEntries("What motions were filed?", LINES, 0)).toEqual([]);
  expect(relevantEntries("What?", [], 5)).toEqual([]);
});
