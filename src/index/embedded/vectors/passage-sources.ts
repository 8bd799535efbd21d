import { sourceHashes } from "#index/embedded/positions/passages.ts";
import type { Vectors } from "./vectors.ts";

/** Which passages a source said that is passed over; without one, none. */
export class PassageSources {
  readonly #first: number;
  readonly #second: number;

  constructor(leftOut: string | undefined) {
    const [first, second] = leftOut === undefined ? [0, 0] : sourceHashes(leftOut);
    this.#first = leftOut === undefined ? 0 : hashOfSource(first);
    this.#second = second;
  }

  isLeftOut(vectors: Vectors, passage: number): boolean {
    if (this.#first === 0 || vectors.sources[passage] !== this.#first) return false;
    return vectors.record(passage).sourceHash === this.#second;
  }
}

/** As it is kept in memory, where 0 says that nobody but the document itself said it. */
export function hashOfSource(first: number): number {
  return first === 0 ? 1 : first;
}
