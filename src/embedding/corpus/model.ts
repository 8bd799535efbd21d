import { TermCounter } from "./term-rows.ts";
import type { TermVectors } from "./truncated-svd.ts";
import { normalise } from "./vector-math.ts";
import { TermPlaces } from "./vocabulary.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { weightOf } from "./weighted-rows.ts";

/** Vectors of terms, a byte a number: term `t` is `scales[t] * vectors[t * dimensions ...]`. */
export type CorpusModel = {
  readonly dimensions: number;
  /** Of the terms, ascending. */
  readonly hashes: Uint32Array;
  readonly scales: Float32Array;
  readonly vectors: Int8Array;
};

/** A model as texts are embedded with it, whose vectors may be on disk. */
export type ModelRows = Pick<CorpusModel, "dimensions" | "hashes" | "scales"> & {
  /** Where the vector of a term begins in `vectors`; valid until the next is asked for. */
  readonly at: (term: number) => number;
  readonly vectors: Int8Array;
};

const BYTE_MAX = 127;

export function rowsInMemory(model: CorpusModel): ModelRows {
  const { dimensions } = model;
  return { ...model, at: (term) => term * dimensions };
}

/** A model of vectors as they were trained: the weight of each term becomes a part of its vector. */
export function modelOf({ hashes, weights }: Vocabulary, { vectors, dimensions }: TermVectors): CorpusModel {
  const scales = new Float32Array(hashes.length);
  const bytes = new Int8Array(vectors.length);
  for (let term = 0; term < hashes.length; term++) {
    const from = term * dimensions;
    let largest = 0;
    for (let at = from; at < from + dimensions; at++) largest = Math.max(largest, Math.abs(vectors[at] as number));
    if (largest === 0) continue;
    scales[term] = ((weights[term] as number) * largest) / BYTE_MAX;
    for (let at = from; at < from + dimensions; at++) {
      bytes[at] = Math.round(((vectors[at] as number) * BYTE_MAX) / largest);
    }
  }
  return { dimensions, hashes, scales, vectors: bytes };
}

/** Makes vectors of texts: the sum of their terms' vectors, log tf times, of unit length. */
export class TextVectors {
  readonly #model: ModelRows;
  readonly #places: TermPlaces;
  readonly #counter = new TermCounter();

  constructor(model: ModelRows) {
    this.#model = model;
    this.#places = new TermPlaces(model.hashes);
  }

  /** A row for each text; zeros for one without a term that is known. */
  of(texts: readonly string[]): Float32Array {
    const { dimensions } = this.#model;
    const rows = new Float32Array(texts.length * dimensions);
    for (const [row, text] of texts.entries()) this.#add(text, rows, row * dimensions);
    return rows;
  }

  #add(text: string, rows: Float32Array, to: number): void {
    const { dimensions, scales, vectors } = this.#model;
    const { terms, counts } = this.#counter.count(text);
    for (const [at, hash] of terms.entries()) {
      const place = this.#places.of(hash);
      if (place < 0) continue;
      const factor = weightOf(counts[at] as number) * (scales[place] as number);
      const from = this.#model.at(place);
      for (let i = 0; i < dimensions; i++)
        rows[to + i] = (rows[to + i] as number) + factor * (vectors[from + i] as number);
    }
    normalise(rows, to, dimensions);
  }
}
