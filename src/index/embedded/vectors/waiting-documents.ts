import { NONE, scoreFrom } from "#index/vectors.ts";
import { BATCH } from "./comparison.ts";
import type { Comparison } from "./comparison.ts";
import type { Vectors } from "./vectors.ts";

export type FoundDocument = (document: number, score: number) => void;

/** Documents whose passages are to be compared by their whole codes, all together. */
export class WaitingDocuments {
  readonly #vectors: Vectors;
  readonly #comparison: Comparison;
  readonly #otherShare: number;
  #passages = new Int32Array(2 * BATCH);
  #cosines = new Float32Array(2 * BATCH);
  #count = 0;
  readonly #documents: number[] = [];
  /** By document, where its passages end. */
  readonly #ends: number[] = [];

  constructor(vectors: Vectors, comparison: Comparison, otherShare: number) {
    this.#vectors = vectors;
    this.#comparison = comparison;
    this.#otherShare = otherShare;
  }

  get passages(): number {
    return this.#count;
  }

  add(passage: number): void {
    if (this.#count === this.#passages.length) this.#grow();
    this.#passages[this.#count++] = passage;
  }

  /** The passages added since the last call are those of one document; one without any does not wait. */
  end(document: number): void {
    if (this.#count === (this.#ends.at(-1) ?? 0)) return;
    this.#documents.push(document);
    this.#ends.push(this.#count);
  }

  /** Tells what each scores; none waits afterwards. */
  tell(found: FoundDocument): void {
    this.#comparison.fromCodes(this.#vectors, this.#passages, this.#count, this.#cosines);
    const { sources } = this.#vectors;
    let at = 0;
    for (let place = 0; place < this.#documents.length; place++) {
      const end = this.#ends[place] as number;
      let own = NONE;
      let said = NONE;
      for (; at < end; at++) {
        const cosine = this.#cosines[at] as number;
        if (sources[this.#passages[at] as number] === 0) {
          if (cosine > own) own = cosine;
        } else if (cosine > said) said = cosine;
      }
      found(this.#documents[place] as number, scoreFrom(own, said, this.#otherShare));
    }
    this.#count = 0;
    this.#documents.length = 0;
    this.#ends.length = 0;
  }

  #grow(): void {
    const passages = new Int32Array(2 * this.#count);
    passages.set(this.#passages);
    this.#passages = passages;
    this.#cosines = new Float32Array(2 * this.#count);
  }
}
