import type { FacetRequest, Filter } from "#index/filter.ts";
import type { ColumnValue } from "#index/index.ts";
import type { Column } from "#index/schema.ts";
import { ordinalsOf, padded, widthFor } from "./bytes.ts";
import type { Ordinals, Taker } from "./bytes.ts";
import { notOrdered, wrongFacet, wrongFilter, wrongValue } from "./column.ts";
import type { ColumnReader, ColumnWriter, Counter } from "./column.ts";

/** What stands for no value, so that it can be asked for. */
const NONE = "";
const BELOW = ".";
/** The byte after the period: no path below another reaches it. */
const AFTER_BELOW = "/";

/** Of columns with more values none is kept as a string. */
const KEYS_MAX = 4096;

type KeywordColumn = Extract<Column, { readonly kind: "keyword" | "path" }>;

/** Gathers keywords or paths, one a document or, in a list column, any number. */
export class KeywordColumnWriter implements ColumnWriter {
  readonly #column: KeywordColumn;
  readonly #table = new Map<string, number>();
  /** Numbers of the values in the order in which they came; `#ends` tells where a document's end, in a list column. */
  readonly #numbers: number[] = [];
  readonly #ends: number[] = [0];

  constructor(column: KeywordColumn) {
    this.#column = column;
  }

  add(value: ColumnValue): void {
    const isList = this.#column.isList === true;
    const given = value === null ? [] : isList && typeof value === "object" ? [...new Set(value)] : [value];
    const values = given.filter((one) => one !== NONE);
    if (!values.every((one) => typeof one === "string")) throw wrongValue(this.#column, value);
    for (const one of values.length === 0 ? [NONE] : values) this.#numbers.push(this.#numberOf(one));
    this.#ends.push(this.#numbers.length);
  }

  copy(from: KeywordColumnReader, isLiving: (document: number) => boolean): void {
    const numbers = new Int32Array(from.size).fill(-1);
    for (let document = 0; document < from.documents; document++) {
      if (!isLiving(document)) continue;
      for (let at = from.start(document); at < from.start(document + 1); at++) {
        const ordinal = from.ordinals[at] as number;
        if ((numbers[ordinal] as number) < 0) numbers[ordinal] = this.#numberOf(from.valueAt(ordinal));
        this.#numbers.push(numbers[ordinal] as number);
      }
      this.#ends.push(this.#numbers.length);
    }
  }

  /** Values in the order of their bytes, so that they are found by halving and those below a path are neighbours. */
  parts(): NodeJS.TypedArray[] {
    const values = [...this.#table].map(([text, number]) => ({ bytes: Buffer.from(text), number }));
    values.sort((a, b) => a.bytes.compare(b.bytes));
    const ordinals = new Uint32Array(values.length);
    const starts = new Uint32Array(values.length + 1);
    values.forEach(({ bytes, number }, ordinal) => {
      ordinals[number] = ordinal;
      starts[ordinal + 1] = (starts[ordinal] as number) + bytes.length;
    });
    const blob = Buffer.concat(values.map(({ bytes }) => bytes));
    const width = widthFor(values.length);
    const entries = ordinalsOf(
      this.#numbers.map((number) => ordinals[number] as number),
      width,
    );
    const header = Uint32Array.of(values.length, width, blob.length, entries.length);
    const ends = this.#column.isList === true ? [Uint32Array.from(this.#ends)] : [];
    return [header, starts, ...ends, entries, blob].map(padded);
  }

  #numberOf(value: string): number {
    const number = this.#table.get(value) ?? this.#table.size;
    if (number === this.#table.size) this.#table.set(value, number);
    return number;
  }
}

export class KeywordColumnReader implements ColumnReader {
  readonly documents: number;
  /** Different values. */
  readonly size: number;
  readonly ordinals: Ordinals;
  readonly #column: KeywordColumn;
  readonly #starts: Uint32Array;
  readonly #documentStarts: Uint32Array | undefined;
  readonly #blob: Buffer;
  /** Values that were counted before, as strings. */
  readonly #keys: (string | undefined)[] = [];

  constructor(column: KeywordColumn, taker: Taker, documents: number) {
    const [size = 0, width = 0, blob_bytes = 0, entries = 0] = taker.uint32(4);
    this.documents = documents;
    this.size = size;
    this.#column = column;
    this.#starts = taker.uint32(size + 1);
    this.#documentStarts = column.isList === true ? taker.uint32(documents + 1) : undefined;
    this.ordinals = taker.ordinals(entries, width);
    this.#blob = taker.bytes(blob_bytes);
  }

  valueAt(ordinal: number): string {
    return this.#blob.toString("utf8", this.#starts[ordinal], this.#starts[ordinal + 1]);
  }

  /** Where a document's ordinals begin; those of the next one follow. */
  start(document: number): number {
    return this.#documentStarts === undefined ? document : (this.#documentStarts[document] as number);
  }

  tester(filter: Filter): (document: number) => boolean {
    const passes = new Uint8Array(this.size);
    if ("anyOf" in filter) {
      for (const value of filter.anyOf) this.#pass(passes, value, `${value}\0`);
    } else if ("prefix" in filter && this.#column.kind === "path") {
      this.#pass(passes, filter.prefix, `${filter.prefix}\0`);
      this.#pass(passes, filter.prefix + BELOW, filter.prefix + AFTER_BELOW);
    } else throw wrongFilter(this.#column);
    const { ordinals } = this;
    if (this.#documentStarts === undefined) return (document) => passes[ordinals[document] as number] === 1;
    return (document) => {
      const end = this.start(document + 1);
      for (let at = this.start(document); at < end; at++) if (passes[ordinals[at] as number] === 1) return true;
      return false;
    };
  }

  counter(facet: FacetRequest): Counter {
    if (facet.by !== undefined) throw wrongFacet(this.#column);
    const counts = new Int32Array(this.size);
    const add = this.#documentStarts === undefined ? this.#counting(counts) : this.#countingLists(counts);
    return {
      add,
      addTo: (totals) => {
        for (let ordinal = 0; ordinal < counts.length; ordinal++) {
          const count = counts[ordinal] as number;
          if (count === 0) continue;
          const key = this.#keyAt(ordinal);
          totals.set(key, (totals.get(key) ?? 0) + count);
        }
      },
    };
  }

  #counting(counts: Int32Array): Counter["add"] {
    const { ordinals } = this;
    return (windowStart, list, count) => {
      for (let i = 0; i < count; i++) (counts[ordinals[windowStart + (list[i] as number)] as number] as number)++;
    };
  }

  #countingLists(counts: Int32Array): Counter["add"] {
    const { ordinals } = this;
    return (windowStart, list, count) => {
      for (let i = 0; i < count; i++) {
        const document = windowStart + (list[i] as number);
        const end = this.start(document + 1);
        for (let at = this.start(document); at < end; at++) (counts[ordinals[at] as number] as number)++;
      }
    };
  }

  numbers(): never {
    throw notOrdered(this.#column);
  }

  #keyAt(ordinal: number): string {
    if (this.size > KEYS_MAX) return this.valueAt(ordinal);
    return (this.#keys[ordinal] ??= this.valueAt(ordinal));
  }

  /** Marks the values from `first` on that stand before `end`. */
  #pass(passes: Uint8Array, first: string, end: string): void {
    passes.fill(1, this.#lowerBound(Buffer.from(first)), this.#lowerBound(Buffer.from(end)));
  }

  #lowerBound(value: Buffer): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (value.compare(this.#blob, this.#starts[middle], this.#starts[middle + 1]) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
