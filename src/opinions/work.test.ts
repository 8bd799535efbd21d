import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameDecision, workIdOf, worksOf } from "./work.ts";
import type { WorkMember } from "./work.ts";

const member = (given: Partial<WorkMember> & { id: string }): WorkMember => ({
  courtId: "ca2",
  caseName: "Marlow v. Denby",
  caption: "Alice MARLOW, Plaintiff-Appellant, v. DENBY & SONS, INC., Defendant-Appellee",
  docketKey: null,
  dateFiled: "1982-09-03",
  datePrecision: "day",
  citationKeys: ["14samp3"],
  ...given,
});

describe("one decision in two sources", () => {
  const left = member({ id: "a" });

  test.each([
    ["the same in all", {}, true],
    ["another court", { courtId: "ca3" }, false],
    ["another day", { dateFiled: "1982-09-04" }, false],
    ["an approximate date in the same year", { dateFiled: "1982-06-30", datePrecision: "approximate" }, true],
    ["an approximate date in another year", { dateFiled: "1981-06-30", datePrecision: "approximate" }, false],
    ["the month alone", { dateFiled: "1982-09-01", datePrecision: "month" }, true],
    ["another month alone", { dateFiled: "1982-08-01", datePrecision: "month" }, false],
    ["the year alone", { dateFiled: "1982-01-01", datePrecision: "year" }, true],
    ["no date", { dateFiled: null, datePrecision: "none" }, true],
    ["the name written out", { caseName: "In the Matter of DENBY AND SONS", caption: "" }, true],
    ["another case on the same page", { caseName: "United States v. Orrin", caption: "United States v. Orrin" }, false],
    ["nothing but common words", { caseName: "People v. State", caption: "" }, true],
  ] as const)("%s", (_what, given, same) => {
    const right = member({ id: "b", ...given });
    expect(isSameDecision(left, right)).toBe(same);
    expect(isSameDecision(right, left)).toBe(same);
  });

  test("docket numbers decide where both have one", () => {
    expect(isSameDecision(member({ id: "a", docketKey: "82-1" }), member({ id: "b", docketKey: "82-2" }))).toBe(false);
    expect(isSameDecision(member({ id: "a", docketKey: "82-1" }), member({ id: "b", docketKey: "82-1" }))).toBe(true);
    expect(isSameDecision(member({ id: "a", docketKey: "82-1" }), member({ id: "b", docketKey: null }))).toBe(true);
  });
});

describe("works", () => {
  test("copies chain: the first shares a citation with the second, the second another with the third", () => {
    const works = worksOf([
      member({ id: "c", citationKeys: ["1x1"] }),
      member({ id: "b", citationKeys: ["1x1", "2y2"] }),
      member({ id: "a", citationKeys: ["2y2"] }),
      member({ id: "d", citationKeys: ["3z3"] }),
    ]);
    expect([...works.values()]).toEqual([workIdOf("a"), workIdOf("a"), workIdOf("a"), workIdOf("d")]);
  });

  test("the order of members changes nothing, and groups are the connected components", () => {
    const arbitrary = fc
      .uniqueArray(
        fc.record({
          id: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
          courtId: fc.constantFrom("ca2", "ca3"),
          citationKeys: fc.uniqueArray(fc.constantFrom("1x1", "2y2", "3z3", "4w4"), { maxLength: 3 }),
          dateFiled: fc.constantFrom("1982-09-03", "1983-01-01"),
        }),
        { selector: ({ id }) => id },
      )
      .map((given) => given.map(member));
    fc.assert(
      fc.property(arbitrary, fc.infiniteStream(fc.nat()), (members, random) => {
        const works = worksOf(members);
        const shuffled = members
          .map((one) => ({ one, at: random.next().value as number }))
          .toSorted((l, r) => l.at - r.at);
        expect(worksOf(shuffled.map(({ one }) => one))).toEqual(works);
        expect(works).toEqual(byExpanding(members));
      }),
      { numRuns: 300 },
    );
  });
});

function joined(left: WorkMember, right: WorkMember): boolean {
  return left.citationKeys.some((key) => right.citationKeys.includes(key)) && isSameDecision(left, right);
}

/** The plain way: from each member, everything that can be reached. */
function byExpanding(members: readonly WorkMember[]): Map<string, string> {
  return new Map(
    members.map((start) => {
      const reached = new Set([start]);
      for (const from of reached) for (const to of members) if (joined(from, to)) reached.add(to);
      return [start.id, workIdOf([...reached].map(({ id }) => id).toSorted()[0] ?? "")];
    }),
  );
}
