import type { PagedReader } from "#index/embedded/segment/pages.ts";
import { View } from "#index/embedded/segment/pages.ts";
import { Taker } from "#index/embedded/columns/bytes.ts";
import { PLANES } from "./codes.ts";
import { placesFor } from "./rotation.ts";

/** Of a `.vec` record, before its fine code: from, to, the second hash of the source, the fine code's scale. */
export const RECORD_HEAD_BYTES = 16;

export function recordBytesFor(places: number): number {
  return RECORD_HEAD_BYTES + places * 2;
}

export type PassageRecord = {
  /** Bytes of the main text in UTF-8. */
  readonly from: number;
  readonly to: number;
  readonly sourceHash: number;
  /** Valid until the next record is read. */
  readonly fine: Int16Array;
  readonly fineScale: number;
};

/**
 * The passages of one segment, those of a document next to each other, documents in their order. What a search compares
 * with every passage is in memory; a record on disk holds where each stands in its text and its fine code.
 */
export class Vectors {
  readonly passages: number;
  /** 0 where the collection has no vectors. */
  readonly dimensions: number;
  /** Of a turned vector. */
  readonly places: number;
  /** By document, its first passage; one more than there are documents. */
  readonly starts: Uint32Array;
  readonly sketches: Int32Array;
  readonly rests: Int32Array;
  readonly sketchFactors: Float32Array;
  readonly codeFactors: Float32Array;
  /** The first hash of who said it, by passage; 0 for those of the document's own text. */
  readonly sources: Int32Array;
  readonly #records: PagedReader;
  readonly #view = new View({ keepsPages: false });

  constructor(resident: ArrayBufferLike, records: PagedReader, documents: number) {
    const taker = new Taker(resident);
    const [passages = 0, dimensions = 0] = taker.uint32(2);
    this.passages = passages;
    this.dimensions = dimensions;
    this.places = placesFor(dimensions);
    const words = this.places / 32;
    this.starts = taker.uint32(documents + 1);
    this.sketches = taker.int32(passages * words);
    this.rests = taker.int32(passages * words * (PLANES - 1));
    this.sketchFactors = taker.float32(passages);
    this.codeFactors = taker.float32(passages);
    this.sources = taker.int32(passages);
    this.#records = records;
  }

  get recordBytes(): number {
    return recordBytesFor(this.places);
  }

  record(passage: number): PassageRecord {
    const { bytes, words, at } = this.#locate(passage);
    const word = at >> 2;
    return {
      from: (words[word] as number) >>> 0,
      to: (words[word + 1] as number) >>> 0,
      sourceHash: words[word + 2] as number,
      fineScale: new Float32Array(words.buffer, words.byteOffset + at + 12, 1)[0] as number,
      fine: new Int16Array(bytes.buffer, bytes.byteOffset + at + RECORD_HEAD_BYTES, this.places),
    };
  }

  /** The bytes of a record, valid until the next one is read. */
  recordBytesOf(passage: number): Uint8Array {
    const { bytes, at } = this.#locate(passage);
    return bytes.subarray(at, at + this.recordBytes);
  }

  /** The document that a passage belongs to. */
  documentOf(passage: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.starts[middle] as number) <= passage) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Whether files and table agree with each other. */
  get fits(): boolean {
    if (this.#records.size_bytes !== this.passages * this.recordBytes) return false;
    if (this.starts[0] !== 0 || this.starts.at(-1) !== this.passages) return false;
    return this.starts.every((start, document) => document === 0 || start >= (this.starts[document - 1] as number));
  }

  #locate(passage: number): View {
    this.#records.locate(passage * this.recordBytes, this.recordBytes, this.#view);
    return this.#view;
  }
}
