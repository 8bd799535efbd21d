import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, isEmpty } from "#index/embedded/segment/bits.ts";
import type { SegmentContext, SpanMatcher } from "./matcher.ts";
import { NEVER } from "./matcher.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import { SpanBatch } from "./span-batch.ts";
import { SpanChoice } from "./span-choice.ts";
import { PairCounter, SpanCounts } from "./span-counts.ts";
import { approximateAll, nextOfAll, SpanUnit } from "./span-unit.ts";
import type { WordMatcher } from "./word-matcher.ts";

/** How close the two sides must be. `boundaries` are words that begin a sentence or paragraph. */
export type Nearness =
  | { readonly unit: "word"; readonly distance: number }
  | { readonly unit: "boundary"; readonly boundaries: readonly WordMatcher[] };

/** Two operands near each other: every pair that is close enough makes a span from the first to the last word. */
export class NearMatcher extends SpanUnit {
  readonly cost: number;
  readonly idf: number;
  protected readonly what: string;
  readonly #byCost: readonly SpanMatcher[];
  /** The side whose documents need not have a span, if one is such, and the other: what fails is tried first. */
  readonly #doubtful: SpanMatcher;
  readonly #other: SpanMatcher;
  readonly #distance: number;
  readonly #ordered: boolean;
  readonly #leftSpans = new SpanBatch();
  readonly #rightSpans = new SpanBatch();
  readonly #doubtfulSpans: SpanBatch;
  readonly #otherSpans: SpanBatch;
  readonly #breaks = new SpanBatch();
  readonly #boundaries: SpanChoice | undefined;
  /** The documents that have a span of the doubtful side. */
  readonly #rest = emptyBits();
  /** Where pairs can be counted without being made. */
  readonly #pairs: PairCounter | undefined;
  readonly #counts = new SpanCounts();

  constructor(
    context: SegmentContext,
    left: SpanMatcher,
    right: SpanMatcher,
    nearness: Nearness,
    options: { readonly ordered: boolean; readonly what: string },
  ) {
    super(context);
    this.#distance = nearness.unit === "word" ? nearness.distance : 0;
    this.#ordered = options.ordered;
    if (nearness.unit === "boundary") this.#boundaries = new SpanChoice(context, nearness.boundaries);
    this.what = options.what;
    this.#byCost = [left, right].sort((a, b) => a.cost - b.cost);
    const rightFirst = left.certain === right.certain ? right.cost < left.cost : left.certain;
    this.#doubtful = rightFirst ? right : left;
    this.#other = rightFirst ? left : right;
    this.#doubtfulSpans = rightFirst ? this.#rightSpans : this.#leftSpans;
    this.#otherSpans = rightFirst ? this.#leftSpans : this.#rightSpans;
    this.cost = Math.min(left.cost, right.cost);
    this.idf = left.idf + right.idf;
    if (nearness.unit === "word" && left.spanWords !== undefined && right.spanWords !== undefined) {
      this.#pairs = new PairCounter(
        context,
        { spans: this.#leftSpans, words: left.spanWords },
        { spans: this.#rightSpans, words: right.spanWords },
        { distance: nearness.distance, ordered: options.ordered },
      );
    }
  }

  next(target: number): number {
    return nextOfAll(this.#byCost, target);
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    const bits = approximateAll(this.#byCost, windowStart, candidates);
    if (!isEmpty(bits)) this.#boundaries?.approximate(windowStart, bits);
    return bits;
  }

  gather(windowStart: number, wanted: Bits, out: SpanBatch): void {
    const otherSpans = this.#otherSpans;
    this.#gatherSides(windowStart, wanted);
    this.#boundaries?.gather(windowStart, this.#rest, this.#breaks);
    out.begin(false);
    let left = 0;
    let right = 0;
    let boundary = 0;
    for (let k = 0; k < otherSpans.size; k++) {
      const document = otherSpans.documents[k] as number;
      left = this.#leftSpans.placeFrom(left, document);
      right = this.#rightSpans.placeFrom(right, document);
      if (this.#boundaries === undefined) this.#addPairs(left, right, out);
      else {
        boundary = this.#breaks.placeFrom(boundary, document);
        const isBroken = boundary < this.#breaks.size && this.#breaks.documents[boundary] === document;
        this.#addUnbrokenPairs(left, right, isBroken ? sliceOf(this.#breaks, boundary) : NO_BREAKS, out);
      }
      out.endTidied(document, this.context.meter);
    }
  }

  protected override count(windowStart: number, wanted: Bits): SpanCounts | undefined {
    const pairs = this.#pairs;
    if (pairs === undefined) return undefined;
    const otherSpans = this.#otherSpans;
    const counts = this.#counts;
    this.#gatherSides(windowStart, wanted);
    counts.begin();
    let left = 0;
    let right = 0;
    for (let k = 0; k < otherSpans.size; k++) {
      const document = otherSpans.documents[k] as number;
      left = this.#leftSpans.placeFrom(left, document);
      right = this.#rightSpans.placeFrom(right, document);
      pairs.count(document, left, right, counts);
    }
    return counts;
  }

  /** Of the documents wanted the spans of the doubtful side, and of those that have any the other's. */
  #gatherSides(windowStart: number, wanted: Bits): void {
    const rest = this.#rest;
    this.#doubtful.gather(windowStart, wanted, this.#doubtfulSpans);
    rest.fill(0);
    this.#doubtfulSpans.addTo(rest);
    this.#other.gather(windowStart, rest, this.#otherSpans);
  }

  /** Of the document at these places of the two sides' batches. */
  #addPairs(leftPlace: number, rightPlace: number, out: SpanBatch): void {
    const { meter } = this.context;
    const left = sliceOf(this.#leftSpans, leftPlace);
    const right = sliceOf(this.#rightSpans, rightPlace);
    addWithin(left, right, this.#distance, meter, out);
    if (!this.#ordered) addWithin(right, left, this.#distance, meter, out);
  }

  #addUnbrokenPairs(leftPlace: number, rightPlace: number, breaks: Slice, out: SpanBatch): void {
    const left = sliceOf(this.#leftSpans, leftPlace);
    const right = sliceOf(this.#rightSpans, rightPlace);
    addUnbroken(left, right, breaks, this.context, out);
    if (!this.#ordered) addUnbroken(right, left, breaks, this.context, out);
  }

  protected weightedBound(): number {
    return Infinity;
  }
}

/** The spans of one document of a batch. */
type Slice = { readonly starts: Int32Array; readonly ends: Int32Array; readonly from: number; readonly to: number };

const NO_BREAKS: Slice = { starts: new Int32Array(0), ends: new Int32Array(0), from: 0, to: 0 };

function sliceOf(batch: SpanBatch, place: number): Slice {
  const from = batch.offsets[place] as number;
  return { starts: batch.starts, ends: batch.ends, from, to: batch.offsets[place + 1] as number };
}

/**
 * Pairs of one document in which `before` ends at most `distance` words before `after` starts. Spans of `before` that
 * start together reach to the same ends; each is added once.
 */
function addWithin(before: Slice, after: Slice, distance: number, meter: WorkMeter, out: SpanBatch): void {
  const { starts, ends, to } = after;
  let lastStart = -1;
  let added = after.from;
  for (let i = before.from; i < before.to; i++) {
    const start = before.starts[i] as number;
    const end = before.ends[i] as number;
    const first = firstAbove(after, end);
    added = start === lastStart ? Math.max(added, first) : first;
    lastStart = start;
    const from = added;
    while (added < to && (starts[added] as number) <= end + distance) out.add(start, ends[added++] as number);
    meter.add(1 + added - from);
  }
}

/** Pairs in which `before` ends before `after` starts and nothing begins after the first word up to the last. */
function addUnbroken(
  before: Slice,
  after: Slice,
  breaks: Slice,
  { layout, meter }: SegmentContext,
  out: SpanBatch,
): void {
  for (let i = before.from; i < before.to; i++) {
    const start = before.starts[i] as number;
    const next = firstAbove(breaks, start);
    const limit = Math.min(next < breaks.to ? (breaks.starts[next] as number) : NEVER, layout.endOfSlot(start));
    const first = firstAbove(after, before.ends[i] as number);
    let j = first;
    for (; j < after.to && (after.starts[j] as number) < limit; j++) {
      if ((after.ends[j] as number) < limit) out.add(start, after.ends[j] as number);
    }
    meter.add(1 + j - first);
  }
}

/** Index of the first span of a slice that starts above `value`. */
function firstAbove({ starts, from, to }: Slice, value: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
