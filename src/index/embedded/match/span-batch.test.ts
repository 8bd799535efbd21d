import { array, assert, integer, nat, property, tuple, uniqueArray } from "fast-check";
import { expect, test } from "vitest";

import { WorkMeter } from "#index/embedded/work-meter.ts";
import { BatchFilter, SpanBatch } from "./span-batch.ts";

type Span = readonly [start: number, end: number];
type Drawn = readonly (readonly [document: number, spans: readonly Span[]])[];

const span = tuple(nat(60), nat(3)).map(([start, more]): Span => [start, start + more]);
/** Up to more spans than are sorted by insertion. */
const spans = array(span, { maxLength: 120, size: "max" });

const inOrder = (list: readonly Span[]): Span[] =>
  [...new Map(list.map((one) => [one.join(), one])).values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);

function contentsOf(batch: SpanBatch): Drawn {
  return Array.from({ length: batch.size }, (_, k) => {
    const [from = 0, to = 0] = batch.offsets.subarray(k, k + 2);
    const own = Array.from({ length: to - from }, (_span, i): Span => [
      batch.starts[from + i] ?? -1,
      batch.ends[from + i] ?? -1,
    ]);
    return [batch.documents[k] ?? -1, own] as const;
  });
}

function batchOf(documents: Drawn): SpanBatch {
  const batch = new SpanBatch();
  batch.begin(false);
  for (const [document, list] of documents) {
    for (const [start, end] of list) batch.add(start, end);
    batch.endTidied(document);
  }
  return batch;
}

const drawn = uniqueArray(tuple(nat(200), spans), { maxLength: 12, selector: ([document]) => document }).map((list) =>
  list.toSorted((a, b) => a[0] - b[0]),
);
const tidy = (documents: Drawn): Drawn =>
  documents.flatMap(([document, list]) => (list.length === 0 ? [] : [[document, inOrder(list)] as const]));

test("spans come in order and without doubles, and documents without any are left out", () => {
  assert(
    property(drawn, (documents) => {
      const batch = batchOf(documents);
      expect(contentsOf(batch)).toEqual(tidy(documents));
      const copy = new SpanBatch();
      copy.begin(false);
      for (let k = 0; k < batch.size; k++) {
        copy.addFrom(batch, k);
        copy.endDocument(batch.documents[k] ?? -1);
      }
      expect(contentsOf(copy)).toEqual(tidy(documents));
    }),
    { numRuns: 300 },
  );
});

test("what grows keeps what it has", () => {
  const many = Array.from(
    { length: 700 },
    (_, i) =>
      [
        i,
        [
          [i, i + 1],
          [i + 2, i + 2],
          [i + 5, i + 9],
        ],
      ] as const,
  );
  expect(contentsOf(batchOf(many))).toEqual(many);
});

test("a filter keeps what it is told to, and drops the rest", () => {
  assert(
    property(drawn, integer({ min: 1, max: 4 }), integer({ min: 1, max: 3 }), (documents, everyDocument, everySpan) => {
      const batch = new SpanBatch();
      batch.begin(true);
      const points = tidy(documents).map(([document, list]) => {
        const starts = [...new Set(list.map(([start]) => start))];
        for (const start of starts) batch.add(start, start);
        batch.endDocument(document);
        return [document, starts] as const;
      });
      const filter = new BatchFilter();
      filter.begin(batch);
      const visited = points.filter((_, i) => i % everyDocument === 0);
      for (const [document, starts] of visited) {
        expect(filter.goTo(document)).toBe(true);
        expect([...filter.starts.subarray(filter.from, filter.end)]).toEqual(starts);
        for (let i = filter.from; i < filter.end; i += everySpan) filter.keep(i);
        filter.endDocument();
      }
      expect(filter.goTo(1000)).toBe(false);
      filter.finish();
      const kept = visited.map(([document, starts]) => {
        const own = starts.filter((_, i) => i % everySpan === 0);
        return [document, own.map((start): Span => [start, start])] as const;
      });
      expect(contentsOf(batch)).toEqual(kept);
    }),
    { numRuns: 300 },
  );
});

test("what a batch held before is not found in it again", () => {
  const batch = new SpanBatch();
  for (const documents of [[3, 7, 9], [3]]) {
    batch.begin(true);
    for (const document of documents) {
      batch.add(1, 1);
      batch.endDocument(document);
    }
  }
  const filter = new BatchFilter();
  filter.begin(batch);
  expect(filter.goTo(7)).toBe(false);
  expect(filter.goTo(9)).toBe(false);
});

test("many positions out of order come in order whether they lie close or far apart", () => {
  assert(
    property(
      array(nat(4000), { minLength: 49, maxLength: 300 }),
      integer({ min: 1, max: 3000 }),
      (drawnPlaces, spread) => {
        const positions = drawnPlaces.map((place) => place * spread);
        const batch = new SpanBatch();
        batch.begin(true);
        batch.add(5, 5);
        batch.endDocument(1);
        for (const position of positions) batch.add(position, position);
        const meter = new WorkMeter();
        batch.endTidied(4, meter);
        const once = [...new Set(positions)].toSorted((a, b) => a - b);
        expect(contentsOf(batch)).toEqual([
          [1, [[5, 5]]],
          [4, once.map((position) => [position, position])],
        ]);
        expect(meter.spent).toBeGreaterThanOrEqual(once.length + positions.length);
      },
    ),
    { numRuns: 300 },
  );
});

test("more spans than memory should hold are refused with what to ask instead", () => {
  const batch = new SpanBatch();
  batch.begin(false);
  expect(() => batch.reserve(32 * 1024 * 1024 + 1, 0)).toThrow(expect.objectContaining({ code: "too_costly" }));
  batch.add(1, 2);
  batch.endDocument(1);
  expect(contentsOf(batch)).toEqual([[1, [[1, 2]]]]);
});
