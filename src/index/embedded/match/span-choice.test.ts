import { array, assert, boolean, constantFrom, nat, property, record, uniqueArray } from "fast-check";
import { expect, test } from "vitest";

import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, hasBit, listBits, setBit, WINDOW } from "#index/embedded/segment/bits.ts";

import { NEVER } from "./matcher.ts";
import { UNMETERED } from "#index/embedded/work-meter.ts";
import type { SegmentContext, SpanMatcher } from "./matcher.ts";
import { SpanBatch } from "./span-batch.ts";
import { SpanChoice } from "./span-choice.ts";

type Spans = ReadonlyMap<number, readonly (readonly [start: number, end: number])[]>;

const listed = new Int32Array(WINDOW);
const placesOf = (bits: Bits): number[] => [...listed.subarray(0, listBits(bits, listed))];
const bitsOf = (places: readonly number[]): Bits => {
  const bits = emptyBits();
  for (const at of places) setBit(bits, at);
  return bits;
};

/** Has the spans it is told, and says that it may have some in further documents. */
class Told implements SpanMatcher {
  readonly cost: number;
  readonly idf: number;
  readonly certain: boolean;
  readonly spanWords = undefined;
  readonly #spans: Spans;
  readonly #perhaps: readonly number[];
  #approximated = emptyBits();

  constructor(spans: Spans, perhaps: readonly number[], numbers: { cost: number; idf: number }) {
    this.#spans = spans;
    this.#perhaps = perhaps;
    this.certain = perhaps.length === 0;
    this.cost = numbers.cost;
    this.idf = numbers.idf;
  }

  next(target: number): number {
    return Math.min(NEVER, ...[...this.#spans.keys(), ...this.#perhaps].filter((document) => document >= target));
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    this.#approximated = emptyBits();
    for (const at of placesOf(candidates)) {
      const document = windowStart + at;
      if (this.#spans.has(document) || this.#perhaps.includes(document)) setBit(this.#approximated, at);
    }
    return this.#approximated;
  }

  gather(windowStart: number, wanted: Bits, out: SpanBatch): void {
    out.begin(false);
    for (const at of placesOf(wanted)) {
      expect(hasBit(this.#approximated, at), "only what was said to match is asked for").toBe(true);
      for (const [start, end] of this.#spans.get(windowStart + at) ?? []) out.add(start, end);
      out.endDocument(at);
    }
  }

  match(): Bits {
    throw new Error("a choice asks for spans");
  }

  score(): void {
    throw new Error("a choice scores as one");
  }

  bound(): number {
    throw new Error("a choice bounds as one");
  }

  explain(): undefined {
    return undefined;
  }
}

const PLACES = [0, 1, 31, 32, 63, 100, WINDOW - 1];
const place = constantFrom(...PLACES);
const spansOfOne = uniqueArray(record({ start: nat(20), more: nat(2) }), {
  minLength: 1,
  maxLength: 4,
  selector: ({ start, more }) => start * 10 + more,
}).map((drawn) =>
  drawn
    .toSorted((a, b) => a.start - b.start || a.more - b.more)
    .map((one) => [one.start, one.start + one.more] as const),
);
const child = record({
  documents: uniqueArray(record({ at: place, spans: spansOfOne }), { maxLength: 5, selector: ({ at }) => at }),
  perhaps: uniqueArray(place, { maxLength: 2 }),
  cost: nat(50),
  idf: constantFrom(0.5, 1, 3),
});

/** Only what a choice asks of a segment before it scores. */
const context = {
  segment: { columns: { lengths: [new Int32Array(WINDOW)] } },
  layout: { main: 0, bs: [0.5], weights: [1], k1: 1 },
  averages: [10],
  meter: UNMETERED,
} as unknown as SegmentContext;

test("has the spans of all its operands in the candidates, in order and once", () => {
  assert(
    property(
      array(child, { minLength: 1, maxLength: 4 }),
      uniqueArray(place),
      uniqueArray(place),
      (drawn, among, of) => {
        const told = drawn.map(({ documents, perhaps, cost, idf }) => {
          const spans: Spans = new Map(documents.map(({ at, spans: own }) => [WINDOW + at, own]));
          return {
            spans,
            matcher: new Told(
              spans,
              perhaps.map((at) => WINDOW + at),
              { cost, idf },
            ),
          };
        });
        const choice = new SpanChoice(
          context,
          told.map(({ matcher }) => matcher),
        );
        const mayMatch = (at: number): boolean =>
          drawn.some(({ documents, perhaps }) => documents.some((one) => one.at === at) || perhaps.includes(at));
        const approximated = placesOf(choice.approximate(WINDOW, bitsOf(among)));
        expect(approximated).toEqual(PLACES.filter((at) => among.includes(at) && mayMatch(at)));
        const wanted = approximated.filter((at) => of.includes(at));
        const out = new SpanBatch();
        choice.gather(WINDOW, bitsOf(wanted), out);
        const expected = wanted.flatMap((at) => {
          const all = told.flatMap(({ spans }) => spans.get(WINDOW + at) ?? []);
          const once = [...new Map(all.map((one) => [one.join(), one])).values()];
          return once.length === 0 ? [] : [{ at, spans: once.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]) }];
        });
        const found = Array.from({ length: out.size }, (_, k) => {
          const [from = 0, to = 0] = out.offsets.subarray(k, k + 2);
          const spans = Array.from({ length: to - from }, (_span, i) => [out.starts[from + i], out.ends[from + i]]);
          return { at: out.documents[k], spans };
        });
        expect(found).toEqual(expected);
        expect(choice.certain).toBe(drawn.every(({ perhaps }) => perhaps.length === 0));
        expect(choice.cost).toBe(drawn.reduce((sum, { cost }) => sum + cost, 0));
        expect(choice.idf).toBe(Math.min(...drawn.map(({ idf }) => idf)));
        const firsts = told.map(({ matcher }) => matcher.next(WINDOW + 32));
        expect(choice.next(WINDOW + 32)).toBe(Math.min(...firsts));
        expect(choice.bound(WINDOW)).toBeGreaterThanOrEqual(choice.idf);
      },
    ),
    { numRuns: 300 },
  );
});

test("asked twice of different windows it forgets the first", () => {
  assert(
    property(child, child, boolean(), (first, second, both) => {
      const spans: Spans = new Map([
        ...first.documents.map(({ at, spans: own }) => [at, own] as const),
        ...(both ? second.documents.map(({ at, spans: own }) => [WINDOW + at, own] as const) : []),
      ]);
      const choice = new SpanChoice(context, [new Told(spans, [], { cost: 1, idf: 1 })]);
      const out = new SpanBatch();
      for (const window of [0, WINDOW]) {
        const found = choice.approximate(window, bitsOf(PLACES));
        const documents = PLACES.filter((at) => spans.has(window + at));
        expect(placesOf(found)).toEqual(documents);
        choice.gather(window, found.slice(), out);
        expect([...out.documents.subarray(0, out.size)]).toEqual(documents);
      }
    }),
  );
});
