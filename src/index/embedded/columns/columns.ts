import { OnpointError } from "#base/errors.ts";
import type { FacetRequest, Filter } from "#index/filter.ts";
import type { IndexDocument } from "#index/index.ts";
import type { Column } from "#index/schema.ts";
import type { Layout } from "#index/embedded/layout.ts";
import { padded, Taker } from "./bytes.ts";
import type { ColumnReader, ColumnWriter, Counter } from "./column.ts";
import { DateColumnReader, DateColumnWriter } from "./date-column.ts";
import { idParts, Ids } from "./ids.ts";
import { KeywordColumnReader, KeywordColumnWriter } from "./keyword-column.ts";
import { NumberColumnReader, NumberColumnWriter } from "./number-column.ts";

function writerOf(column: Column): ColumnWriter {
  switch (column.kind) {
    case "keyword":
    case "path":
      return new KeywordColumnWriter(column);
    case "date":
      return new DateColumnWriter(column);
    case "number":
      return new NumberColumnWriter(column);
  }
}

function readerOf(column: Column, taker: Taker, documents: number): ColumnReader {
  switch (column.kind) {
    case "keyword":
    case "path":
      return new KeywordColumnReader(column, taker, documents);
    case "date":
      return new DateColumnReader(column, taker, documents);
    case "number":
      return new NumberColumnReader(column, taker, documents);
  }
}

/** Gathers what is kept per document besides postings, for a segment's `.cols` file. */
export class ColumnsWriter {
  readonly #names: readonly string[];
  readonly #columns: readonly ColumnWriter[];
  readonly #ids: string[] = [];

  constructor({ schema }: Layout) {
    this.#names = schema.columns.map((column) => column.name);
    this.#columns = schema.columns.map(writerOf);
  }

  /** Throws `invalid_input` for a column the schema has not. */
  add({ id, values }: IndexDocument): void {
    const unknown = Object.keys(values).find((name) => !this.#names.includes(name));
    if (unknown !== undefined) throw new OnpointError("invalid_input", `there is no column "${unknown}"`);
    this.#columns.forEach((column, c) => column.add(values[this.#names[c] ?? ""] ?? null));
    this.#ids.push(id);
  }

  /** Adds the documents of another segment that live. */
  copy(from: Columns, isLiving: (document: number) => boolean): void {
    for (let document = 0; document < from.documents; document++) {
      if (isLiving(document)) this.#ids.push(from.ids.at(document));
    }
    this.#columns.forEach((column, c) => column.copy(from.columns[c] as ColumnReader, isLiving));
  }

  /** What the file holds, in order; `lengths` are the words in each field. */
  parts(lengths: readonly Int32Array[]): readonly NodeJS.TypedArray[] {
    const header = Int32Array.of(this.#ids.length, 0);
    return [
      header,
      ...lengths.map(padded),
      ...idParts(this.#ids),
      ...this.#columns.flatMap((column) => column.parts()),
    ];
  }
}

/** One segment's columns, read in place from the bytes of its `.cols` file. */
export class Columns {
  readonly documents: number;
  /** Words in each field, by field index. */
  readonly lengths: readonly Int32Array[];
  readonly ids: Ids;
  /** In the order of the schema. */
  readonly columns: readonly ColumnReader[];
  readonly #layout: Layout;

  constructor(buffer: ArrayBufferLike, layout: Layout) {
    const taker = new Taker(buffer);
    const [documents = 0] = taker.int32(2);
    this.#layout = layout;
    this.documents = documents;
    this.lengths = layout.names.map(() => taker.int32(documents));
    this.ids = new Ids(taker, documents);
    this.columns = layout.schema.columns.map((column) => readerOf(column, taker, documents));
  }

  tester(filter: Filter): (document: number) => boolean {
    return this.#reader(filter.column).tester(filter);
  }

  counter(facet: FacetRequest): Counter {
    return this.#reader(facet.column).counter(facet);
  }

  /** A column's values as numbers that keep their order, NaN for none. */
  numbers(column: string): (document: number) => number {
    return this.#reader(column).numbers();
  }

  #reader(name: string): ColumnReader {
    const column = this.#layout.columnOf(name);
    return this.columns[this.#layout.schema.columns.indexOf(column)] as ColumnReader;
  }
}

/** Throws `invalid_input` for a filter that no document could be asked. */
export function checkFilter(layout: Layout, filter: Filter): void {
  emptyReader(layout, filter.column).tester(filter);
}

/** Throws `invalid_input` for what cannot be counted. */
export function checkFacet(layout: Layout, facet: FacetRequest): void {
  emptyReader(layout, facet.column).counter(facet);
}

/** Throws `invalid_input` for a column whose values have no order. */
export function checkOrdered(layout: Layout, column: string): void {
  emptyReader(layout, column).numbers();
}

function emptyReader(layout: Layout, name: string): ColumnReader {
  const column = layout.columnOf(name);
  const parts = writerOf(column).parts();
  return readerOf(column, new Taker(new Uint8Array(Buffer.concat(parts.map((part) => padded(part)))).buffer), 0);
}
