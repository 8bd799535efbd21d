import { OnpointError } from "#base/errors.ts";
import type { FacetRequest, Filter } from "#index/filter.ts";
import type { ColumnValue } from "#index/index.ts";
import type { Column } from "#index/schema.ts";

/** Gathers one column's values, document after document. */
export interface ColumnWriter {
  /** Throws `invalid_input` for a value of another kind. */
  add(value: ColumnValue): void;
  /** Adds the values of those documents of another segment's column that live. */
  copy(from: ColumnReader, isLiving: (document: number) => boolean): void;
  parts(): NodeJS.TypedArray[];
}

/** One column of one segment, read in place. */
export interface ColumnReader {
  readonly documents: number;
  /** What says of a document whether it passes. Throws `invalid_input` for a filter of another kind. */
  tester(filter: Filter): (document: number) => boolean;
  /** Throws `invalid_input` where this cannot be counted. */
  counter(facet: FacetRequest): Counter;
  /** A document's value as a number that keeps its order, NaN for none. Throws `invalid_input` for values without one. */
  numbers(): (document: number) => number;
}

/** Counts documents by value. */
export interface Counter {
  /** Counts `list[0, count)`, documents relative to `windowStart`. */
  add(windowStart: number, list: Int32Array, count: number): void;
  /** Adds what was counted to totals by key; the empty key is no value. */
  addTo(totals: Map<string, number>): void;
}

export function wrongValue({ name, kind }: Column, value: ColumnValue): OnpointError {
  const given = JSON.stringify(value);
  return new OnpointError("invalid_input", `column "${name}" is a ${kind} and cannot hold ${given}`);
}

export function wrongFilter({ name, kind }: Column): OnpointError {
  const takes = { keyword: "anyOf", path: "anyOf or prefix", date: "from and to", number: "from and to" }[kind];
  return new OnpointError("invalid_input", `column "${name}" is a ${kind} and takes ${takes}`);
}

export function notOrdered({ name, kind }: Column): OnpointError {
  return new OnpointError("invalid_input", `column "${name}" is a ${kind}; dates and numbers have an order`);
}

export function wrongFacet({ name, kind }: Column): OnpointError {
  const takes = kind === "date" ? "by year only" : kind === "number" ? "not at all" : "by value only";
  return new OnpointError("invalid_input", `column "${name}" is a ${kind} and is counted ${takes}`);
}
