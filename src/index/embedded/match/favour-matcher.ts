import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, hasBit, listBits, WINDOW, WINDOW_WORDS } from "#index/embedded/segment/bits.ts";
import { favoured } from "#index/favoured.ts";
import { BOUND_SLACK } from "./boolean-matchers.ts";
import { narrows } from "./matcher.ts";
import type { Explanation, Matcher, NarrowingMatcher } from "./matcher.ts";

/** The child, counted `factor` times in some documents: those of any of the lists, a bit each padded to whole windows. */
export class FavourMatcher implements NarrowingMatcher {
  readonly cost: number;
  readonly #child: Matcher;
  readonly #factor: number;
  readonly #lists: readonly Int32Array[];
  /** The most that a score is multiplied by. */
  readonly #most: number;
  readonly #matched = emptyBits();
  readonly #favoured = emptyBits();
  readonly #listed = new Int32Array(WINDOW);
  readonly #own = new Float64Array(WINDOW);

  constructor(child: Matcher, factor: number, lists: readonly Int32Array[]) {
    this.#child = child;
    this.#factor = factor;
    this.#lists = lists;
    this.#most = lists.length === 0 ? 1 : Math.max(1, factor);
    this.cost = child.cost;
  }

  next(target: number): number {
    return this.#child.next(target);
  }

  match(windowStart: number, candidates: Bits): Bits {
    this.#matched.set(this.#child.match(windowStart, candidates));
    const first = windowStart >>> 5;
    for (let i = 0; i < WINDOW_WORDS; i++) {
      let any = 0;
      for (const list of this.#lists) any |= list[first + i] as number;
      this.#favoured[i] = (this.#matched[i] as number) & any;
    }
    return this.#matched;
  }

  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    const own = this.#own.fill(0);
    this.#child.score(windowStart, wanted, factor, own);
    this.#multiply(wanted, own);
    const count = listBits(wanted, this.#listed);
    for (let i = 0; i < count; i++) {
      const at = this.#listed[i] as number;
      scores[at] = (scores[at] as number) + (own[at] as number);
    }
  }

  scoreAbove(windowStart: number, threshold: number, scores: Float64Array): Bits {
    const child = this.#child;
    let left: Bits = this.#matched;
    if (narrows(child)) left = child.scoreAbove(windowStart, threshold / (this.#most * BOUND_SLACK), scores);
    else child.score(windowStart, left, 1, scores);
    this.#multiply(left, scores);
    return left;
  }

  bound(windowStart: number): number {
    return this.#most * this.#child.bound(windowStart);
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    const own = this.#child.explain(windowStart, at, factor);
    return own && hasBit(this.#favoured, at) ? favoured(own, this.#factor) : own;
  }

  #multiply(wanted: Bits, scores: Float64Array): void {
    const count = listBits(this.#favoured, this.#listed);
    for (let i = 0; i < count; i++) {
      const at = this.#listed[i] as number;
      if (hasBit(wanted, at)) scores[at] = (scores[at] as number) * this.#factor;
    }
  }
}
