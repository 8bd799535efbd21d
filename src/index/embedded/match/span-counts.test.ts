import { assert, boolean, constantFrom, integer, nat, property, tuple, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { Layout } from "#index/embedded/layout.ts";
import { UNMETERED, WorkMeter } from "#index/embedded/work-meter.ts";
import { OPINIONS } from "#search/opinions.ts";
import type { SegmentContext } from "./matcher.ts";
import { SpanBatch } from "./span-batch.ts";
import { PairCounter, SpanCounts } from "./span-counts.ts";

const layout = new Layout(OPINIONS);
const context = { layout, meter: UNMETERED } as SegmentContext;

/** Places close together, most in the main field, so that the two sides meet and overlap. */
const place = tuple(constantFrom(layout.main, layout.main, layout.main, 0, layout.fields - 1), nat(40)).map(
  ([field, position]) => layout.baseOf(field) + position,
);
const side = tuple(uniqueArray(place, { maxLength: 25 }), integer({ min: 1, max: 3 })).map(([starts, words]) => ({
  starts: starts.toSorted((a, b) => a - b),
  words,
}));
type Side = { readonly starts: readonly number[]; readonly words: number };

function batchOf({ starts, words }: Side): SpanBatch {
  const batch = new SpanBatch();
  batch.begin(false);
  for (const start of starts) batch.add(start, start + words - 1);
  batch.endDocument(7);
  return batch;
}

/** Every pair, made and kept once. */
function plainly(left: Side, right: Side, distance: number, ordered: boolean): Map<number, number> {
  const spans = new Set<string>();
  const counts = new Map<number, number>();
  const look = (before: Side, after: Side): void => {
    for (const from of before.starts) {
      for (const start of after.starts) {
        const last = from + before.words - 1;
        const key = `${from} ${start + after.words - 1}`;
        if (start <= last || start > last + distance || spans.has(key)) continue;
        spans.add(key);
        const field = layout.fieldOf(from);
        counts.set(field, (counts.get(field) ?? 0) + 1);
      }
    }
  };
  look(left, right);
  if (!ordered) look(right, left);
  return counts;
}

test("pairs are counted as if each had been made, doubles once, field by field", () => {
  let seen = 0;
  assert(
    property(side, side, integer({ min: 1, max: 12 }), boolean(), boolean(), (left, other, distance, ordered, same) => {
      const right = same ? left : other;
      const batches = [batchOf(left), batchOf(right)] as const;
      const out = new SpanCounts();
      out.begin();
      if (left.starts.length > 0 && right.starts.length > 0) {
        new PairCounter(
          context,
          { spans: batches[0], words: left.words },
          { spans: batches[1], words: right.words },
          { distance, ordered },
        ).count(7, 0, 0, out);
      }
      const wanted = plainly(left, right, distance, ordered);
      seen += wanted.size;
      expect(out.size).toBe(wanted.size === 0 ? 0 : 1);
      if (out.size === 0) return;
      const others = out.others.get(0);
      for (let field = 0; field < layout.fields; field++) {
        const counted = others === undefined ? (field === layout.main ? out.mains[0] : 0) : others[field];
        expect(counted).toBe(wanted.get(field) ?? 0);
      }
    }),
    { numRuns: 2000 },
  );
  expect(seen).toBeGreaterThan(500);
});

test("of more shared starts than there is room for each is counted once, and what is looked at is counted", () => {
  const starts = Array.from({ length: 500 }, (_, at) => layout.baseOf(layout.main) + at);
  const same: Side = { starts, words: 1 };
  const out = new SpanCounts();
  out.begin();
  const meter = new WorkMeter();
  const twice = (): SpanBatch => {
    const batch = new SpanBatch();
    batch.begin(false);
    for (const document of [3, 7]) {
      for (const start of starts) batch.add(start, start);
      batch.endDocument(document);
    }
    return batch;
  };
  const sides = { left: { spans: twice(), words: 1 }, right: { spans: twice(), words: 1 } };
  const counter = new PairCounter({ layout, meter } as SegmentContext, sides.left, sides.right, {
    distance: 3,
    ordered: false,
  });
  counter.count(7, 1, 1, out);
  expect(out.mains[0]).toBe(plainly(same, same, 3, false).get(layout.main));
  expect(meter.spent).toBe(1000);
});

test("documents beyond the room there is make more of it", () => {
  const out = new SpanCounts();
  const byField = new Int32Array(layout.fields);
  byField[layout.main] = 3;
  for (let document = 0; document < 1000; document++) out.add(document, byField, layout.main);
  expect(out.size).toBe(1000);
  expect([...out.documents.subarray(0, 1000)]).toEqual(Array.from({ length: 1000 }, (_, document) => document));
});
