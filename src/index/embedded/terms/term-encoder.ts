import { BEFORE_BITS } from "#index/embedded/positions/common-words.ts";
import { LARGE } from "#index/embedded/positions/position-reader.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { ByteSink } from "#index/embedded/segment/byte-sink.ts";
import type { WordsWriter } from "./words-writer.ts";

/** A word's number has the code of the word before it on top of these bits, and so has its place in the text. */
export const NUMBER_BITS: number = 32 - BEFORE_BITS;
const NUMBER_MASK = 2 ** NUMBER_BITS - 1;
/** A word that is not of the main field is kept as itself, its document, field and position. */
export const OTHER_NUMBERS = 4;
/** Words of text per entry of the table that finds a word's document. */
const CHUNK_BITS = 8;

/** Indices grouped by word, rising within each: a counting sort. An item is an index with its code on top. */
export class Grouped {
  readonly items: Int32Array;
  readonly #ends: Int32Array;

  /** `coded` has, `stride` numbers apart, each occurrence's word with its code on top. */
  constructor(words: number, count: number, coded: Int32Array, stride: number) {
    this.#ends = new Int32Array(words + 1);
    this.items = new Int32Array(count);
    const { items } = this;
    const ends = this.#ends;
    for (let i = 0; i < count; i++) (ends[((coded[i * stride] as number) & NUMBER_MASK) + 1] as number)++;
    for (let word = 0; word < words; word++) (ends[word + 1] as number) += ends[word] as number;
    // `ends[word]` starts as the group's start and, once its items are placed, is its end.
    for (let i = 0; i < count; i++) {
      const one = coded[i * stride] as number;
      const word = one & NUMBER_MASK;
      const place = ends[word] as number;
      items[place] = i | (one & ~NUMBER_MASK);
      ends[word] = place + 1;
    }
  }

  start(word: number): number {
    return word === 0 ? 0 : (this.#ends[word - 1] as number);
  }

  end(word: number): number {
    return this.#ends[word] as number;
  }

  count(word: number): number {
    return this.end(word) - this.start(word);
  }
}

/** Turns the grouped occurrences of one word into postings. */
export class TermEncoder {
  readonly #writer: WordsWriter;
  readonly #mainStarts: Int32Array;
  readonly #others: Int32Array;
  readonly #documentOfChunk: Int32Array;
  readonly #counts: Int32Array;
  readonly #main: number;

  constructor(
    writer: WordsWriter,
    layout: Layout,
    mainStarts: readonly number[],
    mainCount: number,
    others: Int32Array,
  ) {
    this.#writer = writer;
    this.#counts = new Int32Array(layout.fields);
    this.#main = layout.main;
    this.#mainStarts = Int32Array.from(mainStarts);
    this.#others = others;
    this.#documentOfChunk = new Int32Array((mainCount >> CHUNK_BITS) + 1);
    let document = 0;
    for (let chunk = 0; chunk < this.#documentOfChunk.length; chunk++) {
      while ((this.#mainStarts[document + 1] ?? Infinity) <= chunk << CHUNK_BITS) document++;
      this.#documentOfChunk[chunk] = document;
    }
  }

  encode(mains: Grouped, others: Grouped, word: number): void {
    const mainStarts = this.#mainStarts;
    const counts = this.#counts;
    const mainField = this.#main;
    const { positions, postings } = this.#writer;
    const rows = this.#others;
    const items = mains.items;
    const mainEnd = mains.end(word);
    const otherEnd = others.end(word);
    let main = mains.start(word);
    let other = others.start(word);
    while (main < mainEnd || other < otherEnd) {
      const mainDocument = main < mainEnd ? this.#documentOf((items[main] as number) & NUMBER_MASK) : 0x7fffffff;
      const otherDocument =
        other < otherEnd
          ? (rows[((others.items[other] as number) & NUMBER_MASK) * OTHER_NUMBERS + 1] as number)
          : 0x7fffffff;
      const document = Math.min(mainDocument, otherDocument);
      let mainCount = 0;
      let mask = 0;
      if (mainDocument === document) {
        const start = mainStarts[document] as number;
        const end = mainStarts[document + 1] as number;
        let before = start - 1;
        for (; main < mainEnd; main++) {
          const item = items[main] as number;
          const at = item & NUMBER_MASK;
          if (at >= end) break;
          if (positions.length + 8 > positions.bytes.length) positions.reserve(8);
          const value = ((at - before - 1) << BEFORE_BITS) | (item >>> NUMBER_BITS);
          if (value >= LARGE) addLarge(positions, value);
          else {
            const { bytes } = positions;
            bytes[positions.length++] = value & 0xff;
            bytes[positions.length++] = value >>> 8;
          }
          before = at;
          mainCount++;
        }
      }
      if (otherDocument === document) {
        let field = -1;
        let before = -1;
        for (; other < otherEnd; other++) {
          const item = others.items[other] as number;
          const row = (item & NUMBER_MASK) * OTHER_NUMBERS;
          if (rows[row + 1] !== document) break;
          const rowField = rows[row + 2] as number;
          if (rowField !== field) {
            field = rowField;
            before = -1;
            counts[field] = 0;
            if (field !== mainField) mask |= 1 << field;
          }
          const at = rows[row + 3] as number;
          const value = ((at - before - 1) << BEFORE_BITS) | (item >>> NUMBER_BITS);
          if (value >= LARGE) addLarge(positions, value);
          else positions.half(value);
          before = at;
          if (field === mainField) mainCount++;
          else (counts[field] as number)++;
        }
      }
      postings.posting(document, mainCount, mask, counts, 0);
    }
  }

  #documentOf(at: number): number {
    let document = this.#documentOfChunk[at >> CHUNK_BITS] as number;
    while ((this.#mainStarts[document + 1] as number) <= at) document++;
    return document;
  }
}

function addLarge(positions: ByteSink, value: number): void {
  positions.half(LARGE);
  positions.half(value & 0xffff);
  positions.half(value >>> 16);
}
