import { array, assert, boolean, constantFrom, nat, option, property, record } from "fast-check";
import { expect, test } from "vitest";
import { idsOf } from "#test/index/told-ids.ts";
import { emptyBits, listBits, setBit, WINDOW, WINDOW_WORDS } from "#index/embedded/segment/bits.ts";
import type { FacetCounter } from "#index/embedded/columns/facet-counts.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import { UNMETERED } from "#index/embedded/work-meter.ts";
import type { Collapse, SortKey } from "#index/index.ts";
import { Groups } from "./groups.ts";
import { HitOrder } from "./hit-order.ts";
import { TopHits } from "./top-hits.ts";

const DOCUMENTS = 8;
const SPARE = { column: "spare", values: ["yes"] };

type Row = {
  /** By column: its number, null for none. */
  readonly numbers: Readonly<Record<string, number | null>>;
  readonly isSpare: boolean;
};

/** A segment of whose documents the numbers, the ids and one filter are known. */
function segmentOf(rows: readonly Row[], name: string): Segment {
  return {
    columns: {
      ids: idsOf(rows.map((_, document) => `${(document * 5) % DOCUMENTS} ${name}`)),
      numbers: (column: string) => (document: number) => rows[document]?.numbers[column] ?? Number.NaN,
    },
    admitted: (filters: readonly { readonly column: string }[]) => {
      const bits = emptyBits();
      rows.forEach((row, document) => {
        const passes = filters.every(({ column }) =>
          column === "spare" ? row.isSpare : (row.numbers[column] ?? null) !== null,
        );
        if (passes) setBit(bits, document);
      });
      return bits;
    },
  } as unknown as Segment;
}

const row = record({
  numbers: record({
    group: option(constantFrom(7, 7, 8), { nil: null }),
    date: option(nat(3), { nil: null }),
    cited: option(nat(2), { nil: null }),
  }),
  isSpare: boolean(),
});
const rows = array(row, { minLength: DOCUMENTS, maxLength: DOCUMENTS });
const sort = constantFrom<readonly SortKey[]>(
  [],
  [{ column: "date", order: "rising" }],
  [
    { column: "date", order: "falling" },
    { column: "cited", order: "rising" },
  ],
);

type Known = {
  readonly segment: number;
  readonly document: number;
  readonly row: Row;
  readonly score: number;
  readonly id: string;
};

/** Sorts as a reader of the documentation would: each key in turn, what has no value last, then by id. */
function sorted(hits: readonly Known[], keys: readonly SortKey[]): readonly Known[] {
  return hits.toSorted((a, b) => {
    if (keys.length === 0 && a.score !== b.score) return b.score - a.score;
    for (const { column, order } of keys) {
      const [x, y] = [a.row.numbers[column] ?? null, b.row.numbers[column] ?? null];
      if (x === y) continue;
      if (x === null) return 1;
      if (y === null) return -1;
      return order === "rising" ? x - y : y - x;
    }
    return a.id < b.id ? -1 : 1;
  });
}

const placeOf = ({ segment, document }: { readonly segment: number; readonly document: number }): string =>
  `${segment} ${document}`;

test("at most so many of one number in the list, a spare one only where no other is, wherever they stand", () => {
  assert(
    property(
      record({
        segments: array(rows, { minLength: 1, maxLength: 3 }),
        scores: array(nat(3), { minLength: 24, maxLength: 24 }),
      }),
      array(boolean(), { minLength: 24, maxLength: 24 }),
      sort,
      nat(2),
      boolean(),
      ({ segments: drawn, scores }, matches, keys, more, hasSpare) => {
        const collapse: Collapse = { column: "group", most: more + 1, ...(hasSpare ? { spare: SPARE } : {}) };
        const segments = drawn.map((one, at) => segmentOf(one, "cab".charAt(at)));
        const order = new HitOrder(segments, keys);
        expect(order.isByScore).toBe(keys.length === 0);
        const groups = new Groups(segments, order, collapse);
        const top = new TopHits(order, 100);
        const all: Known[] = [];
        const counted: string[] = [];
        let alone = 0;
        drawn.forEach((rowsOf, segment) => {
          groups.open(segment, UNMETERED);
          const found = emptyBits();
          const grouped = emptyBits();
          rowsOf.forEach((one, document) => {
            const at = segment * DOCUMENTS + document;
            if (matches[at] !== true) return;
            const id = `${(document * 5) % DOCUMENTS} ${"cab".charAt(segment)}`;
            all.push({ segment, document, row: one, score: scores[at] ?? 0, id });
            setBit(found, document);
          });
          const single = placesIn(groups.apart(0, found, grouped));
          const rankIn = order.rankIn(segment);
          for (const document of [...single, ...placesIn(grouped)]) {
            const rank = rankIn?.(document) ?? scores[segment * DOCUMENTS + document] ?? 0;
            expect(groups.has(document)).toBe((rowsOf[document]?.numbers["group"] ?? null) !== null);
            if (groups.has(document)) groups.add(document, rank);
            else {
              top.add(segment, document, rank);
              alone++;
            }
          }
        });
        const facets = {
          open: (columns: unknown) => counted.push(`open ${segments.findIndex((one) => one.columns === columns)}`),
          add: (start: number, list: Int32Array, count: number) =>
            counted.push(`${start}: ${[...list].join(" ")} of ${count}`),
          close: () => counted.push("close"),
        } as unknown as FacetCounter;
        const kept = groups.settle(top, facets);
        const inOrder = sorted(all, keys);
        const expected = inOrder.filter((one) => {
          const number = one.row.numbers["group"] ?? null;
          if (number === null) return true;
          const same = inOrder.filter(({ row: { numbers } }) => numbers["group"] === number);
          const own = same.filter(({ row: { isSpare } }) => !hasSpare || !isSpare);
          return own.length > 0 ? own.slice(0, collapse.most).includes(one) : one === same[0];
        });
        expect(alone + kept).toBe(expected.length);
        expect(top.ranked(0).map(placeOf)).toEqual(expected.map(placeOf));
        const listed = expected.filter(({ row: { numbers } }) => numbers["group"] !== null);
        const told = counted.filter((line) => line.includes(":"));
        expect(counted).toHaveLength(3 * drawn.length);
        drawn.forEach((_, segment) => {
          const own = listed.filter((one) => one.segment === segment).map(({ document }) => document);
          const [, list = "", count = ""] = /^0: (.*) of (\d+)$/u.exec(told[segment] ?? "") ?? [];
          expect(
            list
              .split(" ")
              .filter((document) => document !== "")
              .map(Number)
              .toSorted((a, b) => a - b),
          ).toEqual(own.toSorted((a, b) => a - b));
          expect(Number(count)).toBe(own.length);
        });
      },
    ),
    { numRuns: 200 },
  );
});

test("scores that differ by rounding alone are equal, and settled by id", () => {
  const segments = [
    segmentOf(
      Array.from({ length: 2 }, () => ({ numbers: { group: 1 }, isSpare: false })),
      "a",
    ),
  ];
  const order = new HitOrder(segments, []);
  const groups = new Groups(segments, order, { column: "group", most: 1 });
  groups.open(0, UNMETERED);
  groups.add(0, 1);
  groups.add(1, 1 + 1e-12);
  const top = new TopHits(order, 10);
  expect(groups.settle(top, undefined)).toBe(1);
  expect(top.ranked(0)).toEqual([{ segment: 0, document: 0, rank: 1 }]);
});

test("dates a day apart are not equal however large their numbers are", () => {
  const far = 2 ** 40;
  const dated = [far, far + 1].map((date) => ({ numbers: { group: 1, date }, isSpare: false }));
  const segments = [segmentOf(dated, "a")];
  const order = new HitOrder(segments, [{ column: "date", order: "falling" }]);
  const groups = new Groups(segments, order, { column: "group", most: 1 });
  groups.open(0, UNMETERED);
  for (const document of [0, 1]) groups.add(document, order.rankIn(0)?.(document) ?? 0);
  const top = new TopHits(order, 10);
  groups.settle(top, undefined);
  expect(top.ranked(0)).toEqual([{ segment: 0, document: 1, rank: far + 1 }]);
});

test("each window is told apart by its own documents", () => {
  const members = new Int32Array(2 * WINDOW_WORDS);
  for (const document of [3, WINDOW + 5]) setBit(members, document);
  const segment = { columns: { numbers: () => () => 1 }, admitted: () => members } as unknown as Segment;
  const groups = new Groups([segment], new HitOrder([], []), { column: "group", most: 1 });
  groups.open(0, UNMETERED);
  for (const [start, of] of [
    [0, 3],
    [WINDOW, 5],
  ] as const) {
    const found = emptyBits();
    for (const at of [3, 5, 40]) setBit(found, at);
    const grouped = emptyBits();
    expect(placesIn(groups.apart(start, found, grouped))).toEqual([3, 5, 40].filter((at) => at !== of));
    expect(placesIn(grouped)).toEqual([of]);
  }
});

function placesIn(bits: Int32Array): number[] {
  const list = new Int32Array(WINDOW);
  return [...list.subarray(0, listBits(bits, list))];
}
