import { array, assert, boolean, constantFrom, integer, property, record } from "fast-check";
import { expect, test } from "vitest";

import {
  averages,
  LAYOUT,
  lengths,
  NOTES,
  terms,
  TEXT,
  TITLE,
  UNIVERSE,
  withCursors,
} from "#index/embedded/postings/written-terms.fixture.ts";
import type { Posting } from "#index/embedded/postings/written-terms.fixture.ts";
import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, hasBit, setBit, WINDOW } from "#index/embedded/segment/bits.ts";

import { NEVER } from "./matcher.ts";
import { UNMETERED } from "#index/embedded/work-meter.ts";
import type { SegmentContext } from "./matcher.ts";
import { SpanBatch } from "./span-batch.ts";
import { WordMatcher } from "./word-matcher.ts";

const WHOLE = 0b111;
const windows = [0, WINDOW, 2 * WINDOW];

const contextOf = (leftOut: ReadonlyMap<number, number[]>, boundFactor = 1): SegmentContext =>
  ({
    segment: { documents: UNIVERSE, columns: { lengths } },
    layout: LAYOUT,
    averages,
    leftOut,
    meter: UNMETERED,
    boundFactor,
  }) as unknown as SegmentContext;

/** Where a posting has the word in the fields asked for, less what is left out, in the order of the file. */
function placesOf({ document, positions }: Posting, fields: number, leftOut: ReadonlyMap<number, number[]>): number[] {
  const stretches = leftOut.get(document) ?? [];
  return [TEXT, TITLE, NOTES]
    .filter((field) => (fields & (1 << field)) !== 0)
    .flatMap((field) => (positions[field] ?? []).map((at) => at + LAYOUT.baseOf(field)))
    .filter((at) => !stretches.some((from, i) => i % 2 === 0 && at >= from && at < (stretches[i + 1] ?? 0)));
}

function lengthOf(field: number, document: number, leftOut: ReadonlyMap<number, number[]>): number {
  const stretches = leftOut.get(document) ?? [];
  const gone = stretches.reduce(
    (sum, from, i) => (i % 2 === 0 && LAYOUT.fieldOf(from) === field ? sum + (stretches[i + 1] ?? 0) - from : sum),
    0,
  );
  return (lengths[field]?.[document] ?? 0) - gone;
}

/** One word or several that one query word stands for, sometimes of but a few fields, sometimes without some passages. */
const drawn = record({
  words: array(record({ postings: terms, form: constantFrom(1, 1, 0.8, 0.5) }), { minLength: 1, maxLength: 3 }),
  fields: constantFrom(WHOLE, WHOLE, 1 << TEXT, 1 << TITLE, (1 << TITLE) | (1 << NOTES), (1 << TEXT) | (1 << NOTES)),
  leftOut: array(record({ document: constantFrom(0, 1, 2, 5, WINDOW + 2), from: integer({ min: 0, max: 6 }) }), {
    maxLength: 3,
  }),
  step: integer({ min: 1, max: 7 }),
  idf: constantFrom(0.25, 1, 3),
  knowsEvery: boolean(),
}).map(({ leftOut, ...rest }) => ({
  ...rest,
  leftOut: new Map(
    leftOut.map(({ document, from }) => [
      document,
      [from, from + 2, LAYOUT.baseOf(TITLE) + from, LAYOUT.baseOf(TITLE) + from + 1],
    ]),
  ),
}));

function stepped(step: number): Bits {
  const bits = emptyBits();
  for (let at = 0; at < WINDOW; at += step) setBit(bits, at);
  return bits;
}

test("matches, scores, bounds and places are those of its words together", () => {
  assert(
    property(drawn, ({ words, fields, leftOut, step, idf, knowsEvery }) => {
      withCursors(
        words.map(({ postings }) => postings),
        (cursors) => {
          const context = contextOf(leftOut);
          const matcher = new WordMatcher(context, cursors, {
            label: "word",
            fields,
            idf,
            everyPostingCounts: fields === WHOLE && knowsEvery,
            formWeights: words.map(({ form }) => form),
          });
          expect(matcher.cost).toBe(words.reduce((sum, { postings }) => sum + postings.length, 0));
          expect(matcher.certain).toBe(true);
          const expected = new Map<number, { places: number[]; weighted: number }>();
          for (const { postings, form } of words) {
            for (const posting of postings) {
              const places = placesOf(posting, fields, leftOut);
              if (places.length === 0) continue;
              const { document } = posting;
              const weighted = places.reduce((sum, place) => {
                const field = LAYOUT.fieldOf(place);
                const length = lengthOf(field, document, leftOut);
                return sum + form * LAYOUT.occurrenceWeight(field, length, averages[field] ?? 0);
              }, 0);
              const before = expected.get(document) ?? { places: [], weighted: 0 };
              expected.set(document, {
                places: [...new Set([...before.places, ...places])].toSorted((a, b) => a - b),
                weighted: before.weighted + weighted,
              });
            }
          }
          const candidates = stepped(step);
          const out = new SpanBatch();
          for (const start of windows) {
            const inWindow = [...expected]
              .filter(([document]) => document >= start && document < start + WINDOW)
              .toSorted(([a], [b]) => a - b);
            const next = matcher.next(start);
            const [first] = inWindow;
            if (first !== undefined) expect(next).toBeLessThanOrEqual(first[0]);
            expect(next).toBeGreaterThanOrEqual(start);
            const matched = matcher.match(start, candidates);
            const wanted = inWindow.filter(([document]) => hasBit(candidates, document - start));
            const bits = emptyBits();
            for (const [document] of wanted) setBit(bits, document - start);
            expect(matched).toEqual(bits);
            const scores = new Float64Array(WINDOW);
            matcher.score(start, stepped(step * 2), 2, scores);
            const bound = matcher.bound(start);
            for (const [document, { weighted, places }] of wanted) {
              const at = document - start;
              const score = (idf * weighted * (LAYOUT.k1 + 1)) / (weighted + LAYOUT.k1);
              expect(scores[at]).toBeCloseTo(at % (step * 2) === 0 ? 2 * score : 0, 9);
              if (leftOut.size === 0) expect(bound).toBeGreaterThanOrEqual(score * (1 - 1e-6));
              if (at % 5 !== 0) continue;
              const explained = matcher.explain(start, at, 2);
              expect(explained?.score).toBeCloseTo(2 * score, 9);
              expect(explained?.weightedFrequency).toBeCloseTo(weighted, 9);
              expect(Object.values(explained?.occurrences ?? {}).reduce((sum, count) => sum + count, 0)).toBe(
                places.length,
              );
              matcher.match(start, candidates);
            }
            matcher.gather(start, matched.slice(), out);
            const read = Array.from({ length: out.size }, (_, k) => [
              start + (out.documents[k] ?? 0),
              ...out.starts.subarray(out.offsets[k], out.offsets[k + 1]),
            ]);
            expect(read).toEqual(wanted.map(([document, { places }]) => [document, ...places]));
          }
        },
      );
    }),
    { numRuns: 60 },
  );
});

test("behind its last document there is no next", () => {
  const last = [{ document: UNIVERSE - 1, positions: [[], [1], []] }];
  withCursors([last, [{ document: 9, positions: [[], [1], []] }]], (cursors) => {
    const options = { label: "word", fields: WHOLE, idf: 1, everyPostingCounts: true, formWeights: [1, 1] };
    const matcher = new WordMatcher(contextOf(new Map()), cursors, options);
    expect([9, 10, UNIVERSE].map((target) => matcher.next(target))).toEqual([9, UNIVERSE - 1, NEVER]);
  });
});

test("the bound is that of the words that reach into the window, times what the averages moved", () => {
  const many = Array.from({ length: 300 }, (_, i) => ({ document: i, positions: [[], [1], []] }));
  const later = many.map(({ document, positions }) => ({ document: document + WINDOW, positions }));
  withCursors([many, later], (cursors) => {
    const options = { label: "word", fields: WHOLE, idf: 1, everyPostingCounts: true, formWeights: [1, 1] };
    const matcher = new WordMatcher(contextOf(new Map(), 1.5), cursors, options);
    const least = many.reduce((most, { document }) => {
      return Math.max(most, LAYOUT.occurrenceWeight(TEXT, lengths[TEXT]?.[document] ?? 0, averages[TEXT] ?? 0));
    }, 0);
    // Where the second word begins is not known before its first block is read, so both count.
    expect(matcher.weightedBound(0)).toBeGreaterThanOrEqual(1.5 * least);
    expect(matcher.weightedBound(WINDOW)).toBeGreaterThanOrEqual(1.5 * least);
    expect(matcher.weightedBound(WINDOW)).toBeLessThan(1.5 * least * 1.01);
    expect(matcher.weightedBound(2 * WINDOW)).toBe(0);
    expect(matcher.bound(2 * WINDOW)).toBe(0);
  });
});

test("keeps of spans those that the word follows at the distance", () => {
  assert(
    property(drawn, integer({ min: 1, max: 3 }), ({ words, fields, leftOut }, distance) => {
      withCursors(
        words.map(({ postings }) => postings),
        (cursors) => {
          const matcher = new WordMatcher(contextOf(leftOut), cursors, {
            label: "word",
            fields,
            idf: 1,
            everyPostingCounts: false,
            formWeights: words.map(() => 1),
          });
          const places = new Map<number, Set<number>>();
          for (const posting of words.flatMap(({ postings }) => postings)) {
            const own = places.get(posting.document) ?? new Set();
            for (const place of placesOf(posting, fields, leftOut)) own.add(place);
            places.set(posting.document, own);
          }
          for (const start of windows) {
            matcher.next(start);
            matcher.match(start, stepped(1));
            const asked = [0, 1, 2, 3, 7, 64, 90, 200].map((at) => ({ at, spans: [0, 1, 2, 5, 9, 40] }));
            const batch = new SpanBatch();
            batch.begin(true);
            for (const { at, spans } of asked) {
              for (const span of spans) batch.add(span, span);
              batch.endDocument(at);
            }
            matcher.keepFollowed(start, batch, distance);
            const kept = Array.from({ length: batch.size }, (_, k) => [
              batch.documents[k],
              ...batch.starts.subarray(batch.offsets[k], batch.offsets[k + 1]),
            ]);
            const expected = asked.flatMap(({ at, spans }) => {
              const left = spans.filter((span) => places.get(start + at)?.has(span + distance) === true);
              return left.length === 0 ? [] : [[at, ...left]];
            });
            expect(kept).toEqual(expected);
          }
        },
      );
    }),
    { numRuns: 60 },
  );
});
