import type { Bits } from "./bits.ts";
import { emptyBits, isEmpty } from "./bits.ts";
import type { SegmentContext, SpanMatcher } from "./matcher.ts";
import { NEVER } from "./matcher.ts";
import { endOfSlot, SpanBatch } from "./span-batch.ts";
import { SpanChoice } from "./span-choice.ts";
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
  private readonly left: SpanMatcher;
  private readonly byCost: readonly SpanMatcher[];
  /** The side whose documents need not have a span, if one is such, and the other: what fails is tried first. */
  private readonly doubtful: SpanMatcher;
  private readonly other: SpanMatcher;
  private readonly distance: number;
  private readonly ordered: boolean;
  private readonly doubtfulSpans = new SpanBatch();
  private readonly otherSpans = new SpanBatch();
  private readonly breaks = new SpanBatch();
  private readonly boundaries: SpanChoice | undefined;
  /** The documents that have a span of the doubtful side. */
  private readonly rest = emptyBits();

  constructor(
    context: SegmentContext,
    left: SpanMatcher,
    right: SpanMatcher,
    nearness: Nearness,
    options: { readonly ordered: boolean; readonly what: string },
  ) {
    super(context);
    this.left = left;
    this.distance = nearness.unit === "word" ? nearness.distance : 0;
    this.ordered = options.ordered;
    if (nearness.unit === "boundary") this.boundaries = new SpanChoice(context, nearness.boundaries);
    this.what = options.what;
    this.byCost = [left, right].sort((a, b) => a.cost - b.cost);
    const rightFirst = left.certain === right.certain ? right.cost < left.cost : left.certain;
    this.doubtful = rightFirst ? right : left;
    this.other = rightFirst ? left : right;
    this.cost = Math.min(left.cost, right.cost);
    this.idf = left.idf + right.idf;
  }

  next(target: number): number {
    return nextOfAll(this.byCost, target);
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    const bits = approximateAll(this.byCost, windowStart, candidates);
    if (!isEmpty(bits)) this.boundaries?.approximate(windowStart, bits);
    return bits;
  }

  gather(windowStart: number, wanted: Bits, out: SpanBatch): void {
    const { doubtfulSpans, otherSpans, rest } = this;
    this.doubtful.gather(windowStart, wanted, doubtfulSpans);
    rest.fill(0);
    doubtfulSpans.addTo(rest);
    this.other.gather(windowStart, rest, otherSpans);
    this.boundaries?.gather(windowStart, rest, this.breaks);
    out.begin(false);
    let doubtful = 0;
    let boundary = 0;
    for (let other = 0; other < otherSpans.size; other++) {
      const document = otherSpans.documents[other] as number;
      while (doubtfulSpans.documents[doubtful] !== document) doubtful++;
      if (this.boundaries === undefined) this.addPairs(doubtful, other, out);
      else {
        while (boundary < this.breaks.size && (this.breaks.documents[boundary] as number) < document) boundary++;
        this.addUnbrokenPairs(doubtful, other, boundary, out);
      }
      out.endTidied(document);
    }
  }

  /** Of the document at one place in the doubtful side's batch and another in the other's. */
  private addPairs(doubtful: number, other: number, out: SpanBatch): void {
    const { doubtfulSpans, otherSpans, ordered, distance } = this;
    if (this.doubtful === this.left) {
      addWithin(doubtfulSpans, doubtful, otherSpans, other, distance, out);
      if (!ordered) addWithin(otherSpans, other, doubtfulSpans, doubtful, distance, out);
    } else {
      addWithin(otherSpans, other, doubtfulSpans, doubtful, distance, out);
      if (!ordered) addWithin(doubtfulSpans, doubtful, otherSpans, other, distance, out);
    }
  }

  private addUnbrokenPairs(doubtfulPlace: number, otherPlace: number, boundary: number, out: SpanBatch): void {
    const doubtful = sliceOf(this.doubtfulSpans, doubtfulPlace);
    const other = sliceOf(this.otherSpans, otherPlace);
    const document = this.otherSpans.documents[otherPlace];
    const broken = boundary < this.breaks.size && this.breaks.documents[boundary] === document;
    const breaks = broken ? sliceOf(this.breaks, boundary) : { ...sliceOf(this.breaks, 0), to: 0 };
    const [left, right] = this.doubtful === this.left ? [doubtful, other] : [other, doubtful];
    addUnbroken(left, right, breaks, out);
    if (!this.ordered) addUnbroken(right, left, breaks, out);
  }

  protected weightedBound(): number {
    return Infinity;
  }
}

/** The spans of one document of a batch. */
type Slice = { readonly starts: Int32Array; readonly ends: Int32Array; readonly from: number; readonly to: number };

function sliceOf(batch: SpanBatch, place: number): Slice {
  const from = batch.offsets[place] as number;
  return { starts: batch.starts, ends: batch.ends, from, to: batch.offsets[place + 1] as number };
}

/** Pairs of two documents' spans in which `before` ends at most `distance` words before `after` starts. */
function addWithin(
  before: SpanBatch,
  beforePlace: number,
  after: SpanBatch,
  afterPlace: number,
  distance: number,
  out: SpanBatch,
): void {
  const { starts, ends } = after;
  const { ends: beforeEnds } = before;
  const last = before.offsets[beforePlace + 1] as number;
  const to = after.offsets[afterPlace + 1] as number;
  const from = after.offsets[afterPlace] as number;
  let first = from;
  let lastEnd = -1;
  for (let i = before.offsets[beforePlace] as number; i < last; i++) {
    const end = beforeEnds[i] as number;
    if (end < lastEnd) first = from;
    lastEnd = end;
    while (first < to && (starts[first] as number) <= end) first++;
    for (let j = first; j < to && (starts[j] as number) <= end + distance; j++) {
      out.add(before.starts[i] as number, ends[j] as number);
    }
  }
}

/** Pairs in which `before` ends before `after` starts and nothing begins after the first word up to the last. */
function addUnbroken(before: Slice, after: Slice, breaks: Slice, out: SpanBatch): void {
  for (let i = before.from; i < before.to; i++) {
    const start = before.starts[i] as number;
    const next = firstAbove(breaks, start);
    const limit = Math.min(next < breaks.to ? (breaks.starts[next] as number) : NEVER, endOfSlot(start));
    for (let j = firstAbove(after, before.ends[i] as number); j < after.to; j++) {
      if ((after.starts[j] as number) >= limit) break;
      if ((after.ends[j] as number) < limit) out.add(start, after.ends[j] as number);
    }
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
