import { OnpointError } from "#base/errors.ts";
import type { VectorSpace } from "#index/schema.ts";
import { Rotation } from "./rotation.ts";

/** Bits of the query's numbers against the first plane of all passages, and against all planes of a few. */
export const ROUGH_BITS = 4;
export const SHARP_BITS = 8;

/** A query's vector as the codes of passages are compared with it. */
export type PreparedQuery = {
  readonly turned: Float32Array;
  /** Sum of its places. */
  readonly sum: number;
  readonly rough: Numbers;
  readonly sharp: Numbers;
};

/** Whole numbers that, times the step, are the places of the query. */
export type Numbers = { readonly numbers: Int32Array; readonly step: number };

/** Throws `invalid_input` for a vector of another space. */
export function prepareQuery(vector: Float32Array, { dimensions }: VectorSpace): PreparedQuery {
  if (vector.length !== dimensions) throw refuse(`has ${vector.length} dimensions where ${dimensions} are kept`);
  const turned = new Rotation(dimensions).turn(vector);
  if (turned === undefined) throw refuse("has no direction");
  return {
    turned,
    sum: turned.reduce((sum, value) => sum + value, 0),
    rough: numbersOf(turned, ROUGH_BITS),
    sharp: numbersOf(turned, SHARP_BITS),
  };
}

function refuse(what: string): OnpointError {
  return new OnpointError("invalid_input", `the query's vector ${what}`);
}

function numbersOf(turned: Float32Array, bits: number): Numbers {
  const largest = turned.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = largest / (2 ** (bits - 1) - 1);
  return { numbers: Int32Array.from(turned, (value) => Math.round(value / step)), step };
}
