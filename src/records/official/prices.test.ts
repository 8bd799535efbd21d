import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dollars, periodOf, PRICE_PERIODS, pricesAt, readPricePeriods } from "./prices.ts";
import { quote } from "./quote.ts";
import type { Priced } from "./quote.ts";

const at = (moment: string) => pricesAt(PRICE_PERIODS, new Date(moment));

describe("prices", () => {
  test.each([
    ["2026-11-23T12:00:00Z", 10, 3_000],
    ["2026-12-30T23:59:59Z", 10, 3_000],
    ["2027-01-02T00:00:00Z", 12, 4_000],
    ["2031-01-01T00:00:00Z", 12, 4_000],
  ])("at %s a page costs %d cents", (moment, page_cents, waiver_cents) => {
    expect(at(moment)).toMatchObject({ page_cents, waiver_cents, pages_max: 30 });
  });

  test("about the turn of the year the dearer price is quoted, whatever the time zone of the court", () => {
    expect(at("2026-12-31T01:00:00Z").page_cents).toBe(12);
    expect(at("2027-01-01T08:00:00Z").page_cents).toBe(12);
    expect(periodOf(PRICE_PERIODS, "2026-12-31")?.page_cents).toBe(10);
    expect(periodOf(PRICE_PERIODS, "2027-01-01")?.page_cents).toBe(12);
  });

  test("a day before the list is a fault of the configuration", () => {
    expect(() => at("2019-06-01T00:00:00Z")).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
  });

  test("the own list is a list an operator may write", () => {
    expect(readPricePeriods(JSON.stringify(PRICE_PERIODS), "prices.json")).toEqual(PRICE_PERIODS);
  });

  const [first, second] = PRICE_PERIODS;
  test.each([
    ["no JSON", "{", "Invalid input"],
    ["none", "[]", "Too small"],
    ["a gap", JSON.stringify([{ ...first, until: "2026-12-30" }, second]), "2027-01-01 does not follow on 2026-12-30"],
    ["two that are open", JSON.stringify([{ ...first, until: null }, second]), "has no last day"],
    ["one that ends first", JSON.stringify([{ ...first, until: "2019-12-31" }]), "ends before it begins"],
    ["parts of a cent", JSON.stringify([{ ...first, page_cents: 10.5 }]), "0.page_cents"],
    ["another member", JSON.stringify([{ ...first, page_dollars: 1 }]), "Unrecognized key"],
  ])("a list is refused: %s", (_what, text, fault) => {
    expect(() => readPricePeriods(text, "prices.json")).toThrow(fault);
  });

  test.each([
    [0, "$0.00"],
    [7, "$0.07"],
    [300, "$3.00"],
    [-1205, "-$12.05"],
  ])("%d cents are %s", (cents, text) => expect(dollars(cents)).toBe(text));
});

describe("a quote", () => {
  const now = at("2026-11-23T12:00:00Z");
  const later = at("2027-06-01T12:00:00Z");
  test.each<[Priced, number | null, number | null]>([
    [{ kind: "docketReport" }, 300, 360],
    [{ kind: "document", pages: null }, 300, 360],
    [{ kind: "document", pages: 4 }, 40, 48],
    [{ kind: "document", pages: 30 }, 300, 360],
    [{ kind: "document", pages: 212 }, 300, 360],
    [{ kind: "transcript", pages: 212 }, 2_120, 2_544],
    [{ kind: "transcript", pages: null }, null, null],
    [{ kind: "freeOpinion" }, 0, 0],
    [{ kind: "audio" }, 240, 240],
    [{ kind: "caseSearch", pages: 0 }, 10, 12],
    [{ kind: "caseSearch", pages: 3 }, 30, 36],
    [{ kind: "report", pages: 45 }, 450, 540],
  ])("of %j", (item, before, after) => {
    expect(quote([item], now).atMost_cents).toBe(before);
    expect(quote([item], later).atMost_cents).toBe(after);
  });

  test("of several is their sum, and none where one has no bound", () => {
    const pages = fc.option(fc.nat(500));
    const item = fc.oneof(
      fc.constantFrom<Priced>({ kind: "docketReport" }, { kind: "freeOpinion" }, { kind: "audio" }),
      fc.record({
        kind: fc.constantFrom("document", "transcript", "caseSearch", "report"),
        pages,
      }) as fc.Arbitrary<Priced>,
    );
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), (items) => {
        const single = items.map((one) => quote([one], now).atMost_cents);
        const sum = single.includes(null) ? null : single.reduce<number>((all, one) => all + (one ?? 0), 0);
        expect(quote(items, now).atMost_cents).toBe(sum);
      }),
    );
  });
});
