import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currentAt, dayOf, daysOfLaw, inOrder, spansOf, standingsOf, startOf } from "./currency.ts";
import type { Dated } from "./currency.ts";

const dated = (fields: Partial<Dated> & { readonly versionKey: string }): Dated => ({
  edition: null,
  effectiveDate: null,
  publicationDate: null,
  isHistorical: false,
  isTombstone: false,
  ...fields,
});

const TODAY = "2024-06-15";
const currentKey = (versions: readonly Dated[], date = TODAY): string | undefined =>
  currentAt(inOrder(versions), date, TODAY)?.versionKey;

describe("the four rules", () => {
  const old = dated({ versionKey: "old", effectiveDate: "2001-01-01" });
  const next = dated({ versionKey: "next", effectiveDate: "2020-01-01" });
  const announced = dated({ versionKey: "announced", effectiveDate: "2030-01-01" });
  const undated = dated({ versionKey: "undated" });
  const repeal = dated({ versionKey: "repeal", effectiveDate: "2022-01-01", isTombstone: true });
  const marked = dated({ versionKey: "marked", effectiveDate: "2021-01-01", isHistorical: true });

  test.each([
    ["the newest that has begun", [old, next, announced], TODAY, "next"],
    ["the day it begins", [old, next], "2020-01-01", "next"],
    ["the day before", [old, next], "2019-12-31", "old"],
    ["before all", [old, next], "2000-12-31", undefined],
    ["announced, at its time", [old, announced], "2030-01-01", "announced"],
    ["only announced", [announced], TODAY, undefined],
    ["undated holds always", [undated], "1800-01-01", "undated"],
    ["undated gives way", [undated, next], TODAY, "next"],
    ["repealed", [old, repeal], TODAY, undefined],
    ["before the repeal", [old, repeal], "2021-12-31", "old"],
    ["enacted again", [old, repeal, dated({ versionKey: "again", effectiveDate: "2023-01-01" })], TODAY, "again"],
    ["marked by the source", [marked], TODAY, undefined],
    ["when it ended is not known", [marked], "2021-06-01", undefined],
    ["a marked one is in nobody's way", [old, marked], TODAY, "old"],
    ["its successor tells when it ended", [marked, repeal], "2021-06-01", "marked"],
  ] as const)("%s", (_, versions, date, expected) => {
    expect(currentKey(versions, date)).toBe(expected);
  });

  test("of the same day, the one published later, then by key", () => {
    const first = dated({ versionKey: "z", effectiveDate: "2020-01-01", publicationDate: "2019-01-01" });
    const second = dated({ versionKey: "a", effectiveDate: "2020-01-01", publicationDate: "2019-06-01" });
    expect(currentKey([second, first])).toBe("a");
    expect(
      currentKey([
        { ...second, publicationDate: null },
        { ...first, publicationDate: null },
      ]),
    ).toBe("z");
  });

  test("a later edition that dates a change back replaces what the earlier one showed", () => {
    const shown = dated({ versionKey: "1", edition: "2021-10-18" });
    const back = dated({ versionKey: "2", edition: "2022-04-07", effectiveDate: "2021-01-01" });
    expect(currentKey([back, shown])).toBe("2");
    expect(currentKey([back, shown], "2021-12-01")).toBe("2");
  });

  test("what temporary acts displace is law on no day, also where the source has taken it back since", () => {
    const displaced = dated({ versionKey: "1", edition: "2021-10-18", caveat: "displaced", isHistorical: true });
    const gone = dated({ versionKey: "2", edition: "2023-06-23", isTombstone: true });
    for (const day of ["2021-10-18", "2022-05-01", "2023-06-23", TODAY]) {
      expect(currentAt(inOrder([displaced, gone]), day, TODAY)).toBeUndefined();
    }
    const [span = null] = spansOf(inOrder([displaced, gone]), TODAY);
    expect(daysOfLaw(displaced, span)).toBeNull();
  });

  test("the flags: future is not historical, a tombstone is", () => {
    const flags = standingsOf(inOrder([old, repeal, announced]), TODAY, TODAY);
    expect(flags).toEqual([
      { isCurrent: false, isHistorical: true },
      { isCurrent: false, isHistorical: true },
      { isCurrent: false, isHistorical: false },
    ]);
    expect(dayOf(() => new Date("2024-06-15T23:59:59Z"))).toBe(TODAY);
  });
});

const DAYS = Array.from({ length: 9 }, (_, index) => `2020-01-0${index + 1}`);
const day = fc.constantFrom(...DAYS);
const chains = fc.array(
  fc.record({
    edition: fc.option(day),
    effectiveDate: fc.option(day),
    publicationDate: fc.option(day),
    isHistorical: fc.boolean(),
    isTombstone: fc.boolean(),
  }),
  { maxLength: 7 },
);

const startText = (of: Dated): string => of.effectiveDate ?? of.edition ?? of.publicationDate ?? "";
const ageKey = (of: Dated): string => {
  const [, known = ""] = [of.edition ?? "", startText(of)].toSorted();
  return [known, of.edition ?? "", startText(of), of.publicationDate ?? "", of.versionKey].join(" ");
};
const isNewer = (one: Dated, than: Dated): boolean => ageKey(one) > ageKey(than);

/** The rules word by word, for one version and one day, by asking every other version. */
function isLaw(all: readonly Dated[], version: Dated, date: string, today: string): boolean {
  // The mark counts, unless a newer version that counts has begun by today: then the mark says only that it ended.
  const counts = (one: Dated): boolean =>
    !one.isHistorical || all.some((other) => isNewer(other, one) && counts(other) && startText(other) <= today);
  const inForce = (one: Dated): boolean => counts(one) && startText(one) <= date;
  return inForce(version) && !version.isTombstone && !all.some((other) => isNewer(other, version) && inForce(other));
}

describe("against the rules read one version at a time", () => {
  test("the same version is law on every day", () => {
    fc.assert(
      fc.property(chains, day, (fields, today) => {
        const versions = fields.map((one, index) => ({ ...one, versionKey: String(index) }));
        const ordered = inOrder(versions);
        for (const date of ["2019-12-31", ...DAYS, "2020-01-10"]) {
          const expected = versions.filter((version) => isLaw(versions, version, date, today));
          const current = currentAt(ordered, date, today);
          expect(current === undefined ? [] : [current]).toEqual(expected);
          const flags = standingsOf(ordered, date, today);
          expect(ordered.filter((_, index) => flags[index]?.isCurrent)).toEqual(expected);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("spans do not meet, and none is empty", () => {
    fc.assert(
      fc.property(chains, day, (fields, today) => {
        const ordered = inOrder(fields.map((one, index) => ({ ...one, versionKey: String(index) })));
        const spans = spansOf(ordered, today).filter((span) => span !== null);
        for (const [index, span] of spans.entries()) {
          expect(span.from < (span.until ?? "9999")).toBe(true);
          expect(span.until).toBe(spans[index + 1]?.from ?? null);
        }
        expect(
          ordered.every(
            (version, index) => startOf(version) === (spansOf(ordered, today)[index]?.from ?? startOf(version)),
          ),
        ).toBe(true);
      }),
    );
  });
});
