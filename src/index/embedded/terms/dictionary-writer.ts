import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";

import type { TermEntry } from "#index/embedded/postings/postings-writer.ts";

/** Terms per front-coded block. */
export const DICTIONARY_BLOCK = 32;
export const DICTIONARY_HEADER_WORDS = 8;

/** Bytes that grow as they are needed. */
class Growing {
  bytes: Buffer = Buffer.allocUnsafe(1 << 16);
  length = 0;

  reserve(size_bytes: number): void {
    if (this.length + size_bytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe((this.length + size_bytes) * 2);
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  /** Zero bytes up to a multiple of four. */
  align(): void {
    this.reserve(4);
    while (this.length % 4 !== 0) this.bytes[this.length++] = 0;
  }
}

export type WrittenFile = { readonly size_bytes: number; readonly sum: number };

/** Collects a segment's terms in byte order and writes them as one file that is kept in memory while open. */
export class DictionaryWriter {
  readonly #text = new Growing();
  readonly #entries = new Growing();
  readonly #textOffsets: number[] = [];
  readonly #entryOffsets: number[] = [];
  readonly #stemHashes: number[] = [];
  readonly #stemTerms: number[] = [];
  readonly #previous = Buffer.alloc(256);
  #previousLength = 0;
  #terms = 0;
  #docs_bytes = 0;
  #positions_bytes = 0;

  /** `stemHash` is null for words that are their own stem whatever happens (see `stemOf`). */
  add(bytes: Uint8Array, start: number, length: number, stemHash: number | null, entry: TermEntry): void {
    const text = this.#text;
    const previous = this.#previous;
    let shared = 0;
    text.reserve(length + 8);
    if (this.#terms % DICTIONARY_BLOCK === 0) this.#startBlock();
    else {
      const most = Math.min(length, this.#previousLength);
      while (shared < most && previous[shared] === bytes[start + shared]) shared++;
      text.bytes[text.length++] = shared;
    }
    text.bytes[text.length++] = length - shared;
    for (let i = shared; i < length; i++) {
      const byte = bytes[start + i] as number;
      text.bytes[text.length++] = byte;
      previous[i] = byte;
    }
    this.#previousLength = length;
    if (stemHash !== null) {
      this.#stemHashes.push(stemHash);
      this.#stemTerms.push(this.#terms);
    }
    this.#addEntry(entry);
    this.#terms++;
  }

  parts(): readonly NodeJS.TypedArray[] {
    this.#text.align();
    this.#entries.align();
    const header = new Int32Array(DICTIONARY_HEADER_WORDS);
    header.set([
      this.#terms,
      this.#textOffsets.length,
      this.#text.length,
      this.#entries.length,
      this.#stemTerms.length,
    ]);
    const order = new Uint32Array(this.#stemTerms.length).map((_, i) => i);
    order.sort((a, b) => (this.#stemHashes[a] as number) - (this.#stemHashes[b] as number) || a - b);
    return [
      header,
      this.#text.bytes.subarray(0, this.#text.length),
      this.#entries.bytes.subarray(0, this.#entries.length),
      Uint32Array.from(this.#textOffsets),
      Uint32Array.from(this.#entryOffsets),
      Int32Array.from(order, (i) => this.#stemHashes[i] as number),
      Uint32Array.from(order, (i) => this.#stemTerms[i] as number),
    ];
  }

  #startBlock(): void {
    this.#textOffsets.push(this.#text.length);
    this.#entryOffsets.push(this.#entries.length);
    this.#entries.varint(this.#docs_bytes);
    this.#entries.varint(this.#positions_bytes);
  }

  #addEntry(entry: TermEntry): void {
    const entries = this.#entries;
    const { fieldFrequencies } = entry;
    let mask = 0;
    let fields = 0;
    for (let field = 0; field < fieldFrequencies.length; field++) {
      if ((fieldFrequencies[field] as number) === 0) continue;
      mask |= 1 << field;
      fields++;
    }
    entries.varint(entry.frequency);
    entries.varint(mask >>> 0);
    if (fields > 1) {
      for (const frequency of fieldFrequencies) if (frequency > 0) entries.varint(frequency);
    }
    entries.varint(entry.docs_bytes);
    entries.varint(entry.positions_bytes);
    this.#docs_bytes += entry.docs_bytes;
    this.#positions_bytes += entry.positions_bytes;
  }
}

/** Writes arrays one after another as one durable file and answers its size and CRC-32. */
export function writeParts(path: string, parts: readonly NodeJS.TypedArray[]): WrittenFile {
  const descriptor = openSync(path, "w");
  let size_bytes = 0;
  let sum = 0;
  try {
    for (const part of parts) {
      const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
      sum = crc32(bytes, sum);
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done, bytes.length - done);
      size_bytes += bytes.length;
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return { size_bytes, sum };
}
