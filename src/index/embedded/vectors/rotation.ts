import { unitVector } from "#index/vectors.ts";

/** Part of the file format: other signs make other codes. */
const SEED = 0x6f6e706f;
const ROUNDS = 4;
/** Codes are read 64 places at a time. */
const PLACES_PER_WORD = 64;

/**
 * A fixed orthogonal turn that spreads what a vector holds evenly over all places, so that a few bits for each place
 * say as much of one vector as of any other. Random signs and a Hadamard transform, four times over (Ailon and
 * Chazelle 2009); where the number of places is no power of two, the transform takes the first and then the last
 * places. Lengths and angles stay what they are.
 */
export class Rotation {
  readonly dimensions: number;
  /** Places of a turned vector: the dimensions, rounded up to whole words. */
  readonly places: number;
  readonly #signs: readonly Float32Array[];
  readonly #span: number;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.places = placesFor(dimensions);
    this.#span = 2 ** Math.floor(Math.log2(this.places));
    this.#signs = signsFor(this.places);
  }

  /** The vector at length 1, turned; undefined for one that has no direction or whose numbers are not finite. */
  turn(vector: Float32Array): Float32Array | undefined {
    const unit = unitVector(vector);
    if (unit === undefined) return undefined;
    const turned = new Float32Array(this.places);
    turned.set(unit);
    for (const signs of this.#signs) {
      for (let place = 0; place < this.places; place++) {
        turned[place] = (turned[place] as number) * (signs[place] as number);
      }
      hadamard(turned, 0, this.#span);
      if (this.#span < this.places) hadamard(turned, this.places - this.#span, this.#span);
    }
    return turned;
  }
}

export function placesFor(dimensions: number): number {
  return Math.ceil(dimensions / PLACES_PER_WORD) * PLACES_PER_WORD;
}

/** In place, for the `count` values from `first`, a power of two of them; lengths are kept. */
function hadamard(values: Float32Array, first: number, count: number): void {
  const end = first + count;
  for (let half = 1; half < count; half *= 2) {
    for (let block = first; block < end; block += half * 2) {
      for (let at = block; at < block + half; at++) {
        const left = values[at] as number;
        const right = values[at + half] as number;
        values[at] = left + right;
        values[at + half] = left - right;
      }
    }
  }
  const scale = 1 / Math.sqrt(count);
  for (let at = first; at < end; at++) values[at] = (values[at] as number) * scale;
}

function signsFor(places: number): readonly Float32Array[] {
  let state = SEED;
  const next = (): number => {
    // Marsaglia's xorshift.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  };
  return Array.from({ length: ROUNDS }, () => Float32Array.from({ length: places }, () => (next() < 0 ? -1 : 1)));
}
