import { padded } from "./bytes.ts";
import type { Taker } from "./bytes.ts";

const UUID_BYTES = 16;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** The ids as 16 bytes each when all are UUIDs, else as UTF-8; their order; and where each starts when they vary. */
export function idParts(ids: readonly string[]): NodeJS.TypedArray[] {
  const width = ids.every((id) => UUID.test(id)) ? UUID_BYTES : 0;
  const starts = new Uint32Array(ids.length + 1);
  ids.forEach((id, i) => (starts[i + 1] = (starts[i] as number) + (width === 0 ? Buffer.byteLength(id) : width)));
  const blob = Buffer.alloc(starts[ids.length] as number);
  ids.forEach((id, i) => {
    if (width === 0) blob.write(id, starts[i] as number, "utf8");
    else blob.write(id.replaceAll("-", ""), starts[i] as number, "hex");
  });
  const order = new Uint32Array(ids.length).map((_, document) => document);
  order.sort((a, b) => blob.compare(blob, starts[b], starts[b + 1], starts[a], starts[a + 1]));
  const header = Uint32Array.of(width, blob.length);
  return [header, order, ...(width === 0 ? [starts] : []), blob].map(padded);
}

/** One segment's ids, read in place. */
export class Ids {
  readonly #documents: number;
  readonly #width: number;
  readonly #order: Uint32Array;
  readonly #starts: Uint32Array | undefined;
  readonly #blob: Buffer;

  constructor(taker: Taker, documents: number) {
    const [width = 0, blob_bytes = 0] = taker.uint32(2);
    this.#documents = documents;
    this.#width = width;
    this.#order = taker.uint32(documents);
    this.#starts = width === 0 ? taker.uint32(documents + 1) : undefined;
    this.#blob = taker.bytes(blob_bytes);
  }

  at(document: number): string {
    const start = this.#start(document);
    if (this.#width === 0) return this.#blob.toString("utf8", start, this.#end(document));
    const hex = this.#blob.toString("hex", start, start + UUID_BYTES);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  /** The document with this id that `accepts` takes, or -1. An id replaced before it was written stands twice. */
  find(id: string, accepts: (document: number) => boolean): number {
    if (this.#width !== 0 && !UUID.test(id)) return -1;
    const wanted = this.#width === 0 ? Buffer.from(id) : Buffer.from(id.replaceAll("-", ""), "hex");
    let low = 0;
    let high = this.#documents;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compareAt(wanted, middle) > 0) low = middle + 1;
      else high = middle;
    }
    for (; low < this.#documents && this.#compareAt(wanted, low) === 0; low++) {
      const document = this.#order[low] as number;
      if (accepts(document)) return document;
    }
    return -1;
  }

  /** Order of ids: bytes of a UUID, or of the id's UTF-8, both of which are the order of the written id. */
  static compare(a: Ids, documentA: number, b: Ids, documentB: number): number {
    if (a.#width !== b.#width) return Buffer.compare(Buffer.from(a.at(documentA)), Buffer.from(b.at(documentB)));
    const own = a.#blob.subarray(a.#start(documentA), a.#end(documentA));
    return own.compare(b.#blob, b.#start(documentB), b.#end(documentB));
  }

  /** Compares an encoded id with the one at a place of the sorted order. */
  #compareAt(wanted: Buffer, place: number): number {
    const document = this.#order[place] as number;
    return wanted.compare(this.#blob, this.#start(document), this.#end(document));
  }

  #start(document: number): number {
    return this.#starts === undefined ? document * UUID_BYTES : (this.#starts[document] as number);
  }

  #end(document: number): number {
    return this.#starts === undefined ? (document + 1) * UUID_BYTES : (this.#starts[document + 1] as number);
  }
}
