import { Ids } from "#index/embedded/columns/ids.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";

export type Hit = { readonly segment: number; readonly document: number; readonly score: number };

/**
 * The best `size` hits so far in a heap whose root is the worst of them. Equal scores are ordered by document id,
 * so that every page of every search agrees with every other.
 */
export class TopHits {
  readonly #segments: readonly Segment[];
  readonly #size: number;
  readonly #scores: number[] = [];
  readonly #places: number[] = [];
  readonly #documents: number[] = [];

  constructor(segments: readonly Segment[], size: number) {
    this.#segments = segments;
    this.#size = size;
  }

  /** A score below this cannot enter. */
  get threshold(): number {
    if (this.#size === 0) return Infinity;
    return this.#scores.length < this.#size ? -Infinity : (this.#scores[0] as number);
  }

  add(segment: number, document: number, score: number): void {
    if (this.#size === 0) return;
    if (this.#scores.length < this.#size) {
      this.#scores.push(score);
      this.#places.push(segment);
      this.#documents.push(document);
      this.#up(this.#scores.length - 1);
      return;
    }
    const worst = this.#scores[0] as number;
    if (score < worst) return;
    if (
      score === worst &&
      this.#compareIds(segment, document, this.#places[0] as number, this.#documents[0] as number) > 0
    ) {
      return;
    }
    this.#scores[0] = score;
    this.#places[0] = segment;
    this.#documents[0] = document;
    this.#down();
  }

  /** Best first, without the first `offset`. Takes the worst from the heap until only those are left: call once. */
  ranked(offset: number): Hit[] {
    const hits: Hit[] = [];
    while (this.#scores.length > offset) hits.push(this.#takeWorst());
    return hits.toReversed();
  }

  #takeWorst(): Hit {
    this.#swap(0, this.#scores.length - 1);
    const hit = {
      segment: this.#places.pop() as number,
      document: this.#documents.pop() as number,
      score: this.#scores.pop() as number,
    };
    this.#down();
    return hit;
  }

  #worse(a: number, b: number): boolean {
    const difference = (this.#scores[a] as number) - (this.#scores[b] as number);
    if (difference !== 0) return difference < 0;
    return (
      this.#compareIds(
        this.#places[a] as number,
        this.#documents[a] as number,
        this.#places[b] as number,
        this.#documents[b] as number,
      ) > 0
    );
  }

  #compareIds(segmentA: number, documentA: number, segmentB: number, documentB: number): number {
    const a = this.#segments[segmentA] as Segment;
    const b = this.#segments[segmentB] as Segment;
    return Ids.compare(a.columns.ids, documentA, b.columns.ids, documentB);
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
    const count = this.#scores.length;
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
    exchange(this.#scores, a, b);
    exchange(this.#places, a, b);
    exchange(this.#documents, a, b);
  }
}

function exchange(values: number[], a: number, b: number): void {
  const value = values[a] as number;
  values[a] = values[b] as number;
  values[b] = value;
}
