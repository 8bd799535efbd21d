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
    ["MR. JUSTICE ASH, with whom THE CHIEF JUSTICE and MR. JUSTICE YEW concur, dissenting.", "dissent (Ash)"],
    ["MR. JUSTICE ASH, dissenting in Nos. 759, 760, and 761.", "dissent (Ash)"],
    ["MR. JUSTICE ASH, concurring in the affirmance.", "concurrence (Ash)"],
    ["MR. JUSTICE ASH, concurring in the Court's opinion except as to Part VII.", "concurrence (Ash)"],
    ["Opinion of MR. JUSTICE ASH, dissenting, announced by the CHIEF JUSTICE.", "dissent (Ash)"],
    ["ASH, Circuit Judge (concurring and in part dissenting).", "concurrence in part and dissent in part (Ash)"],
  ])("%j", (line, label) => expect(labelsOf(`${FILLER}\n\n${line}\n\n${FILLER}`)).toEqual([null, label]));
});

describe("in a text whose lines were lost, behind the sentence before, a separate opinion", () => {
  test.each([
    ["JUSTICE ASH, with whom JUSTICE YEW joins, dissenting.", "dissent (Ash)"],
    ["CHIEF JUSTICE O'ASH, dissenting from denial of certiorari.", "dissent (O'Ash)"],
    ["JUSTICE ASH, concurring in the judgment.", "concurrence (Ash)"],
  ])("opens with %j", (line, label) => expect(labelsOf(`${FILLER} ${line} ${FILLER}`)).toEqual([null, label]));

  test.each([
    "As stated by MR. JUSTICE ASH, dissenting in Fir v. Oak, the keys are lost.",
    "JUSTICE ASH, concurring in the judgment, outlined another way.",
    "JUSTICE ASH, dissenting, says that the rent was too high.",
  ])("does not with %j", (line) => expect(labelsOf(`${FILLER} ${line} ${FILLER}`)).toEqual([null]));
});

test("a member of a board who dissents has no office behind the name", () => {
  expect(labelsOf(`${FILLER}\n\nAsh,\n\ndissenting: ${FILLER}`)).toEqual([null, "dissent (Ash)"]);
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

describe("a writer without a word of what he does speaks for himself behind the end of the opinion", () => {
  test.each([
    ["I agree with the result.", "concurrence (Ash)"],
    ["I cannot agree. The keys were lost.", "dissent (Ash)"],
    ["The keys were lost.", "separate opinion (Ash)"],
  ])("%s", (words, label) => {
    expect(labelsOf(`${FILLER}\n\nAffirmed.\n\nMR. JUSTICE ASH.\n\n${words}`)).toEqual([null, label]);
    expect(labelsOf(`${FILLER}\n\nMR. JUSTICE ASH.\n\n${words}`)).toEqual([null]);
  });
});

test("a vote told within a dissent does not give the word back to the court", () => {
  const text = `${FILLER}\n\nJUSTICE ASH, dissenting.\n\n${FILLER}\n\nJUSTICE YEW would reverse.\n\n${FILLER}`;
  expect(labelsOf(text)).toEqual([null, "dissent (Ash)", "dissent", "dissent (Ash)"]);
});

test("notes behind all opinions are the court's until they count anew in brackets", () => {
  const body = `${FILLER}\n\nJUSTICE ASH, dissenting.\n\n${FILLER}`;
  const notes = "NOTES\n\n1 See the lease.\n\n2 See the letter.\n\n[1] The keys were lost.\n\n[2] So was the lock.";
  expect(labelsOf(`${body}\n\n${notes}`)).toEqual([null, "dissent (Ash)", null, "dissent (Ash)"]);
  const two = `${body}\n\nJUSTICE OAK, concurring.\n\n${FILLER}`;
  expect(labelsOf(`${two}\n\n${notes}`).at(-1)).toBe("separate opinion");
});

test("who announces the judgment with an opinion of a few speaks for a plurality", () => {
  const text = "JUSTICE ELM announced the judgment of the Court and delivered an opinion in which JUSTICE YEW joins.";
  expect(labelsOf(`${FILLER}\n\n${text}\n\n${FILLER}`)).toEqual([null, "plurality opinion (Elm)"]);
  expect(labelsOf(`${FILLER}\n\n${text.replace("an opinion", "the opinion of the Court")}\n\n${FILLER}`)).toEqual([
    null,
  ]);
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
