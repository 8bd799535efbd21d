import { describe, expect, test } from "vitest";
import { OPINION_TEXT, partOf } from "./invented.fixture.ts";
import { sectionLabel, sectionsOf } from "./sections.ts";

const COURT = { kind: "majority", author: null } as const;
const FILLER = "The court states its reasons here, and they are many.";

const labelsOf = (text: string): (string | null)[] =>
  sectionsOf(partOf(text, COURT)).map(({ section }) => sectionLabel(section));

describe("a separate opinion in a combined text opens with", () => {
  test.each([
    ["JUSTICE ASH, dissenting.", "dissent (Ash)"],
    ["MR. JUSTICE ASH, with whom MR. JUSTICE YEW joins, dissenting.", "dissent (Ash)"],
    ["MR. JUSTICE ASH, with whom concurred MR. JUSTICE YEW and MR. JUSTICE OAK, dissenting.", "dissent (Ash)"],
    ["CHIEF JUSTICE ASH, concurring in the judgment.", "concurrence (Ash)"],
    ["Justice ASH, concurring in part and dissenting in part.", "concurrence in part and dissent in part (Ash)"],
    ["ASH, J., dissenting.", "dissent (Ash)"],
    ["Ash, J. (dissenting).", "dissent (Ash)"],
    ["ASH, Circuit Judge, concurring:", "concurrence (Ash)"],
    ["ASH, C.J., specially concurring.", "concurrence (Ash)"],
    ["McASH, J., dissents.", "dissent (McASH)"],
    ["DISSENTING OPINION", "dissent"],
    ["Mr. Justice Ash,\n\ndissenting.", "dissent (Ash)"],
  ])("%j", (line, label) => expect(labelsOf(`${FILLER}\n\n${line}\n\n${FILLER}`)).toEqual([null, label]));
});

describe("no separate opinion opens with", () => {
  test.each([
    "Justice Ash dissented on the ground that the keys were lost.",
    "Peters, P.J., and Egan, J., concur.",
    "Judge Ash, dissenting below, said that the rent was too high.",
    "JUSTICE ASH took no part in the decision of this case.",
    "The dissenting opinion of Justice Ash is long.",
  ])("%s", (line) => expect(labelsOf(`${FILLER}\n\n${line}\n\n${FILLER}`)).toEqual([null]));
});

test("the stretches cover the text, and who delivered the opinion is its author", () => {
  const spans = sectionsOf(partOf(OPINION_TEXT, COURT));
  expect(spans[0]?.start).toBe(0);
  expect(spans.at(-1)?.end).toBe(OPINION_TEXT.length);
  for (const [at, span] of spans.entries()) if (at > 0) expect(span.start).toBe(spans[at - 1]?.end);
  expect(spans.map(({ section }) => section?.author)).toEqual([null, "Elm", "Ash"]);
});

test("what the record calls a dissent is one throughout", () => {
  const own = { kind: "dissent", author: "Ash" } as const;
  expect(sectionsOf(partOf("JUSTICE ELM, concurring.\n\nSo.", own)).map(({ section }) => section)).toEqual([own]);
});
