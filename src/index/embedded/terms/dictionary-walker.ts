import { DICTIONARY_BLOCK } from "./dictionary-writer.ts";

/** Steps through a dictionary's terms with their entries, for merging and verifying. */
export class DictionaryWalker {
  readonly bytes: Uint8Array = new Uint8Array(256);
  length = 0;
  ordinal = -1;
  frequency = 0;
  docsOffset = 0;
  docs_bytes = 0;
  positionsOffset = 0;
  positions_bytes = 0;
  readonly #text: Uint8Array;
  readonly #entries: Uint8Array;
  readonly #textOffsets: Uint32Array;
  readonly #entryOffsets: Uint32Array;
  readonly #size: number;
  #textAt = 0;
  #entryAt = 0;

  constructor(
    text: Uint8Array,
    entries: Uint8Array,
    textOffsets: Uint32Array,
    entryOffsets: Uint32Array,
    size: number,
  ) {
    this.#text = text;
    this.#entries = entries;
    this.#textOffsets = textOffsets;
    this.#entryOffsets = entryOffsets;
    this.#size = size;
  }

  next(): boolean {
    if (++this.ordinal >= this.#size) return false;
    const first = this.ordinal % DICTIONARY_BLOCK === 0;
    if (first) this.#textAt = this.#textOffsets[this.ordinal / DICTIONARY_BLOCK] as number;
    const shared = first ? 0 : (this.#text[this.#textAt++] as number);
    const rest = this.#text[this.#textAt++] as number;
    for (let i = 0; i < rest; i++) this.bytes[shared + i] = this.#text[this.#textAt++] as number;
    this.length = shared + rest;
    this.#readEntry(first);
    return true;
  }

  #readEntry(first: boolean): void {
    if (first) {
      this.#entryAt = this.#entryOffsets[this.ordinal / DICTIONARY_BLOCK] as number;
      this.docsOffset = this.#varint();
      this.positionsOffset = this.#varint();
    } else {
      this.docsOffset += this.docs_bytes;
      this.positionsOffset += this.positions_bytes;
    }
    this.frequency = this.#varint();
    const mask = this.#varint() | 0;
    if ((mask & (mask - 1)) !== 0) for (let rest = mask; rest !== 0; rest &= rest - 1) this.#varint();
    this.docs_bytes = this.#varint();
    this.positions_bytes = this.#varint();
  }

  #varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#entries[this.#entryAt++] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }
}
