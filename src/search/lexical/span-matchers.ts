import { FIELDS } from "../query/tree.ts";
import type { Bits } from "./bits.ts";
import { emptyBits, hasBit, isEmpty, listBits, setBit, WINDOW, WINDOW_WORDS } from "./bits.ts";
import { ANY_BEFORE } from "./common-words.ts";
import type { Explanation, SegmentContext, SpanMatcher } from "./matcher.ts";
import { NEVER, weightIn } from "./matcher.ts";
import { BODY, unitScore } from "./scoring.ts";
import { endOfSlot, fieldOf, SpanBatch } from "./span-batch.ts";
import type { WordMatcher } from "./word-matcher.ts";
import { scoreBound } from "./word-matcher.ts";

/** What `verify` found: the spans of the documents it looked at, and the weighted frequency of those that have any. */
type Verified = { readonly spans: SpanBatch; readonly weighted: Float64Array; readonly list: Int32Array };

/**
 * A phrase or proximity: matches where its spans are, and scores as one unit whose count in a field is the
 * number of its spans there. Works in two steps, so that positions are read only where all else fits, and reads
 * those of all the window's documents word after word, not document after document: the loops stay short.
 */
export abstract class SpanUnit implements SpanMatcher {
  abstract readonly cost: number;
  abstract readonly idf: number;
  protected abstract readonly what: string;
  protected readonly context: SegmentContext;
  private readonly bits = emptyBits();
  private verified: Verified | undefined;
  private readonly one = new Int32Array(1);

  constructor(context: SegmentContext) {
    this.context = context;
  }

  abstract next(target: number): number;
  abstract approximate(windowStart: number, candidates: Bits): Bits;
  abstract gather(windowStart: number, list: Int32Array, count: number, out: SpanBatch): void;
  protected abstract weightedBound(windowStart: number): number;

  match(windowStart: number, candidates: Bits): Bits {
    return this.verify(windowStart, this.approximate(windowStart, candidates));
  }

  /** The documents of `approximated` (a subset of the last `approximate`) that have a span. */
  verify(windowStart: number, approximated: Bits): Bits {
    const { bits } = this;
    this.verified ??= { spans: new SpanBatch(), weighted: new Float64Array(WINDOW), list: new Int32Array(WINDOW) };
    const { weighted, list, spans: own } = this.verified;
    const count = listBits(approximated, list);
    bits.fill(0);
    if (count === 0) return bits;
    this.gather(windowStart, list, count, own);
    const { offsets } = own;
    for (let place = 0; place < count; place++) {
      const from = offsets[place] as number;
      const to = offsets[place + 1] as number;
      if (from === to) continue;
      const at = list[place] as number;
      weighted[at] = this.weightOf(windowStart + at, own.starts, from, to);
      setBit(bits, at);
    }
    return bits;
  }

  /** The weighted frequency that the spans `[from, to)` of a document make. */
  private weightOf(document: number, starts: Int32Array, from: number, to: number): number {
    const { context } = this;
    let sum = 0;
    for (let i = from; i < to;) {
      const field = fieldOf(starts[i] as number);
      const end = endOfSlot(starts[i] as number);
      const first = i;
      if (field === BODY && (starts[to - 1] as number) < end) i = to;
      else while (i < to && (starts[i] as number) < end) i++;
      sum += (i - first) * weightIn(context, field, document);
    }
    return sum;
  }

  score(_windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    if (this.verified === undefined) return;
    const { weighted, list } = this.verified;
    const both = emptyBits();
    for (let i = 0; i < WINDOW_WORDS; i++) both[i] = (wanted[i] as number) & (this.bits[i] as number);
    const count = listBits(both, list);
    for (let i = 0; i < count; i++) {
      const at = list[i] as number;
      scores[at] = (scores[at] as number) + factor * unitScore(this.idf, weighted[at] as number);
    }
  }

  bound(windowStart: number): number {
    return scoreBound(this.idf, this.weightedBound(windowStart));
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    if (this.verified === undefined || !hasBit(this.bits, at)) return undefined;
    const { weighted, spans } = this.verified;
    const weightedFrequency = weighted[at] as number;
    const occurrences: Record<string, number> = {};
    this.one[0] = at;
    this.gather(windowStart, this.one, 1, spans);
    for (let i = 0; i < spans.count; i++) {
      const name = FIELDS[fieldOf(spans.starts[i] as number)];
      if (name !== undefined) occurrences[name] = (occurrences[name] ?? 0) + 1;
    }
    const score = factor * unitScore(this.idf, weightedFrequency);
    return { what: this.what, score, idf: this.idf, weightedFrequency, occurrences };
  }
}

/** A word of a phrase that is read: its place, and what may stand right before it (a bit for each code). */
export type PhraseWord = { readonly word: WordMatcher; readonly offset: number; readonly before: number };

/** Words next to each other. Those that the codes of others vouch for are not among `words`. */
export class PhraseMatcher extends SpanUnit {
  readonly cost: number;
  readonly idf: number;
  protected readonly what: string;
  private readonly length: number;
  /** The one with the fewest spans to be expected first: most documents fail before the others are read. */
  private readonly words: readonly PhraseWord[];
  /** The rarest first. */
  private readonly matchers: readonly WordMatcher[];
  private readonly found = new SpanBatch();

  constructor(
    context: SegmentContext,
    words: readonly PhraseWord[],
    options: { readonly length: number; readonly idf: number; readonly what: string },
  ) {
    super(context);
    this.length = options.length;
    this.what = options.what;
    this.idf = options.idf;
    this.words = words.toSorted((a, b) => effort(a) - effort(b));
    this.matchers = this.words.map(({ word }) => word).sort((a, b) => a.cost - b.cost);
    this.cost = this.matchers[0]?.cost ?? 0;
  }

  next(target: number): number {
    return nextOfAll(this.matchers, target);
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    return approximateAll(this.matchers, windowStart, candidates);
  }

  gather(windowStart: number, list: Int32Array, count: number, out: SpanBatch): void {
    const { found, words } = this;
    words.forEach(({ word, offset, before }, w) => {
      if (w > 0) word.keepFollowed(windowStart, list, found, offset, before);
      else {
        word.gather(windowStart, list, count, found, before);
        for (let i = 0; i < found.count; i++) found.starts[i] = (found.starts[i] as number) - offset;
      }
    });
    out.begin(false);
    out.reserve(found.count);
    for (let place = 0, i = 0; place < count; place++) {
      const end = found.offsets[place + 1] as number;
      for (; i < end; i++) {
        const start = found.starts[i] as number;
        out.add(start, start + this.length - 1);
      }
      out.endDocument();
    }
  }

  protected weightedBound(windowStart: number): number {
    let least = Infinity;
    for (const word of this.matchers) least = Math.min(least, word.weightedBound(windowStart));
    return least;
  }
}

/** About one occurrence in so many has a given common word before it. */
const OCCURRENCES_PER_CODE = 8;

function effort({ word, before }: PhraseWord): number {
  return before === ANY_BEFORE ? word.cost : word.cost / OCCURRENCES_PER_CODE;
}

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
  private readonly nearness: Nearness;
  private readonly ordered: boolean;
  private readonly doubtfulSpans = new SpanBatch();
  private readonly otherSpans = new SpanBatch();
  private readonly breaks = new SpanBatch();
  private readonly boundaries: SpanChoice | undefined;
  /** The documents left when those without a span of the doubtful side are dropped. */
  private readonly rest = new Int32Array(WINDOW);
  private readonly places = new Int32Array(WINDOW);

  constructor(
    context: SegmentContext,
    left: SpanMatcher,
    right: SpanMatcher,
    nearness: Nearness,
    options: { readonly ordered: boolean; readonly what: string },
  ) {
    super(context);
    this.left = left;
    this.nearness = nearness;
    this.ordered = options.ordered;
    if (nearness.unit === "boundary") this.boundaries = new SpanChoice(context, nearness.boundaries);
    this.what = options.what;
    this.byCost = [left, right].sort((a, b) => a.cost - b.cost);
    const rightFirst = right instanceof SpanUnit && (!(left instanceof SpanUnit) || right.cost < left.cost);
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

  gather(windowStart: number, list: Int32Array, count: number, out: SpanBatch): void {
    const { doubtfulSpans, otherSpans, rest, places } = this;
    this.doubtful.gather(windowStart, list, count, doubtfulSpans);
    let left = 0;
    for (let place = 0; place < count; place++) {
      if (doubtfulSpans.offsets[place] === doubtfulSpans.offsets[place + 1]) continue;
      rest[left] = list[place] as number;
      places[left++] = place;
    }
    this.other.gather(windowStart, rest, left, otherSpans);
    this.boundaries?.gather(windowStart, rest, left, this.breaks);
    out.begin(false);
    for (let i = 0; i < left; i++) {
      while (out.size < (places[i] as number)) out.endDocument();
      this.addPairs(places[i] as number, i, out);
    }
    while (out.size < count) out.endDocument();
  }

  /** Of the document at one place in the doubtful side's batch and another in the other's. */
  private addPairs(doubtfulPlace: number, otherPlace: number, out: SpanBatch): void {
    const { doubtfulSpans, otherSpans, nearness } = this;
    if (otherSpans.offsets[otherPlace] === otherSpans.offsets[otherPlace + 1]) {
      out.endDocument();
      return;
    }
    const leftDoubtful = this.doubtful === this.left;
    const left = leftDoubtful ? doubtfulSpans : otherSpans;
    const right = leftDoubtful ? otherSpans : doubtfulSpans;
    const leftPlace = leftDoubtful ? doubtfulPlace : otherPlace;
    const rightPlace = leftDoubtful ? otherPlace : doubtfulPlace;
    if (nearness.unit === "word") {
      addWithin(left, leftPlace, right, rightPlace, nearness.distance, out);
      if (!this.ordered) addWithin(right, rightPlace, left, leftPlace, nearness.distance, out);
    } else {
      const breaks = sliceOf(this.breaks, otherPlace);
      addUnbroken(sliceOf(left, leftPlace), sliceOf(right, rightPlace), breaks, out);
      if (!this.ordered) addUnbroken(sliceOf(right, rightPlace), sliceOf(left, leftPlace), breaks, out);
    }
    out.endTidied();
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

/** A choice of operands inside a proximity: its spans are those of all of them. */
export class SpanChoice extends SpanUnit {
  readonly cost: number;
  readonly idf: number;
  protected readonly what = "any of";
  private readonly children: readonly SpanMatcher[];
  private readonly union = emptyBits();
  private readonly matched: readonly Bits[];
  private readonly parts: readonly SpanBatch[];
  private readonly part = new Int32Array(WINDOW);

  constructor(context: SegmentContext, children: readonly SpanMatcher[]) {
    super(context);
    this.children = children;
    this.matched = children.map(() => emptyBits());
    this.parts = children.map(() => new SpanBatch());
    this.cost = children.reduce((sum, child) => sum + child.cost, 0);
    this.idf = children.reduce((least, child) => Math.min(least, child.idf), Infinity);
  }

  next(target: number): number {
    return this.children.reduce((first, child) => Math.min(first, child.next(target)), NEVER);
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    const { union } = this;
    union.fill(0);
    this.children.forEach((child, c) => {
      const bits = child.approximate(windowStart, candidates);
      this.matched[c]?.set(bits);
      for (let i = 0; i < WINDOW_WORDS; i++) union[i] = (union[i] as number) | (bits[i] as number);
    });
    return union;
  }

  gather(windowStart: number, list: Int32Array, count: number, out: SpanBatch): void {
    const { children, matched, parts, part } = this;
    children.forEach((child, c) => {
      let own = 0;
      for (let place = 0; place < count; place++) {
        if (hasBit(matched[c] as Bits, list[place] as number)) part[own++] = list[place] as number;
      }
      child.gather(windowStart, part, own, parts[c] as SpanBatch);
    });
    const next = children.map(() => 0);
    out.begin(false);
    for (let place = 0; place < count; place++) {
      let several = 0;
      for (let c = 0; c < children.length; c++) {
        if (!hasBit(matched[c] as Bits, list[place] as number)) continue;
        const slice = sliceOf(parts[c] as SpanBatch, next[c] as number);
        (next[c] as number)++;
        if (slice.from === slice.to) continue;
        for (let i = slice.from; i < slice.to; i++) out.add(slice.starts[i] as number, slice.ends[i] as number);
        several++;
      }
      if (several > 1) out.endTidied();
      else out.endDocument();
    }
  }

  protected weightedBound(): number {
    return Infinity;
  }
}

function nextOfAll(children: readonly SpanMatcher[], target: number): number {
  let first = target;
  for (const child of children) {
    first = Math.max(first, child.next(first));
    if (first === NEVER) break;
  }
  return first;
}

function approximateAll(children: readonly SpanMatcher[], windowStart: number, candidates: Bits): Bits {
  let bits = candidates;
  for (const child of children) {
    bits = child.approximate(windowStart, bits);
    if (isEmpty(bits)) break;
  }
  return bits;
}
