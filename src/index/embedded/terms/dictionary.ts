import { DICTIONARY_BLOCK, DICTIONARY_HEADER_WORDS } from "./dictionary-writer.ts";
import { DictionaryWalker } from "./dictionary-walker.ts";
import { LetterFilter } from "./letter-filter.ts";
import { PairFilter, signatureOf } from "./pair-filter.ts";
import { UNMETERED } from "#index/embedded/work-meter.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import { hashTerm } from "#text/tokenize.ts";
import type { Wildcard } from "./wildcard.ts";
import type { WordDistance } from "./word-distance.ts";

/** Words that stand for boundaries begin with this byte, which no token contains: "\u0001s", "\u0001p". */
export const BOUNDARY_BYTE = 1;
export const SENTENCE_TERM: Uint8Array = Uint8Array.of(BOUNDARY_BYTE, 0x73);
export const PARAGRAPH_TERM: Uint8Array = Uint8Array.of(BOUNDARY_BYTE, 0x70);

/** Of comparing two words letter by letter. */
const NEIGHBOUR_COST = 64;

/** Where a term's postings stand and how many there are. */
export type FoundTerm = {
  readonly frequency: number;
  readonly fieldFrequencies: Int32Array;
  readonly docsOffset: number;
  readonly docs_bytes: number;
  readonly positionsOffset: number;
  readonly positions_bytes: number;
};

/** The sorted terms of one segment, read in place from the bytes of its `.terms` file. */
export class Dictionary {
  readonly size: number;
  readonly #fields: number;
  readonly #text: Uint8Array;
  readonly #entries: Uint8Array;
  readonly #textOffsets: Uint32Array;
  readonly #entryOffsets: Uint32Array;
  readonly #stemHashes: Int32Array;
  readonly #stemTerms: Uint32Array;
  readonly #current = Buffer.alloc(256);
  #currentLength = 0;
  #at = 0;
  /** Where the text behind the term of `bytesAt` begins: entries are read in between. */
  #afterCurrent = 0;
  /** Made for the first wildcard that needs it. */
  #pairs: PairFilter | undefined;
  /** Made when neighbours of a word are asked for. */
  #letters: LetterFilter | undefined;

  /** `fields` is the number of fields in the schema. */
  constructor(buffer: ArrayBufferLike, fields: number) {
    this.#fields = fields;
    const header = new Int32Array(buffer, 0, DICTIONARY_HEADER_WORDS);
    const [terms = 0, blocks = 0, text_bytes = 0, entries_bytes = 0, stems = 0] = header;
    let offset = header.byteLength;
    const take = (size_bytes: number): number => {
      offset += size_bytes;
      return offset - size_bytes;
    };
    this.size = terms;
    this.#text = new Uint8Array(buffer, take(text_bytes), text_bytes);
    this.#entries = new Uint8Array(buffer, take(entries_bytes), entries_bytes);
    this.#textOffsets = new Uint32Array(buffer, take(blocks * 4), blocks);
    this.#entryOffsets = new Uint32Array(buffer, take(blocks * 4), blocks);
    this.#stemHashes = new Int32Array(buffer, take(stems * 4), stems);
    this.#stemTerms = new Uint32Array(buffer, take(stems * 4), stems);
  }

  /** The ordinal of a term, or -1. */
  find(term: Uint8Array): number {
    const ordinal = this.#lowerBound(term);
    if (ordinal >= this.size) return -1;
    return compareBytes(this.#current, this.#currentLength, term, term.length) === 0 ? ordinal : -1;
  }

  /** The text of a term. */
  termAt(ordinal: number): string {
    this.#seek(ordinal);
    return this.#current.toString("utf8", 0, this.#currentLength);
  }

  /**
   * The bytes of a term, good until another is read. `current` is the term read last, if it is known: one shortly behind
   * it is reached from there.
   */
  bytesAt(ordinal: number, current = -1): Buffer {
    const isInBlock = Math.floor(ordinal / DICTIONARY_BLOCK) === Math.floor(current / DICTIONARY_BLOCK);
    if (current < 0 || current > ordinal || !isInBlock) this.#seek(ordinal);
    else {
      this.#at = this.#afterCurrent;
      for (let at = current + 1; at <= ordinal; at++) this.#read(false);
    }
    this.#afterCurrent = this.#at;
    return this.#current.subarray(0, this.#currentLength);
  }

  entryAt(ordinal: number): FoundTerm {
    const fields = this.#fields;
    const block = Math.floor(ordinal / DICTIONARY_BLOCK);
    this.#at = this.#entryOffsets[block] as number;
    let docsOffset = this.#varint();
    let positionsOffset = this.#varint();
    const fieldFrequencies = new Int32Array(fields);
    for (let i = block * DICTIONARY_BLOCK; ; i++) {
      const frequency = this.#varint();
      const mask = this.#varint() | 0;
      const single = (mask & (mask - 1)) === 0;
      for (let field = 0; field < fields; field++) {
        if ((mask & (1 << field)) === 0) fieldFrequencies[field] = 0;
        else fieldFrequencies[field] = single ? frequency : this.#varint();
      }
      const docs_bytes = this.#varint();
      const positions_bytes = this.#varint();
      if (i === ordinal) {
        return { frequency, fieldFrequencies, docsOffset, docs_bytes, positionsOffset, positions_bytes };
      }
      docsOffset += docs_bytes;
      positionsOffset += positions_bytes;
    }
  }

  /** Ordinals of the words whose stem may be the one with this hash; the caller compares the stems themselves. */
  withStemHash(stemHash: number): number[] {
    const stemHashes = this.#stemHashes;
    const stemTerms = this.#stemTerms;
    let low = 0;
    let high = stemHashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((stemHashes[middle] as number) < stemHash) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (; low < stemHashes.length && stemHashes[low] === stemHash; low++) found.push(stemTerms[low] as number);
    return found;
  }

  /** Hash of the stem of every term that has one, by ordinal; `has` tells which do. For merging. */
  stemsByTerm(): { readonly hashes: Int32Array; readonly has: Uint8Array } {
    const hashes = new Int32Array(this.size);
    const has = new Uint8Array(this.size);
    this.#stemTerms.forEach((term, i) => {
      hashes[term] = this.#stemHashes[i] as number;
      has[term] = 1;
    });
    return { hashes, has };
  }

  /** Ordinals of the terms that a wildcard pattern matches, boundary terms never among them. */
  matching(wildcard: Wildcard, meter: WorkMeter = UNMETERED): number[] {
    return wildcard.prefix.length > 0 ? this.#matchingFrom(wildcard, meter) : this.#matchingAnywhere(wildcard, meter);
  }

  #matchingFrom(wildcard: Wildcard, meter: WorkMeter): number[] {
    const found: number[] = [];
    const { prefix } = wildcard;
    for (let ordinal = this.#lowerBound(prefix); ordinal < this.size; ordinal++, this.#step(ordinal)) {
      const current = this.#current;
      const currentLength = this.#currentLength;
      if (!startsWith(current, currentLength, prefix)) break;
      meter.add(wildcard.cost(currentLength));
      if (current[0] !== BOUNDARY_BYTE && wildcard.matches(current, currentLength)) found.push(ordinal);
    }
    return found;
  }

  /** Looks only into the blocks that may have the pattern's pairs of letters. */
  #matchingAnywhere(wildcard: Wildcard, meter: WorkMeter): number[] {
    const found: number[] = [];
    this.#pairs ??= this.#readPairs(meter);
    const signature = signatureOf(wildcard.runs);
    for (let block = 0; block < this.#textOffsets.length; block++) {
      meter.add(1);
      if (!this.#pairs.mayHave(block, signature)) continue;
      const first = block * DICTIONARY_BLOCK;
      const end = Math.min(first + DICTIONARY_BLOCK, this.size);
      this.#at = this.#textOffsets[block] as number;
      for (let ordinal = first; ordinal < end; ordinal++) {
        this.#read(ordinal === first);
        const current = this.#current;
        const currentLength = this.#currentLength;
        meter.add(wildcard.cost(currentLength));
        if (current[0] !== BOUNDARY_BYTE && wildcard.matches(current, currentLength)) found.push(ordinal);
      }
    }
    return found;
  }

  /**
   * The terms within `distance`, boundary terms never among them; those more than one letter away begin alike. Terms in
   * fewer documents than `documents_min` may be left out.
   */
  near(
    distance: WordDistance,
    documents_min = 1,
    meter: WorkMeter = UNMETERED,
  ): { readonly text: string; readonly distance: number }[] {
    const letters = (this.#letters ??= this.#readLetters(meter));
    const { word, max } = distance;
    const alike = this.#beginningWith(Buffer.from(word.slice(0, 1)));
    const found: { text: string; distance: number }[] = [];
    let current = -1;
    for (const ordinal of letters.near(Buffer.from(word), { max, alike, documents_min }, meter)) {
      if (Math.floor(ordinal / DICTIONARY_BLOCK) === Math.floor(current / DICTIONARY_BLOCK)) {
        while (current < ordinal) this.#step(++current);
      } else this.#seek((current = ordinal));
      if (this.#current[0] === BOUNDARY_BYTE) continue;
      const text = this.#current.toString("utf8", 0, this.#currentLength);
      meter.add(NEIGHBOUR_COST);
      const own = distance.of(text);
      const isAlike = ordinal >= alike.from && ordinal < alike.end;
      if (own <= (isAlike ? max : 1)) found.push({ text, distance: own });
    }
    return found;
  }

  /** The ordinals of all terms with this beginning; of none for an empty one. */
  #beginningWith(beginning: Buffer): { readonly from: number; readonly end: number } {
    const last = beginning.at(-1);
    if (last === undefined) return { from: 0, end: 0 };
    const behind = Buffer.from(beginning);
    behind[behind.length - 1] = last + 1;
    return { from: this.#lowerBound(beginning), end: this.#lowerBound(behind) };
  }

  #readLetters(meter: WorkMeter): LetterFilter {
    meter.add(this.size);
    return new LetterFilter(this.size, () => this.#words());
  }

  *#words(): Generator<DictionaryWalker> {
    const walker = this.walker();
    while (walker.next()) yield walker;
  }

  #readPairs(meter: WorkMeter): PairFilter {
    const pairs = new PairFilter(this.#textOffsets.length);
    for (let block = 0; block < this.#textOffsets.length; block++) {
      const first = block * DICTIONARY_BLOCK;
      const end = Math.min(first + DICTIONARY_BLOCK, this.size);
      this.#at = this.#textOffsets[block] as number;
      meter.add(DICTIONARY_BLOCK);
      for (let ordinal = first; ordinal < end; ordinal++) {
        const shared = this.#read(ordinal === first);
        pairs.add(block, this.#current, shared, this.#currentLength);
      }
    }
    return pairs;
  }

  /** A cursor of its own over the same bytes. */
  walker(): DictionaryWalker {
    return new DictionaryWalker(this.#text, this.#entries, this.#textOffsets, this.#entryOffsets, this.size);
  }

  /** The first ordinal whose term is not below `term`, made current; `size` when there is none. */
  #lowerBound(term: Uint8Array): number {
    let low = 0;
    let high = this.#textOffsets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const offset = this.#textOffsets[middle] as number;
      const length = this.#text[offset] as number;
      if (compareSlice(this.#text, offset + 1, length, term) <= 0) low = middle + 1;
      else high = middle;
    }
    let ordinal = Math.max(0, low - 1) * DICTIONARY_BLOCK;
    if (ordinal >= this.size) return this.size;
    this.#seek(ordinal);
    while (compareBytes(this.#current, this.#currentLength, term, term.length) < 0) {
      ordinal++;
      if (ordinal >= this.size) return this.size;
      this.#step(ordinal);
    }
    return ordinal;
  }

  #seek(ordinal: number): void {
    const block = Math.floor(ordinal / DICTIONARY_BLOCK);
    const first = block * DICTIONARY_BLOCK;
    this.#at = this.#textOffsets[block] as number;
    for (let i = first; i <= ordinal; i++) this.#read(i === first);
  }

  /** Moves from `ordinal - 1` to `ordinal`; past the end it does nothing. */
  #step(ordinal: number): void {
    if (ordinal < this.size) this.#read(ordinal % DICTIONARY_BLOCK === 0);
  }

  /** Makes the next term of a block current; answers how many bytes it shares with the one before. */
  #read(first: boolean): number {
    const text = this.#text;
    const current = this.#current;
    const shared = first ? 0 : (text[this.#at++] as number);
    const rest = text[this.#at++] as number;
    for (let i = 0; i < rest; i++) current[shared + i] = text[this.#at + i] as number;
    this.#at += rest;
    this.#currentLength = shared + rest;
    return shared;
  }

  #varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#entries[this.#at++] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }
}

/** Byte order, which is code point order for UTF-8. */
export function compareBytes(a: Uint8Array, aLength: number, b: Uint8Array, bLength: number): number {
  const most = Math.min(aLength, bLength);
  for (let i = 0; i < most; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}

function compareSlice(bytes: Uint8Array, start: number, length: number, term: Uint8Array): number {
  const most = Math.min(length, term.length);
  for (let i = 0; i < most; i++) {
    const difference = (bytes[start + i] as number) - (term[i] as number);
    if (difference !== 0) return difference;
  }
  return length - term.length;
}

function startsWith(bytes: Uint8Array, length: number, prefix: Uint8Array): boolean {
  if (length < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) if (bytes[i] !== prefix[i]) return false;
  return true;
}

/** The hash under which a stem's words are filed. */
export function stemHashOf(stem: string): number {
  const bytes = Buffer.from(stem);
  return hashTerm(bytes, bytes.length);
}
