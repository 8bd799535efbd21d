import { OnpointError } from "#base/errors.ts";

import type { DocumentValues } from "#index/index.ts";
import { FIELDS } from "#index/tree.ts";
import type { WrittenFile } from "#index/embedded/terms/dictionary-writer.ts";
import { writeParts } from "#index/embedded/terms/dictionary-writer.ts";

/** The values kept as one small number a document, in file order. */
export const VALUE_COLUMNS = ["courtId", "courtAbbreviation", "jurisdiction", "state", "publishStatus"] as const;
export type ValueColumn = (typeof VALUE_COLUMNS)[number];

const HEADER_WORDS = 8;
const UUID_BYTES = 16;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** `YYYY-MM-DD` as the number YYYYMMDD, which keeps the order of dates; 0 for none. */
export function dateNumber(date: string | null | undefined): number {
  const parts = date === null || date === undefined ? null : /^(\d{4})-(\d{2})-(\d{2})$/u.exec(date);
  return parts === null ? 0 : Number(parts[1]) * 10000 + Number(parts[2]) * 100 + Number(parts[3]);
}

/** Gathers what is kept per document besides postings, and writes it as a segment's `.cols` file. */
export class ColumnsWriter {
  readonly lengths: readonly number[][] = FIELDS.map(() => []);
  private readonly ids: string[] = [];
  private readonly dates: number[] = [];
  private readonly ordinals: readonly number[][] = VALUE_COLUMNS.map(() => []);
  private readonly tables: readonly Map<string, number>[] = VALUE_COLUMNS.map(() => new Map());

  get documents(): number {
    return this.ids.length;
  }

  add(id: string, values: DocumentValues, lengths: ArrayLike<number>): void {
    this.addEncoded(id, dateNumber(values.dateFiled), (column) => values[column], lengths);
  }

  /** As `add`, for values that come from another segment's columns. */
  addEncoded(id: string, date: number, valueOf: (column: ValueColumn) => string, lengths: ArrayLike<number>): void {
    this.ids.push(id);
    this.dates.push(date);
    VALUE_COLUMNS.forEach((column, c) => {
      const table = this.tables[c] as Map<string, number>;
      const value = valueOf(column);
      const ordinal = table.get(value) ?? table.size;
      if (ordinal === table.size) table.set(value, ordinal);
      if (ordinal > 0xffff) throw new OnpointError("too_large", `more than 65,536 different values of ${column}`);
      (this.ordinals[c] as number[]).push(ordinal);
    });
    this.lengths.forEach((column, field) => column.push(lengths[field] ?? 0));
  }

  lengthArrays(): Int32Array[] {
    return this.lengths.map((column) => Int32Array.from(column));
  }

  write(path: string): WrittenFile {
    const width = this.ids.every((id) => UUID.test(id)) ? UUID_BYTES : 0;
    const { blob, starts } = encodeIds(this.ids, width);
    const order = new Uint32Array(this.documents).map((_, document) => document);
    order.sort((a, b) => blob.compare(blob, starts[b], starts[b + 1], starts[a], starts[a + 1]));
    const tables = Buffer.from(JSON.stringify(this.tables.map((table) => [...table.keys()])));
    const header = Int32Array.of(this.documents, width, blob.length, tables.length, 0, 0, 0, 0);
    const parts: NodeJS.TypedArray[] = [header];
    for (const column of this.lengths) parts.push(Int32Array.from(column));
    parts.push(Int32Array.from(this.dates), order);
    if (width === 0) parts.push(starts);
    for (const column of this.ordinals) parts.push(padded(Uint16Array.from(column)));
    parts.push(blob, tables);
    return writeParts(path, parts);
  }
}

/** The ids one after another, as 16 bytes each or as UTF-8, and where each starts. */
function encodeIds(ids: readonly string[], width: number): { readonly blob: Buffer; readonly starts: Uint32Array } {
  const starts = new Uint32Array(ids.length + 1);
  ids.forEach((id, i) => (starts[i + 1] = (starts[i] as number) + (width === 0 ? Buffer.byteLength(id) : width)));
  const blob = Buffer.alloc(starts[ids.length] as number);
  ids.forEach((id, i) => {
    if (width === 0) blob.write(id, starts[i] as number, "utf8");
    else blob.write(id.replaceAll("-", ""), starts[i] as number, "hex");
  });
  return { blob, starts };
}

function padded(values: Uint16Array): Uint16Array {
  if (values.length % 2 === 0) return values;
  const even = new Uint16Array(values.length + 1);
  even.set(values);
  return even;
}

/** One segment's columns, read in place from the bytes of its `.cols` file. */
export class Columns {
  readonly documents: number;
  /** Words in each field, by field index. */
  readonly lengths: readonly Int32Array[];
  /** YYYYMMDD, 0 for none. */
  readonly dates: Int32Array;
  readonly ordinals: Readonly<Record<ValueColumn, Uint16Array>>;
  readonly tables: Readonly<Record<ValueColumn, readonly string[]>>;
  private readonly order: Uint32Array;
  private readonly starts: Uint32Array | undefined;
  private readonly width: number;
  private readonly ids: Buffer;

  constructor(buffer: ArrayBufferLike) {
    const [documents = 0, width = 0, ids_bytes = 0, tables_bytes = 0] = new Int32Array(buffer, 0, HEADER_WORDS);
    let offset = HEADER_WORDS * 4;
    const take = (size_bytes: number): number => {
      offset += size_bytes;
      return offset - size_bytes;
    };
    this.documents = documents;
    this.lengths = FIELDS.map(() => new Int32Array(buffer, take(documents * 4), documents));
    this.dates = new Int32Array(buffer, take(documents * 4), documents);
    this.order = new Uint32Array(buffer, take(documents * 4), documents);
    this.width = width;
    if (width === 0) this.starts = new Uint32Array(buffer, take((documents + 1) * 4), documents + 1);
    const padded_bytes = (documents + (documents % 2)) * 2;
    const ordinals = VALUE_COLUMNS.map((column) => [column, new Uint16Array(buffer, take(padded_bytes), documents)]);
    this.ordinals = Object.fromEntries(ordinals) as Record<ValueColumn, Uint16Array>;
    this.ids = Buffer.from(buffer, take(ids_bytes), ids_bytes);
    const json = Buffer.from(new Uint8Array(buffer, take(tables_bytes), tables_bytes)).toString("utf8");
    const tables = JSON.parse(json) as string[][];
    const byColumn: Record<string, readonly string[]> = {};
    VALUE_COLUMNS.forEach((column, c) => (byColumn[column] = tables[c] ?? []));
    this.tables = byColumn as Record<ValueColumn, readonly string[]>;
  }

  valueAt(column: ValueColumn, document: number): string {
    return this.tables[column][this.ordinals[column][document] as number] ?? "";
  }

  idAt(document: number): string {
    const start = this.idStart(document);
    if (this.width === 0) return this.ids.toString("utf8", start, this.idEnd(document));
    const hex = this.ids.toString("hex", start, start + UUID_BYTES);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  /** The document with this id that `accepts` takes, or -1. An id replaced before it was written stands twice. */
  find(id: string, accepts: (document: number) => boolean): number {
    if (this.width !== 0 && !UUID.test(id)) return -1;
    const wanted = this.width === 0 ? Buffer.from(id) : Buffer.from(id.replaceAll("-", ""), "hex");
    let low = 0;
    let high = this.documents;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareAt(wanted, middle) > 0) low = middle + 1;
      else high = middle;
    }
    for (; low < this.documents && this.compareAt(wanted, low) === 0; low++) {
      const document = this.order[low] as number;
      if (accepts(document)) return document;
    }
    return -1;
  }

  /** Order of ids: bytes of a UUID, or of the id's UTF-8, both of which are the order of the written id. */
  static compareIds(a: Columns, documentA: number, b: Columns, documentB: number): number {
    if (a.width === b.width) {
      return a.ids
        .subarray(a.idStart(documentA), a.idEnd(documentA))
        .compare(b.ids, b.idStart(documentB), b.idEnd(documentB));
    }
    return Buffer.compare(Buffer.from(a.idAt(documentA)), Buffer.from(b.idAt(documentB)));
  }

  /** Compares an encoded id with the one at a place of the sorted order. */
  private compareAt(wanted: Buffer, place: number): number {
    const document = this.order[place] as number;
    return wanted.compare(this.ids, this.idStart(document), this.idEnd(document));
  }

  private idStart(document: number): number {
    return this.starts === undefined ? document * UUID_BYTES : (this.starts[document] as number);
  }

  private idEnd(document: number): number {
    return this.starts === undefined ? (document + 1) * UUID_BYTES : (this.starts[document + 1] as number);
  }
}
