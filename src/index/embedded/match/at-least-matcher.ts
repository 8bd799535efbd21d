import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, setBit, WINDOW_WORDS } from "#index/embedded/segment/bits.ts";
import type { Explanation, Matcher, SpanMatcher } from "./matcher.ts";
import { SpanBatch } from "./span-batch.ts";

/** The documents in which something has so many spans. They score as it does by itself: the parts of a choice each. */
export class AtLeastMatcher implements Matcher {
  readonly cost: number;
  readonly #scored: Matcher;
  readonly #counted: SpanMatcher;
  readonly #count: number;
  readonly #spans = new SpanBatch();
  readonly #bits = emptyBits();
  readonly #wanted = emptyBits();

  /** `scored` matches where `counted` does; they may be the same. */
  constructor(scored: Matcher, counted: SpanMatcher, count: number) {
    this.#scored = scored;
    this.#counted = counted;
    this.#count = count;
    this.cost = counted.cost;
  }

  next(target: number): number {
    return this.#scored.next(target);
  }

  match(windowStart: number, candidates: Bits): Bits {
    const bits = this.#bits;
    const spans = this.#spans;
    bits.set(this.#scored.match(windowStart, candidates));
    if (this.#scored !== this.#counted) this.#counted.approximate(windowStart, bits);
    this.#counted.gather(windowStart, bits, spans);
    bits.fill(0);
    for (let k = 0; k < spans.size; k++) {
      const count = (spans.offsets[k + 1] as number) - (spans.offsets[k] as number);
      if (count >= this.#count) setBit(bits, spans.documents[k] as number);
    }
    return bits;
  }

  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    for (let i = 0; i < WINDOW_WORDS; i++) this.#wanted[i] = (wanted[i] as number) & (this.#bits[i] as number);
    this.#scored.score(windowStart, this.#wanted, factor, scores);
  }

  bound(windowStart: number): number {
    return this.#scored.bound(windowStart);
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    const isMatch = (((this.#bits[at >>> 5] as number) >>> (at & 31)) & 1) === 1;
    return isMatch ? this.#scored.explain(windowStart, at, factor) : undefined;
  }
}
