import { expect } from "vitest";
import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, hasBit, listBits, setBit, WINDOW } from "#index/embedded/segment/bits.ts";
import { NEVER } from "#index/embedded/match/matcher.ts";
import type { SegmentContext, SpanMatcher } from "#index/embedded/match/matcher.ts";
import type { SpanBatch } from "#index/embedded/match/span-batch.ts";
import { UNMETERED } from "#index/embedded/work-meter.ts";

export type Spans = ReadonlyMap<number, readonly (readonly [start: number, end: number])[]>;

const listed = new Int32Array(WINDOW);
export const placesOf = (bits: Bits): number[] => [...listed.subarray(0, listBits(bits, listed))];
export const bitsOf = (places: readonly number[]): Bits => {
  const bits = emptyBits();
  for (const at of places) setBit(bits, at);
  return bits;
};

/** Has the spans it is told, and says that it may have some in further documents. */
export class ToldSpans implements SpanMatcher {
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
    throw new Error("asked for spans only");
  }

  score(): void {
    throw new Error("asked for spans only");
  }

  bound(): number {
    throw new Error("asked for spans only");
  }

  explain(): undefined {
    return undefined;
  }
}

/** A segment of documents without words: only what a unit asks of it before it scores. */
export const PLAIN_CONTEXT: SegmentContext = {
  segment: { columns: { lengths: [new Int32Array(WINDOW)] } },
  layout: { main: 0, bs: [0.5], weights: [1], k1: 1 },
  averages: [10],
  meter: UNMETERED,
} as unknown as SegmentContext;

/** What a batch holds: each document with its spans. */
export function spansIn(
  batch: SpanBatch,
): readonly { readonly at: number; readonly spans: readonly (readonly number[])[] }[] {
  return Array.from({ length: batch.size }, (_, k) => {
    const [from = 0, to = 0] = batch.offsets.subarray(k, k + 2);
    const spans = Array.from({ length: to - from }, (_span, i) => [
      batch.starts[from + i] as number,
      batch.ends[from + i] as number,
    ]);
    return { at: batch.documents[k] as number, spans };
  });
}
