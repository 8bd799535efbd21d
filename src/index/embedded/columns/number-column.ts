import type { FacetRequest, Filter } from "#index/filter.ts";
import type { ColumnValue } from "#index/index.ts";
import type { Column } from "#index/schema.ts";
import { padded } from "./bytes.ts";
import type { Taker } from "./bytes.ts";
import { wrongFacet, wrongFilter, wrongValue } from "./column.ts";
import type { ColumnReader, ColumnWriter, Counter } from "./column.ts";

export class NumberColumnWriter implements ColumnWriter {
  readonly #column: Column;
  readonly #values: number[] = [];

  constructor(column: Column) {
    this.#column = column;
  }

  add(value: ColumnValue): void {
    if (value !== null && !Number.isFinite(value)) throw wrongValue(this.#column, value);
    this.#values.push(value === null ? Number.NaN : Number(value));
  }

  copy(from: NumberColumnReader, isLiving: (document: number) => boolean): void {
    from.values.forEach((value, document) => {
      if (isLiving(document)) this.#values.push(value);
    });
  }

  parts(): NodeJS.TypedArray[] {
    return [padded(Float64Array.from(this.#values))];
  }
}

export class NumberColumnReader implements ColumnReader {
  readonly documents: number;
  /** NaN for none, which is in no range. */
  readonly values: Float64Array;
  readonly #column: Column;

  constructor(column: Column, taker: Taker, documents: number) {
    this.documents = documents;
    this.#column = column;
    this.values = taker.float64(documents);
  }

  tester(filter: Filter): (document: number) => boolean {
    if ("anyOf" in filter || "prefix" in filter) throw wrongFilter(this.#column);
    const { from = -Infinity, to = Infinity } = filter;
    if (typeof from !== "number" || typeof to !== "number") throw wrongFilter(this.#column);
    const { values } = this;
    return (document) => (values[document] as number) >= from && (values[document] as number) <= to;
  }

  numbers(): (document: number) => number {
    const { values } = this;
    return (document) => values[document] as number;
  }

  counter(_facet: FacetRequest): Counter {
    throw wrongFacet(this.#column);
  }
}
