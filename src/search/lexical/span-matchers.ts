import { FIELDS } from "../query/tree.ts";
import type { Bits } from "./bits.ts";
import { emptyBits, hasBit, isEmpty, listBits, setBit, WINDOW, WINDOW_WORDS } from "./bits.ts";
import type { Explanation, SegmentContext, SpanMatcher } from "./matcher.ts";
import { NEVER, Spans, weightIn } from "./matcher.ts";
import { FIELD_COUNT, unitScore } from "./scoring.ts";
import type { WordMatcher } from "./word-matcher.ts";
import { scoreBound } from "./word-matcher.ts";

/**
 * A phrase or proximity: matches where its spans are, and scores as one unit whose count in a field is the
 * number of its spans there. Works in two steps, so that positions are read only where all else fits.
 */
export abstract class SpanUnit implements SpanMatcher {
  abstract readonly cost: number;
  abstract readonly idf: number;
  protected abstract readonly what: string;
  protected readonly context: SegmentContext;
  private readonly bits = emptyBits();
  private readonly weighted = new Float64Array(WINDOW);
  private readonly list = new Int32Array(WINDOW);
  private readonly found = new Spans();

  constructor(context: SegmentContext) {
    this.context = context;
  }

  abstract next(target: number): number;
  abstract approximate(windowStart: number, candidates: Bits): Bits;
  abstract fieldsAt(at: number): number;
  abstract spans(windowStart: number, at: number, field: number, out: Spans): void;
  protected abstract weightedBound(windowStart: number): number;

  match(windowStart: number, candidates: Bits): Bits {
    return this.verify(windowStart, this.approximate(windowStart, candidates));
  }

  /** The documents of `approximated` (a subset of the last `approximate`) that have a span. */
  verify(windowStart: number, approximated: Bits): Bits {
    const { bits, weighted, list, found, context } = this;
    const count = listBits(approximated, list);
    bits.fill(0);
    for (let i = 0; i < count; i++) {
      const at = list[i] as number;
      const mask = this.fieldsAt(at);
      let sum = 0;
      for (let field = 0; mask >> field !== 0; field++) {
        if ((mask & (1 << field)) === 0) continue;
        this.spans(windowStart, at, field, found);
        if (found.count > 0) sum += found.count * weightIn(context, field, windowStart + at);
      }
      if (sum === 0) continue;
      weighted[at] = sum;
      setBit(bits, at);
    }
    return bits;
  }

  score(_windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    const both = emptyBits();
    for (let i = 0; i < WINDOW_WORDS; i++) both[i] = (wanted[i] as number) & (this.bits[i] as number);
    const count = listBits(both, this.list);
    for (let i = 0; i < count; i++) {
      const at = this.list[i] as number;
      scores[at] = (scores[at] as number) + factor * unitScore(this.idf, this.weighted[at] as number);
    }
  }

  bound(windowStart: number): number {
    return scoreBound(this.idf, this.weightedBound(windowStart));
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    if (!hasBit(this.bits, at)) return undefined;
    const weightedFrequency = this.weighted[at] as number;
    const occurrences: Record<string, number> = {};
    const mask = this.fieldsAt(at);
    for (let field = 0; field < FIELD_COUNT; field++) {
      const name = FIELDS[field];
      if (name === undefined || (mask & (1 << field)) === 0) continue;
      this.spans(windowStart, at, field, this.found);
      if (this.found.count > 0) occurrences[name] = this.found.count;
    }
    const score = factor * unitScore(this.idf, weightedFrequency);
    return { what: this.what, score, idf: this.idf, weightedFrequency, occurrences };
  }
}

/** Words next to each other. */
export class PhraseMatcher extends SpanUnit {
  readonly cost: number;
  readonly idf: number;
  protected readonly what: string;
  private readonly words: readonly WordMatcher[];
  private readonly byCost: readonly WordMatcher[];
  /** Place in the phrase of each word of `byCost`. */
  private readonly offsets: readonly number[];
  private readonly first = new Spans();

  constructor(context: SegmentContext, words: readonly WordMatcher[], what: string) {
    super(context);
    this.words = words;
    this.what = what;
    this.byCost = words.toSorted((a, b) => a.cost - b.cost);
    this.offsets = this.byCost.map((word) => words.indexOf(word));
    this.cost = this.byCost[0]?.cost ?? 0;
    this.idf = words.reduce((sum, word) => sum + word.idf, 0);
  }

  next(target: number): number {
    return nextOfAll(this.byCost, target);
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    return approximateAll(this.byCost, windowStart, candidates);
  }

  fieldsAt(at: number): number {
    let mask = -1;
    for (const word of this.words) mask &= word.fieldsAt(at);
    return mask;
  }

  /** Rare words first: most documents fail before the positions of a common word are read. */
  spans(windowStart: number, at: number, field: number, out: Spans): void {
    const { first, byCost, words } = this;
    out.count = 0;
    for (let w = 0; w < byCost.length; w++) {
      const word = byCost[w] as WordMatcher;
      const offset = this.offsets[w] as number;
      if (w > 0) word.keepFollowed(windowStart, at, field, first, offset);
      else {
        word.spans(windowStart, at, field, first);
        for (let i = 0; i < first.count; i++) first.starts[i] = (first.starts[i] as number) - offset;
      }
      if (first.count === 0) return;
    }
    const last = words.length - 1;
    for (let i = 0; i < first.count; i++) out.add(first.starts[i] as number, (first.starts[i] as number) + last);
  }

  protected weightedBound(windowStart: number): number {
    let least = Infinity;
    for (const word of this.words) least = Math.min(least, word.weightedBound(windowStart));
    return least;
  }
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
  private readonly right: SpanMatcher;
  private readonly byCost: readonly SpanMatcher[];
  private readonly nearness: Nearness;
  private readonly ordered: boolean;
  private readonly leftSpans = new Spans();
  private readonly rightSpans = new Spans();
  private readonly boundarySpans = new Spans();
  private readonly breaks = new Spans();

  constructor(
    context: SegmentContext,
    left: SpanMatcher,
    right: SpanMatcher,
    nearness: Nearness,
    options: { readonly ordered: boolean; readonly what: string },
  ) {
    super(context);
    this.left = left;
    this.right = right;
    this.nearness = nearness;
    this.ordered = options.ordered;
    this.what = options.what;
    this.byCost = [left, right].sort((a, b) => a.cost - b.cost);
    this.cost = Math.min(left.cost, right.cost);
    this.idf = left.idf + right.idf;
  }

  next(target: number): number {
    return nextOfAll(this.byCost, target);
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    const bits = approximateAll(this.byCost, windowStart, candidates);
    if (this.nearness.unit === "boundary" && !isEmpty(bits)) {
      for (const boundary of this.nearness.boundaries) boundary.match(windowStart, bits);
    }
    return bits;
  }

  fieldsAt(at: number): number {
    return this.left.fieldsAt(at) & this.right.fieldsAt(at);
  }

  spans(windowStart: number, at: number, field: number, out: Spans): void {
    const { leftSpans, rightSpans } = this;
    out.count = 0;
    this.left.spans(windowStart, at, field, leftSpans);
    if (leftSpans.count === 0) return;
    this.right.spans(windowStart, at, field, rightSpans);
    if (rightSpans.count === 0) return;
    if (this.nearness.unit === "word") {
      addWithin(leftSpans, rightSpans, this.nearness.distance, out);
      if (!this.ordered) addWithin(rightSpans, leftSpans, this.nearness.distance, out);
    } else {
      this.readBreaks(windowStart, at, field);
      addUnbroken(leftSpans, rightSpans, this.breaks, out);
      if (!this.ordered) addUnbroken(rightSpans, leftSpans, this.breaks, out);
    }
    out.tidy();
  }

  protected weightedBound(): number {
    return Infinity;
  }

  private readBreaks(windowStart: number, at: number, field: number): void {
    this.breaks.count = 0;
    if (this.nearness.unit !== "boundary") return;
    for (const boundary of this.nearness.boundaries) {
      boundary.spans(windowStart, at, field, this.boundarySpans);
      for (let i = 0; i < this.boundarySpans.count; i++) {
        const position = this.boundarySpans.starts[i] as number;
        this.breaks.add(position, position);
      }
    }
    this.breaks.tidy();
  }
}

/** Pairs in which `before` ends at most `distance` words before `after` starts. */
function addWithin(before: Spans, after: Spans, distance: number, out: Spans): void {
  for (let i = 0; i < before.count; i++) {
    const end = before.ends[i] as number;
    const limit = end + distance;
    for (let j = firstAbove(after.starts, after.count, end); j < after.count; j++) {
      if ((after.starts[j] as number) > limit) break;
      out.add(before.starts[i] as number, after.ends[j] as number);
    }
  }
}

/** Pairs in which `before` ends before `after` starts and nothing begins after the first word up to the last. */
function addUnbroken(before: Spans, after: Spans, breaks: Spans, out: Spans): void {
  for (let i = 0; i < before.count; i++) {
    const start = before.starts[i] as number;
    const next = firstAbove(breaks.starts, breaks.count, start);
    const limit = next < breaks.count ? (breaks.starts[next] as number) : NEVER;
    for (let j = firstAbove(after.starts, after.count, before.ends[i] as number); j < after.count; j++) {
      if ((after.starts[j] as number) >= limit) break;
      if ((after.ends[j] as number) < limit) out.add(start, after.ends[j] as number);
    }
  }
}

/** Index of the first value above `value` in a rising array. */
function firstAbove(values: Int32Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) <= value) low = middle + 1;
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
  private readonly part = new Spans();

  constructor(context: SegmentContext, children: readonly SpanMatcher[]) {
    super(context);
    this.children = children;
    this.matched = children.map(() => emptyBits());
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

  fieldsAt(at: number): number {
    let mask = 0;
    this.children.forEach((child, c) => {
      if (hasBit(this.matched[c] as Bits, at)) mask |= child.fieldsAt(at);
    });
    return mask;
  }

  spans(windowStart: number, at: number, field: number, out: Spans): void {
    const { part } = this;
    out.count = 0;
    this.children.forEach((child, c) => {
      if (!hasBit(this.matched[c] as Bits, at) || (child.fieldsAt(at) & (1 << field)) === 0) return;
      child.spans(windowStart, at, field, part);
      for (let i = 0; i < part.count; i++) out.add(part.starts[i] as number, part.ends[i] as number);
    });
    out.tidy();
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
