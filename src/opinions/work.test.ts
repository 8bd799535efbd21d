import { describe, expect, test } from "vitest";
import { shinglesOf, sketchOf } from "./shingles.ts";
import { compareDecisions, haveOneText, mayHaveOneText } from "./work.ts";
import type { WorkMember } from "./work.ts";

const cited = (...keys: readonly string[]): WorkMember["citations"] =>
  keys.map((key) => ({ key, reporter: key.replace(/\d+/gu, "") }));
const day = (date: string, precision: WorkMember["filed"]["precision"] = "day"): Pick<WorkMember, "filed"> => ({
  filed: { date, precision },
});
const named = (caption: string): Pick<WorkMember, "caption" | "caseName"> => ({ caption, caseName: caption });

const member = (given: Partial<WorkMember> & { id: string }): WorkMember => ({
  courtId: "ca2",
  caseName: "Marlow v. Denby",
  caption: "Alice MARLOW, Plaintiff-Appellant, v. DENBY & SONS, INC., Defendant-Appellee",
  docketKeys: [],
  ...day("1982-09-03"),
  citations: cited("14samp3"),
  ...given,
});

function verdictOf(left: Partial<WorkMember>, right: Partial<WorkMember>): string {
  const pair = [member({ ...left, id: "a" }), member({ ...right, id: "b" })] as const;
  const verdict = compareDecisions(...pair);
  expect(compareDecisions(pair[1], pair[0])).toBe(verdict);
  return verdict;
}

describe("two decisions under one citation", () => {
  test.each([
    ["the same in all", {}, "same"],
    ["another court", { courtId: "ca3" }, "different"],
    ["another day: perhaps it was amended", day("1982-09-04"), "by text"],
    ["years later it is another", day("1984-09-04"), "different"],
    ["an approximate date in the same year", day("1982-06-30", "approximate"), "same"],
    ["an approximate date years off", day("1979-06-30", "approximate"), "different"],
    ["the month alone", day("1982-09-01", "month"), "same"],
    ["another month alone", day("1982-08-01", "month"), "by text"],
    ["the year alone", day("1982-01-01", "year"), "same"],
    ["no date", { filed: { date: null, precision: "none" } }, "same"],
    ["the name written out", { caseName: "In the Matter of DENBY AND SONS", caption: "" }, "same"],
    ["another case on the same page", named("United States v. Orrin"), "different"],
    ["nothing but common words", named("People v. State"), "same"],
  ] as const)("%s", (_what, given, verdict) => expect(verdictOf({}, given)).toBe(verdict));

  test.each([
    ["one number", ["82-1"], ["82-1"], "same"],
    ["another number", ["82-1"], ["82-2"], "different"],
    ["one of several", ["82-1", "82-3"], ["82-2", "82-3"], "same"],
    ["none on one side", ["82-1"], [], "same"],
    ["a date that a spreadsheet made of a number", ["82-1"], ["oct-74"], "same"],
    ["another such", ["82-1"], ["6-oct"], "same"],
  ])("docket numbers: %s", (_what, left, right, verdict) => {
    expect(verdictOf({ docketKeys: left }, { docketKeys: right })).toBe(verdict);
  });
});

describe("two decisions without a citation in common", () => {
  const bare = { citations: [], docketKeys: [] };
  const slip = { citations: [], docketKeys: ["82-1"] };

  test.each([
    ["a record without number or citation, of the day and a party", bare, named("Denby v. Marlow"), "by text"],
    ["the same of another day", bare, day("1982-09-04"), "different"],
    ["the same of a year that has the day", { ...bare, ...day("1982-06-30", "approximate") }, {}, "by text"],
    ["the same of no day", { ...bare, filed: { date: null, precision: "none" as const } }, {}, "different"],
    ["the same of other parties", bare, named("Orrin v. Quist"), "different"],
    ["the same of another court", bare, { courtId: "ca3" }, "different"],
    ["a slip with its number, and a report without", slip, {}, "by text"],
    ["a slip with one party another", slip, named("Marlow v. Orrin"), "different"],
    ["other reporters", {}, { citations: cited("3inv4") }, "by text"],
    ["another page of a reporter that both are in", {}, { citations: cited("14samp9", "3inv4") }, "different"],
    ["other numbers", slip, { ...slip, docketKeys: ["82-2"] }, "different"],
    ["one number in a list", slip, { ...slip, docketKeys: ["82-2", "82-1"] }, "by text"],
    ["names that tell nothing", { ...slip, ...named("People v. State") }, named("People v. State"), "different"],
  ] as const)("%s", (_what, left, right, verdict) => expect(verdictOf(left, right)).toBe(verdict));
});

/** Invented prose of so many words, the same for the same seed and another for another. */
function prose(seed: number, words: number): string {
  return Array.from({ length: words }, (_, at) => `w${(seed * 7919 + at * 104_729 + ((at * at) % 613)) % 99_991}`).join(
    " ",
  );
}

describe("one text", () => {
  const opinion = prose(1, 2000);
  const misread = opinion.split(" ").map((word, at) => (at % 40 === 39 ? `${word}x` : word));
  test.each([
    ["itself", opinion, opinion, true],
    ["with misprints and page numbers", opinion, misread.join(" "), true],
    ["one part of what the other holds", opinion, `${opinion} ${prose(2, 6000)}`, true],
    ["half of it", opinion, `${prose(1, 1000)} ${prose(3, 1000)}`, false],
    ["a short order that is quoted whole", prose(4, 400), `${prose(4, 400)} ${prose(5, 3000)}`, false],
    ["a short order twice", prose(4, 400), `${prose(4, 400)} ${prose(5, 60)}`, true],
    ["a form", prose(6, 120), prose(6, 120), false],
    ["none", "", "", false],
  ])("%s", (_what, left, right, isOne) => {
    expect(haveOneText(shinglesOf(left), shinglesOf(right))).toBe(isOne);
    expect(haveOneText(shinglesOf(right), shinglesOf(left))).toBe(isOne);
    if (isOne) expect(mayHaveOneText(sketchOf(shinglesOf(left)), sketchOf(shinglesOf(right)))).toBe(true);
  });

  test("a sketch refuses no pair that is one, and most that are not", () => {
    const pairs = Array.from({ length: 200 }, (_, seed) => {
      const words = 210 + 9 * seed;
      const own = prose(seed, words).split(" ");
      const every = 6 + (seed % 60);
      const other = own.map((word, at) => (at % every === 0 ? `${word}x` : word)).join(" ");
      return [shinglesOf(own.join(" ")), shinglesOf(other)] as const;
    });
    const told = pairs.map(([left, right]) => ({
      isOne: haveOneText(left, right),
      isKept: mayHaveOneText(sketchOf(left), sketchOf(right)),
    }));
    expect(told.filter(({ isOne }) => isOne).length).toBeGreaterThan(60);
    expect(told.filter(({ isOne, isKept }) => isOne && !isKept)).toEqual([]);
    const others = told.filter(({ isOne }) => !isOne);
    expect(others.filter(({ isKept }) => !isKept).length).toBeGreaterThan(0.4 * others.length);
  });
});
