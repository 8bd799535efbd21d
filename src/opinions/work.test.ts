import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shinglesOf } from "./shingles.ts";
import { compareDecisions, haveOneText, pairsOf, workIdOf, worksOf } from "./work.ts";
import type { MemberPair, WorkMember } from "./work.ts";

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
  });
});

describe("works", () => {
  test("copies chain: the first shares a citation with the second, the second another with the third", () => {
    const members = [
      member({ id: "c", citations: cited("1x1") }),
      member({ id: "b", citations: cited("1x1", "2y2") }),
      member({ id: "a", citations: cited("2y2") }),
      member({ id: "d", citations: cited("3x3") }),
    ];
    const { same } = pairsOf(members);
    expect([...worksOf(members, same).values()]).toEqual([workIdOf("a"), workIdOf("a"), workIdOf("a"), workIdOf("d")]);
  });

  test("every pair is compared once, and groups are the connected components, in any order of the members", () => {
    const arbitrary = fc
      .uniqueArray(
        fc.record({
          id: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
          courtId: fc.constantFrom("ca2", "ca3"),
          citations: fc
            .uniqueArray(fc.constantFrom("1x1", "2y2", "3z3", "4x4"), { maxLength: 2 })
            .map((keys) => cited(...keys)),
          docketKeys: fc.uniqueArray(fc.constantFrom("82-1", "82-2"), { maxLength: 2 }),
          filed: fc.constantFrom("1982-09-03", "1983-01-01").map((date) => day(date).filed),
          caption: fc.constantFrom("Marlow v. Denby", "Marlow v. Orrin", "Quist v. Orrin"),
        }),
        { selector: ({ id }) => id },
      )
      .map((given) => given.map((one) => member({ ...one, caseName: one.caption })));
    fc.assert(
      fc.property(arbitrary, fc.infiniteStream(fc.nat()), (members, random) => {
        const works = worksOf(members, joined(members));
        const shuffled = members
          .map((one) => ({ one, at: random.next().value as number }))
          .toSorted((l, r) => l.at - r.at)
          .map(({ one }) => one);
        expect(worksOf(shuffled, joined(shuffled))).toEqual(works);
        expect(works).toEqual(byExpanding(members));
      }),
      { numRuns: 300 },
    );
  });
});

/** As if the texts of some were one. */
const haveText = (left: string, right: string): boolean => (left.charCodeAt(0) + right.charCodeAt(0)) % 2 === 0;

function joined(members: readonly WorkMember[]): readonly MemberPair[] {
  const { same, byText } = pairsOf(members);
  const pairs = [...same, ...byText].map((pair) => pair.toSorted().join(" "));
  expect(new Set(pairs).size).toBe(pairs.length);
  return [...same, ...byText.filter((pair) => haveText(...pair))];
}

function isOne(left: WorkMember, right: WorkMember): boolean {
  const verdict = compareDecisions(left, right);
  return verdict === "same" || (verdict === "by text" && haveText(left.id, right.id));
}

/** The plain way: from each member, everything that can be reached. */
function byExpanding(members: readonly WorkMember[]): Map<string, string> {
  return new Map(
    members.map((start) => {
      const reached = new Set([start]);
      for (const from of reached) for (const to of members) if (from !== to && isOne(from, to)) reached.add(to);
      return [start.id, workIdOf([...reached].map(({ id }) => id).toSorted()[0] ?? "")];
    }),
  );
}
