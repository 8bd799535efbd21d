/** Words further apart than this many others are no neighbours; nearer ones count more. */
const REACH = 6;
/** What the count of a neighbour is raised to where it is compared: rare ones else tell too much (Levy, Goldberg and Dagan 2015). */
const SMOOTHING = 0.75;

/** A symmetric matrix of which only what is above 0 is kept, row by row. */
export type SparseRows = { readonly columns: readonly Uint32Array[]; readonly values: readonly Float32Array[] };

/** How often the words of a vocabulary stand near one another. */
export class NeighbourCounts {
  readonly #size: number;
  readonly #counts: Float32Array;

  constructor(size: number) {
    this.#size = size;
    this.#counts = new Float32Array(size * size);
  }

  /** Counts one text, given as places in the vocabulary. */
  add(text: readonly number[]): void {
    for (const [at, one] of text.entries()) {
      for (let step = 1; step <= REACH && at + step < text.length; step += 1) {
        const other = text[at + step] ?? 0;
        const worth = (REACH + 1 - step) / REACH;
        this.#put(one, other, worth);
        this.#put(other, one, worth);
      }
    }
  }

  /** How much oftener words stand together than chance puts them: positive pointwise mutual information, in nats. */
  information(): SparseRows {
    const size = this.#size;
    const sums = Array.from({ length: size }, (_, row) =>
      this.#counts.subarray(row * size, (row + 1) * size).reduce((sum, count) => sum + count, 0),
    );
    const all = sums.reduce((sum, count) => sum + count ** SMOOTHING, 0);
    const rows = sums.map((sum, row) => {
      const kept: [number, number][] = [];
      this.#counts.subarray(row * size, (row + 1) * size).forEach((count, column) => {
        if (count === 0) return;
        const value = Math.log((count * all) / (sum * (sums[column] ?? 0) ** SMOOTHING));
        if (value > 0) kept.push([column, value]);
      });
      return kept;
    });
    return {
      columns: rows.map((row) => Uint32Array.from(row, ([column]) => column)),
      values: rows.map((row) => Float32Array.from(row, ([, value]) => value)),
    };
  }

  #put(row: number, column: number, worth: number): void {
    const at = row * this.#size + column;
    this.#counts[at] = (this.#counts[at] ?? 0) + worth;
  }
}
