import type { Bits } from "#index/embedded/segment/bits.ts";
import {
  emptyBits,
  hasBit,
  isEmpty,
  listBits,
  onlyBit,
  setBit,
  WINDOW,
  WINDOW_WORDS,
} from "#index/embedded/segment/bits.ts";
import type { MainWeight } from "#index/embedded/postings/cursor.ts";
import type { Explanation, SegmentContext, SpanMatcher } from "./matcher.ts";
import { NEVER, weightIn } from "./matcher.ts";
import { scoreBound, unitScore } from "./scoring.ts";
import { SpanBatch } from "./span-batch.ts";
import type { SpanCounts } from "./span-counts.ts";
import { mainWeightIn } from "./word-matcher.ts";

/** What `verify` works with: spans of documents, and the weighted frequency of those that have any. */
type Verified = { readonly spans: SpanBatch; readonly weighted: Float64Array };

// One search runs at a time in a thread.
const both = emptyBits();
const list = new Int32Array(WINDOW);
const slice = emptyBits();

/** Spans of uneven length may be many, so they are held of no more documents at once. */
const SLICE_DOCUMENTS = 256;
const WORDS_AT_ONCE_MAX = 2_000_000;

/**
 * A phrase or proximity: matches where its spans are, and scores as one unit whose count in a field is the
 * number of its spans there. Works in two steps, so that positions are read only where all else fits, and reads
 * those of all the window's documents word after word, not document after document: the loops stay short.
 */
export abstract class SpanUnit implements SpanMatcher {
  abstract readonly cost: number;
  abstract readonly idf: number;
  readonly certain: boolean = false;
  readonly spanWords: number | undefined;
  protected abstract readonly what: string;
  protected readonly context: SegmentContext;
  readonly #bits = emptyBits();
  #verified: Verified | undefined;
  readonly #mainWeight: MainWeight;

  constructor(context: SegmentContext) {
    this.context = context;
    this.#mainWeight = mainWeightIn(context, -1);
  }

  abstract next(target: number): number;
  abstract approximate(windowStart: number, candidates: Bits): Bits;
  abstract gather(windowStart: number, wanted: Bits, out: SpanBatch): void;
  protected abstract weightedBound(windowStart: number): number;

  /** As `gather`, of how many spans there are alone; undefined where they have to be made to be counted. */
  protected count(_windowStart: number, _wanted: Bits): SpanCounts | undefined {
    return undefined;
  }

  match(windowStart: number, candidates: Bits): Bits {
    return this.verify(windowStart, this.approximate(windowStart, candidates));
  }

  /** The documents of `approximated` (a subset of the last `approximate`) that have a span. */
  verify(windowStart: number, approximated: Bits): Bits {
    const bits = this.#bits;
    this.#verified ??= { spans: new SpanBatch(), weighted: new Float64Array(WINDOW) };
    bits.fill(0);
    if (isEmpty(approximated)) return bits;
    this.#weighInSlices(windowStart, approximated, this.#verified);
    return bits;
  }

  /** The spans of a wild card may stand at every other word, so that those of a whole window would be many millions. */
  #weighInSlices(windowStart: number, approximated: Bits, verified: Verified): void {
    const { lengths } = this.#mainWeight;
    const { wordsAtOnce_max = WORDS_AT_ONCE_MAX } = this.context;
    const documents_max = this.spanWords === undefined ? SLICE_DOCUMENTS : WINDOW;
    let documents = 0;
    let words = 0;
    slice.fill(0);
    for (let word = 0; word < WINDOW_WORDS; word++) {
      for (let rest = approximated[word] as number; rest !== 0; rest &= rest - 1) {
        const at = word * 32 + 31 - Math.clz32(rest & -rest);
        const length = lengths[windowStart + at] as number;
        if (documents > 0 && (documents === documents_max || words + length > wordsAtOnce_max)) {
          this.#weigh(windowStart, slice, verified);
          slice.fill(0);
          documents = 0;
          words = 0;
        }
        setBit(slice, at);
        documents++;
        words += length;
      }
    }
    if (documents > 0) this.#weigh(windowStart, slice, verified);
  }

  #weigh(windowStart: number, wanted: Bits, verified: Verified): void {
    const counts = this.count(windowStart, wanted);
    if (counts === undefined) this.#weighSpans(windowStart, wanted, verified);
    else this.#weighCounts(windowStart, counts, verified.weighted);
  }

  #weighSpans(windowStart: number, wanted: Bits, { spans, weighted }: Verified): void {
    const bits = this.#bits;
    this.gather(windowStart, wanted, spans);
    this.context.meter.add(spans.count);
    const { documents, offsets, starts } = spans;
    const { lengths, weight, base, slope } = this.#mainWeight;
    const mainEnd = this.context.layout.endOfSlot(0);
    for (let k = 0; k < spans.size; k++) {
      const at = documents[k] as number;
      const from = offsets[k] as number;
      const to = offsets[k + 1] as number;
      if ((starts[to - 1] as number) < mainEnd) {
        weighted[at] = ((to - from) * weight) / (base + slope * (lengths[windowStart + at] as number));
      } else weighted[at] = this.#weightOf(windowStart + at, starts, from, to);
      setBit(bits, at);
    }
  }

  #weighCounts(windowStart: number, { documents, mains, others, size }: SpanCounts, weighted: Float64Array): void {
    const { lengths, weight, base, slope } = this.#mainWeight;
    for (let k = 0; k < size; k++) {
      const at = documents[k] as number;
      const byField = others.get(k);
      if (byField === undefined) {
        weighted[at] = ((mains[k] as number) * weight) / (base + slope * (lengths[windowStart + at] as number));
      } else weighted[at] = this.#weightOfCounts(windowStart + at, byField);
      setBit(this.#bits, at);
    }
  }

  /** As `#weightOf`, in the order in which fields follow in a document. */
  #weightOfCounts(document: number, byField: Int32Array): number {
    const { context } = this;
    const { main } = context.layout;
    let sum = (byField[main] as number) === 0 ? 0 : (byField[main] as number) * weightIn(context, main, document);
    for (let field = 0; field < byField.length; field++) {
      const count = byField[field] as number;
      if (count > 0 && field !== main) sum += count * weightIn(context, field, document);
    }
    return sum;
  }

  /** The weighted frequency that the spans `[from, to)` of a document make. */
  #weightOf(document: number, starts: Int32Array, from: number, to: number): number {
    const { context } = this;
    let sum = 0;
    for (let i = from; i < to;) {
      const field = context.layout.fieldOf(starts[i] as number);
      const end = context.layout.endOfSlot(starts[i] as number);
      const first = i;
      while (i < to && (starts[i] as number) < end) i++;
      sum += (i - first) * weightIn(context, field, document);
    }
    return sum;
  }

  score(_windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    if (this.#verified === undefined) return;
    const { weighted } = this.#verified;
    for (let i = 0; i < WINDOW_WORDS; i++) both[i] = (wanted[i] as number) & (this.#bits[i] as number);
    const count = listBits(both, list);
    const { k1 } = this.context.layout;
    for (let i = 0; i < count; i++) {
      const at = list[i] as number;
      scores[at] = (scores[at] as number) + factor * unitScore(k1, this.idf, weighted[at] as number);
    }
  }

  bound(windowStart: number): number {
    return scoreBound(this.context.layout.k1, this.idf, this.weightedBound(windowStart));
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    if (this.#verified === undefined || !hasBit(this.#bits, at)) return undefined;
    const { weighted, spans } = this.#verified;
    const weightedFrequency = weighted[at] as number;
    this.gather(windowStart, onlyBit(at), spans);
    const occurrences = spans.countByField(this.context.layout);
    const score = factor * unitScore(this.context.layout.k1, this.idf, weightedFrequency);
    return { what: this.what, score, idf: this.idf, weightedFrequency, occurrences };
  }
}

/** As `next` of a matcher that needs all of these. */
export function nextOfAll(children: readonly SpanMatcher[], target: number): number {
  let first = target;
  for (const child of children) {
    first = Math.max(first, child.next(first));
    if (first === NEVER) break;
  }
  return first;
}

/** As `approximate` of a matcher that needs all of these. */
export function approximateAll(children: readonly SpanMatcher[], windowStart: number, candidates: Bits): Bits {
  let bits = candidates;
  for (const child of children) {
    bits = child.approximate(windowStart, bits);
    if (isEmpty(bits)) break;
  }
  return bits;
}
