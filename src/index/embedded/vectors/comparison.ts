import { BitProducts } from "./bit-products.ts";
import { CODE_ERROR, MIDDLE_LEVEL, PLANES, SKETCH_ERROR } from "./codes.ts";
import { ROUGH_BITS, SHARP_BITS } from "./prepared-query.ts";
import type { PreparedQuery } from "./prepared-query.ts";
import type { Vectors } from "./vectors.ts";

/** Passages compared at once: their sketches stay within a processor's nearest memory. */
export const BATCH = 512;
/** An estimate is trusted to err by no more than so many standard deviations. */
const TRUSTED = 2;

/** A query at work on the passages of any segment: cosines from few bits to many. */
export class Comparison {
  /** A passage whose cosine from its sketch falls short by more than this falls short. */
  readonly sketchMargin: number;
  /** The same of the cosine from the whole code. */
  readonly codeMargin: number;
  readonly #query: PreparedQuery;
  readonly #rough: BitProducts;
  readonly #sharp: BitProducts;

  constructor(query: PreparedQuery) {
    const places = query.turned.length;
    this.#query = query;
    this.sketchMargin = (TRUSTED * SKETCH_ERROR) / Math.sqrt(places);
    this.codeMargin = (TRUSTED * CODE_ERROR) / Math.sqrt(places);
    this.#rough = productsFor(places, ROUGH_BITS, BATCH);
    this.#sharp = productsFor(places, SHARP_BITS, BATCH * PLANES);
    this.#rough.setQuery(query.rough.numbers);
    this.#sharp.setQuery(query.sharp.numbers);
  }

  /**
   * Writes the cosines of neighbouring passages, at most BATCH, from their sketches alone: the product of the query with
   * signs is twice that with the bits, less the query's sum.
   */
  fromSketches(
    { sketches, sketchFactors, places }: Vectors,
    { from, count }: { readonly from: number; readonly count: number },
    cosines: Float32Array,
    at: number,
  ): void {
    const words = places / 32;
    this.#rough.rows.set(sketches.subarray(from * words, (from + count) * words));
    this.#rough.run(count);
    const { sums } = this.#rough;
    const { sum, rough } = this.#query;
    const doubled = 2 * rough.step;
    for (let i = 0; i < count; i++) {
      cosines[at + i] = (doubled * (sums[i] as number) - sum) * (sketchFactors[from + i] as number);
    }
  }

  /** Writes the cosines of the first `count` passages from their whole codes. */
  fromCodes(vectors: Vectors, passages: Int32Array, count: number, cosines: Float32Array): void {
    for (let from = 0; from < count; from += BATCH) {
      this.#someFromCodes(vectors, passages, { from, count: Math.min(BATCH, count - from) }, cosines);
    }
  }

  #someFromCodes(
    { sketches, rests, codeFactors, places }: Vectors,
    passages: Int32Array,
    { from, count }: { readonly from: number; readonly count: number },
    cosines: Float32Array,
  ): void {
    const words = places / 32;
    const restWords = words * (PLANES - 1);
    const { rows, sums } = this.#sharp;
    let to = 0;
    for (let i = from; i < from + count; i++) {
      const passage = passages[i] as number;
      for (let word = passage * words, end = word + words; word < end;) rows[to++] = sketches[word++] as number;
      for (let word = passage * restWords, end = word + restWords; word < end;) rows[to++] = rests[word++] as number;
    }
    this.#sharp.run(count * PLANES);
    const { sum, sharp } = this.#query;
    for (let i = 0; i < count; i++) {
      let levels = 0;
      for (let plane = 0; plane < PLANES; plane++) levels = levels * 2 + (sums[i * PLANES + plane] as number);
      const factor = codeFactors[passages[from + i] as number] as number;
      cosines[from + i] = (sharp.step * levels - MIDDLE_LEVEL * sum) * factor;
    }
  }

  /** The cosine of one passage from its fine code, which is read from disk. */
  fromFine(vectors: Vectors, passage: number): number {
    const { fine, fineScale } = vectors.record(passage);
    const { turned } = this.#query;
    let product = 0;
    for (let place = 0; place < fine.length; place++) product += (fine[place] as number) * (turned[place] as number);
    return product * fineScale;
  }
}

const made = new Map<string, BitProducts>();

/** One for each shape and thread: its code and memory are made once. */
function productsFor(places: number, bits: number, rows_max: number): BitProducts {
  const key = `${places} ${bits}`;
  const products = made.get(key) ?? new BitProducts(places, bits, rows_max);
  made.set(key, products);
  return products;
}
