import type { PriorNode } from "#index/tree.ts";
import type { Bits } from "#index/embedded/segment/bits.ts";
import { hasBit, WINDOW } from "#index/embedded/segment/bits.ts";
import type { Explanation, Matcher } from "./matcher.ts";

/** All documents, each scored by the number in a column. */
export class PriorMatcher implements Matcher {
  readonly cost: number;
  readonly #node: PriorNode;
  readonly #numberOf: (document: number) => number;
  readonly #documents: number;
  #matched: Bits = new Int32Array();

  constructor(node: PriorNode, numberOf: (document: number) => number, documents: number) {
    this.#node = node;
    this.#numberOf = numberOf;
    this.#documents = documents;
    this.cost = documents;
  }

  next(target: number): number {
    return target;
  }

  match(_windowStart: number, candidates: Bits): Bits {
    this.#matched = candidates.slice();
    return this.#matched;
  }

  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    const end = Math.min(WINDOW, this.#documents - windowStart);
    for (let at = 0; at < end; at++) {
      if (hasBit(wanted, at)) scores[at] = (scores[at] as number) + factor * this.#scoreOf(windowStart + at);
    }
  }

  bound(windowStart: number): number {
    const end = Math.min(windowStart + WINDOW, this.#documents);
    let greatest = 0;
    for (let document = windowStart; document < end; document++) {
      greatest = Math.max(greatest, this.#scoreOf(document));
    }
    return greatest;
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    if (!hasBit(this.#matched, at)) return undefined;
    const number = this.#numberOf(windowStart + at);
    const what = `${this.#node.column} ${Number.isNaN(number) ? "unknown" : number}`;
    return { what, score: factor * this.#scoreOf(windowStart + at) };
  }

  #scoreOf(document: number): number {
    const number = this.#numberOf(document);
    return number > 1 ? this.#node.weight * Math.log(number) : 0;
  }
}
