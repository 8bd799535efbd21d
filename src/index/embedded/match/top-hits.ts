import type { HitOrder } from "./hit-order.ts";

/** `rank` is the score, or what the sort makes of the document (`hit-order.ts`). */
export type Hit = { readonly segment: number; readonly document: number; readonly rank: number };

/** The first `size` hits so far in a heap whose root is the last of them. */
export class TopHits {
  readonly #order: HitOrder;
  readonly #size: number;
  readonly #ranks: number[] = [];
  readonly #places: number[] = [];
  readonly #documents: number[] = [];

  constructor(order: HitOrder, size: number) {
    this.#order = order;
    this.#size = size;
  }

  /** A rank below this cannot enter. */
  get threshold(): number {
    if (this.#size === 0) return Infinity;
    return this.#ranks.length < this.#size ? -Infinity : (this.#ranks[0] as number);
  }

  add(segment: number, document: number, rank: number): void {
    if (this.#size === 0) return;
    if (this.#ranks.length < this.#size) {
      this.#ranks.push(rank);
      this.#places.push(segment);
      this.#documents.push(document);
      this.#up(this.#ranks.length - 1);
      return;
    }
    const worst = this.#ranks[0] as number;
    if (rank < worst) return;
    if (
      rank === worst &&
      this.#order.compareTied(segment, document, this.#places[0] as number, this.#documents[0] as number) > 0
    ) {
      return;
    }
    this.#ranks[0] = rank;
    this.#places[0] = segment;
    this.#documents[0] = document;
    this.#down();
  }

  /** In order, without the first `offset`. Takes the worst from the heap until only those are left: call once. */
  ranked(offset: number): Hit[] {
    const hits: Hit[] = [];
    while (this.#ranks.length > offset) hits.push(this.#takeWorst());
    return hits.toReversed();
  }

  #takeWorst(): Hit {
    this.#swap(0, this.#ranks.length - 1);
    const hit = {
      segment: this.#places.pop() as number,
      document: this.#documents.pop() as number,
      rank: this.#ranks.pop() as number,
    };
    this.#down();
    return hit;
  }

  #worse(a: number, b: number): boolean {
    const [rankA, rankB] = [this.#ranks[a] as number, this.#ranks[b] as number];
    if (rankA !== rankB) return rankA < rankB;
    return (
      this.#order.compareTied(
        this.#places[a] as number,
        this.#documents[a] as number,
        this.#places[b] as number,
        this.#documents[b] as number,
      ) > 0
    );
  }

  #up(from: number): void {
    for (let child = from; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!this.#worse(child, parent)) return;
      this.#swap(child, parent);
      child = parent;
    }
  }

  #down(): void {
    const count = this.#ranks.length;
    for (let parent = 0; ;) {
      let child = parent * 2 + 1;
      if (child >= count) return;
      if (child + 1 < count && this.#worse(child + 1, child)) child++;
      if (!this.#worse(child, parent)) return;
      this.#swap(child, parent);
      parent = child;
    }
  }

  #swap(a: number, b: number): void {
    exchange(this.#ranks, a, b);
    exchange(this.#places, a, b);
    exchange(this.#documents, a, b);
  }
}

function exchange(values: number[], a: number, b: number): void {
  const value = values[a] as number;
  values[a] = values[b] as number;
  values[b] = value;
}
