import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, hasBit, isEmpty, WINDOW, WINDOW_WORDS } from "#index/embedded/segment/bits.ts";
import type { Explanation, Matcher, NarrowingMatcher } from "./matcher.ts";
import { NEVER } from "./matcher.ts";
import { SpanUnit } from "./span-unit.ts";

/** Bounds are computed in another order than scores; this much keeps rounding from dropping a hit. */
export const BOUND_SLACK: number = 1 + 1e-9;

/** All children match. Cheap ones narrow the candidates first; positions are read last. */
export class AndMatcher implements NarrowingMatcher {
  readonly cost: number;
  readonly #children: readonly Matcher[];
  readonly #bits = emptyBits();
  readonly #wanted = emptyBits();

  constructor(children: readonly Matcher[]) {
    this.#children = children.toSorted(
      (a, b) => Number(a instanceof NotMatcher) - Number(b instanceof NotMatcher) || a.cost - b.cost,
    );
    this.cost = this.#children[0]?.cost ?? 0;
  }

  next(target: number): number {
    let first = target;
    for (const child of this.#children) {
      first = Math.max(first, child.next(first));
      if (first === NEVER) break;
    }
    return first;
  }

  match(windowStart: number, candidates: Bits): Bits {
    let bits = candidates;
    for (const child of this.#children) {
      bits = child instanceof SpanUnit ? child.approximate(windowStart, bits) : child.match(windowStart, bits);
      if (isEmpty(bits)) return this.#keep(bits);
    }
    for (const child of this.#children) {
      if (!(child instanceof SpanUnit)) continue;
      bits = child.verify(windowStart, bits);
      if (isEmpty(bits)) break;
    }
    return this.#keep(bits);
  }

  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    const matched = intersection(wanted, this.#bits, this.#wanted);
    for (const child of this.#children) child.score(windowStart, matched, factor, scores);
  }

  scoreAbove(windowStart: number, threshold: number, scores: Float64Array): Bits {
    return scoreNarrowing(this.#children, this.#bits, windowStart, threshold, scores);
  }

  bound(windowStart: number): number {
    return this.#children.reduce((sum, child) => sum + child.bound(windowStart), 0);
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    if (!hasBit(this.#bits, at)) return undefined;
    return explainParts("all of", this.#children, windowStart, at, factor);
  }

  #keep(bits: Bits): Bits {
    this.#bits.set(bits);
    return this.#bits;
  }
}

/** At least `required` children match: 1 is OR; more is a query typed without operators. */
export class SomeMatcher implements NarrowingMatcher {
  readonly cost: number;
  readonly #children: readonly Matcher[];
  readonly #required: number;
  readonly #bits = emptyBits();
  readonly #wanted = emptyBits();
  readonly #wantedOfChild = emptyBits();
  readonly #matched: readonly Bits[];
  readonly #nexts: Int32Array;
  readonly #counts: Uint8Array;

  constructor(children: readonly Matcher[], required: number) {
    this.#children = children;
    this.#required = Math.max(1, required);
    this.#counts = new Uint8Array(this.#required > 1 ? WINDOW : 0);
    this.#matched = children.map(() => emptyBits());
    this.#nexts = new Int32Array(children.length);
    this.cost = children.reduce((sum, child) => sum + child.cost, 0);
  }

  /** The `required`-th smallest of the children's next documents: before it too few can match. */
  next(target: number): number {
    if (this.#required > this.#children.length) return NEVER;
    this.#children.forEach((child, c) => (this.#nexts[c] = child.next(target)));
    return this.#nexts.sort()[this.#required - 1] as number;
  }

  match(windowStart: number, candidates: Bits): Bits {
    const required = this.#required;
    const bits = this.#bits;
    const counts = this.#counts;
    bits.fill(0);
    if (required > 1) counts.fill(0);
    this.#children.forEach((child, c) => {
      const own = this.#matched[c] as Bits;
      own.set(child.match(windowStart, candidates));
      if (required > 1) addCounts(own, counts, required, bits);
      else for (let i = 0; i < WINDOW_WORDS; i++) bits[i] = (bits[i] as number) | (own[i] as number);
    });
    return bits;
  }

  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    const matched = intersection(wanted, this.#bits, this.#wanted);
    this.#children.forEach((child, c) => {
      const own = intersection(matched, this.#matched[c] as Bits, this.#wantedOfChild);
      child.score(windowStart, own, factor, scores);
    });
  }

  scoreAbove(windowStart: number, threshold: number, scores: Float64Array): Bits {
    return scoreNarrowing(this.#children, this.#bits, windowStart, threshold, scores);
  }

  /**
   * As `match`, leaving out documents whose score must stay below `threshold`: the children whose bounds together
   * do not reach it are only asked about what the others matched. For a choice of one child or more.
   */
  matchAbove(windowStart: number, candidates: Bits, threshold: number): Bits {
    if (this.#required > 1) return this.match(windowStart, candidates);
    const bounds = this.#children.map((child) => child.bound(windowStart) * BOUND_SLACK);
    const order = [...bounds.keys()].sort((a, b) => (bounds[a] as number) - (bounds[b] as number));
    let together = 0;
    const weak = order.filter((c) => (together += bounds[c] as number) < threshold);
    const bits = this.#bits;
    bits.fill(0);
    for (const c of order.slice(weak.length)) this.#addMatches(c, windowStart, candidates);
    const strong = bits.slice();
    for (const c of weak) this.#addMatches(c, windowStart, strong);
    return bits;
  }

  #addMatches(c: number, windowStart: number, candidates: Bits): void {
    const own = this.#matched[c] as Bits;
    own.set((this.#children[c] as Matcher).match(windowStart, candidates));
    for (let i = 0; i < WINDOW_WORDS; i++) this.#bits[i] = (this.#bits[i] as number) | (own[i] as number);
  }

  bound(windowStart: number): number {
    return this.#children.reduce((sum, child) => sum + child.bound(windowStart), 0);
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    if (!hasBit(this.#bits, at)) return undefined;
    return explainParts("any of", this.#children, windowStart, at, factor);
  }
}

function addCounts(own: Bits, counts: Uint8Array, required: number, bits: Bits): void {
  for (let i = 0; i < WINDOW_WORDS; i++) {
    let word = own[i] as number;
    while (word !== 0) {
      const low = word & -word;
      const at = (i << 5) + 31 - Math.clz32(low);
      const count = (counts[at] as number) + 1;
      counts[at] = count;
      if (count === required) bits[i] = (bits[i] as number) | low;
      word ^= low;
    }
  }
}

/** Everything the child does not match. Adds nothing to a score. */
export class NotMatcher implements Matcher {
  readonly cost: number;
  readonly #child: Matcher;
  readonly #bits = emptyBits();

  constructor(child: Matcher, documents: number) {
    this.#child = child;
    this.cost = documents;
  }

  next(target: number): number {
    return target;
  }

  match(windowStart: number, candidates: Bits): Bits {
    const matched = this.#child.match(windowStart, candidates);
    for (let i = 0; i < WINDOW_WORDS; i++) this.#bits[i] = (candidates[i] as number) & ~(matched[i] as number);
    return this.#bits;
  }

  score(): void {
    // An absence is no merit.
  }

  bound(): number {
    return 0;
  }

  explain(): Explanation | undefined {
    return undefined;
  }
}

/** A fixed set of documents, given as one bit each padded to whole windows. */
export class SetMatcher implements Matcher {
  readonly cost: number;
  readonly #members: Int32Array;
  readonly #bits = emptyBits();

  constructor(members: Int32Array, cost: number) {
    this.#members = members;
    this.cost = cost;
  }

  next(target: number): number {
    return target;
  }

  match(windowStart: number, candidates: Bits): Bits {
    const first = windowStart >>> 5;
    for (let i = 0; i < WINDOW_WORDS; i++)
      this.#bits[i] = (candidates[i] as number) & (this.#members[first + i] as number);
    return this.#bits;
  }

  score(): void {
    // A condition is no merit.
  }

  bound(): number {
    return 0;
  }

  explain(): Explanation | undefined {
    return undefined;
  }
}

/** The child, counted `factor` times. */
export class BoostMatcher implements Matcher {
  readonly cost: number;
  readonly #child: Matcher;
  readonly #factor: number;

  constructor(child: Matcher, factor: number) {
    this.#child = child;
    this.#factor = factor;
    this.cost = child.cost;
  }

  next(target: number): number {
    return this.#child.next(target);
  }

  match(windowStart: number, candidates: Bits): Bits {
    return this.#child.match(windowStart, candidates);
  }

  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    this.#child.score(windowStart, wanted, factor * this.#factor, scores);
  }

  bound(windowStart: number): number {
    return this.#factor * this.#child.bound(windowStart);
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    return this.#child.explain(windowStart, at, factor * this.#factor);
  }
}

function intersection(a: Bits, b: Bits, both: Bits): Bits {
  for (let i = 0; i < WINDOW_WORDS; i++) both[i] = (a[i] as number) & (b[i] as number);
  return both;
}

/**
 * Scores the children from the one with the highest bound down, and after each drops the documents that the rest
 * cannot lift to `threshold`. Answers the documents whose scores are whole.
 */
function scoreNarrowing(
  children: readonly Matcher[],
  matched: Bits,
  windowStart: number,
  threshold: number,
  scores: Float64Array,
): Bits {
  const bounds = children.map((child) => child.bound(windowStart) * BOUND_SLACK);
  const order = [...bounds.keys()].sort((a, b) => (bounds[b] as number) - (bounds[a] as number));
  let rest = bounds.reduce((sum, bound) => sum + bound, 0);
  const left = matched.slice();
  for (const c of order) {
    const child = children[c] as Matcher;
    rest -= bounds[c] as number;
    if ((bounds[c] as number) > 0) child.score(windowStart, left, 1, scores);
    keepAbove(left, scores, threshold - rest);
  }
  return left;
}

/** Takes out of the set the documents with a score below `least`. */
function keepAbove(bits: Bits, scores: Float64Array, least: number): void {
  if (least === -Infinity) return;
  for (let i = 0; i < WINDOW_WORDS; i++) {
    let word = bits[i] as number;
    while (word !== 0) {
      const low = word & -word;
      if ((scores[(i << 5) + 31 - Math.clz32(low)] as number) < least) bits[i] = (bits[i] as number) ^ low;
      word ^= low;
    }
  }
}

function explainParts(
  what: string,
  children: readonly Matcher[],
  windowStart: number,
  at: number,
  factor: number,
): Explanation {
  const parts = children.flatMap((child) => child.explain(windowStart, at, factor) ?? []);
  return { what, score: parts.reduce((sum, part) => sum + part.score, 0), parts };
}
