import type { TermRows } from "./term-rows.ts";

const LOG_COUNTS = Float64Array.from({ length: 256 }, (_, count) => Math.log1p(count));

/** Rows of unit length, log tf times a weight for each term, that are multiplied as they stand. */
export class WeightedRows {
  readonly #rows: TermRows;
  readonly #weights: Float32Array;
  /** One over each row's length; 0 for an empty row. */
  readonly #scales: Float32Array;

  constructor(rows: TermRows, weights: Float32Array) {
    this.#rows = rows;
    this.#weights = weights;
    const { starts, terms, counts } = rows;
    this.#scales = new Float32Array(starts.length - 1);
    for (let row = 0; row < this.#scales.length; row++) {
      let squares = 0;
      for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
        squares += (weightOf(counts[at] as number) * (weights[terms[at] as number] as number)) ** 2;
      }
      this.#scales[row] = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    }
  }

  get rows(): number {
    return this.#scales.length;
  }

  get terms(): number {
    return this.#weights.length;
  }

  /** Of one row: calls `term` with each place and weight. */
  each(row: number, term: (place: number, weight: number) => void): void {
    const { starts, terms, counts } = this.#rows;
    const scale = this.#scales[row] as number;
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
      const place = terms[at] as number;
      term(place, weightOf(counts[at] as number) * (this.#weights[place] as number) * scale);
    }
  }

  isEmpty(row: number): boolean {
    return this.#scales[row] === 0;
  }

  /** `into += row * matrix`, where `matrix` has a row of `width` for each term. */
  addProduct(row: number, matrix: Float32Array, width: number, into: Float32Array, offset: number): void {
    const { starts, terms, counts } = this.#rows;
    const scale = this.#scales[row] as number;
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
      const place = terms[at] as number;
      const weight = weightOf(counts[at] as number) * (this.#weights[place] as number) * scale;
      const from = place * width;
      for (let i = 0; i < width; i++) {
        into[offset + i] = (into[offset + i] as number) + weight * (matrix[from + i] as number);
      }
    }
  }

  /** `into += transposed row * vector`: what each term of the row gets of a vector. */
  addTransposed(row: number, vectors: Float32Array, offset: number, width: number, into: Float32Array): void {
    const { starts, terms, counts } = this.#rows;
    const scale = this.#scales[row] as number;
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
      const place = terms[at] as number;
      const weight = weightOf(counts[at] as number) * (this.#weights[place] as number) * scale;
      const to = place * width;
      for (let i = 0; i < width; i++) {
        into[to + i] = (into[to + i] as number) + weight * (vectors[offset + i] as number);
      }
    }
  }
}

/** What an occurrence counts: the second less than the first. */
export function weightOf(count: number): number {
  return LOG_COUNTS[count] as number;
}
