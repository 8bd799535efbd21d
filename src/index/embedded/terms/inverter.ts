import { OnpointError } from "#base/errors.ts";
import type { IndexDocument, IndexText } from "#index/index.ts";
import { fieldIndex } from "#index/schema.ts";
import type { Layout } from "#index/embedded/layout.ts";
import { BeforeTracker, COMMON_WORDS } from "#index/embedded/positions/common-words.ts";
import { compareBytes, PARAGRAPH_TERM, SENTENCE_TERM, stemHashOf } from "#index/embedded/terms/dictionary.ts";
import { PASSAGE_GAP } from "#index/embedded/positions/passages.ts";
import { PLACE_WORDS } from "#index/embedded/positions/places.ts";
import type { Making } from "#index/embedded/segment/making.ts";
import type { ReadDocument } from "#index/embedded/segment/part.ts";
import { Grouped, NUMBER_BITS, OTHER_NUMBERS, TermEncoder } from "./term-encoder.ts";
import { WordsWriter } from "./words-writer.ts";
import { hasStem, stemOf } from "#text/stem.ts";
import { doubled, TermTable } from "#index/embedded/terms/term-table.ts";
import { BEGINS_NOTHING, BEGINS_PARAGRAPH, hashTerm, TokenScanner } from "#text/tokenize.ts";

/** Words of the table kept from one segment to the next before it starts afresh. */
const TABLE_BYTES_MAX = 64 * 1024 * 1024;
/**
 * The words of documents on their way into a segment. A word of the main field costs four bytes: its number and the
 * code of the word before it, in the order of the text, so that its position is its place. What is not a word of it
 * (other fields, boundaries) is kept with document, field and position. Writing sorts both by word with one counting pass and encodes term after term.
 */
export class Inverter {
  #table = new TermTable();
  /** Stem hash by word number, null where the word cannot have forms; each is computed once. */
  #stems: (number | null)[] = [];
  readonly #scanner = new TokenScanner();
  readonly #layout: Layout;
  #mainWords = new Int32Array(1 << 20);
  #mainCount = 0;
  #mainStarts: number[] = [0];
  #others = new Int32Array(1 << 16);
  #otherCount = 0;
  #sentence = -1;
  #paragraph = -1;
  /** Number of the first of COMMON_WORDS; the others follow. */
  #firstCommon = -1;
  readonly #before = new BeforeTracker();

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** Words held, of all fields. */
  get words(): number {
    return this.#mainCount + this.#otherCount;
  }

  /** Throws `invalid_input` for a field the schema has not. Tells the fields' lengths, the places and what sources said. */
  add({ number, document, lengths, places, said }: ReadDocument): void {
    if (this.#sentence < 0) this.#startTable();
    const layout = this.#layout;
    for (const name of Object.keys(document.texts)) fieldIndex(layout.schema, name);
    // The main field first: its places in the text are its positions, and the others' rows follow its boundaries.
    lengths[layout.main] = this.#addMain(number, mainText(layout, document), places);
    layout.names.forEach((name, field) => {
      const texts = document.texts[name];
      if (field === layout.main || texts === undefined) return;
      lengths[field] = this.#addTexts(number, field, typeof texts === "string" ? [texts] : texts, said);
    });
    this.#mainStarts.push(this.#mainCount);
  }

  write(making: Making): void {
    const writer = new WordsWriter(making);
    this.#writeTerms(writer);
    writer.finish();
  }

  clear(): void {
    this.#mainCount = 0;
    this.#mainStarts = [0];
    this.#otherCount = 0;
    if (this.#table.size_bytes > TABLE_BYTES_MAX) {
      this.#table = new TermTable();
      this.#stems = [];
      this.#sentence = -1;
    }
  }

  #startTable(): void {
    this.#sentence = this.#table.intern(SENTENCE_TERM, 2, hashTerm(SENTENCE_TERM, 2));
    this.#paragraph = this.#table.intern(PARAGRAPH_TERM, 2, hashTerm(PARAGRAPH_TERM, 2));
    this.#firstCommon = this.#table.size;
    for (const text of COMMON_WORDS) {
      const word = Buffer.from(text);
      this.#table.intern(word, word.length, hashTerm(word, word.length));
    }
  }

  #addMain(document: number, main: string, places: number[]): number {
    const start = this.#mainCount;
    const end = start + this.#layout.positions_max;
    this.#scanner.reset(main);
    this.#before.reset();
    while (this.#addToNextPlace(document, start, end, places));
    return this.#mainCount - start;
  }

  /**
   * Adds the words from one place to the next; false at the end of the text. One loop over a whole text would be
   * compiled before it has ended once, and thrown away wherever a text ends.
   */
  #addToNextPlace(document: number, start: number, end: number, places: number[]): boolean {
    const table = this.#table;
    const scanner = this.#scanner;
    const before = this.#before;
    const firstCommon = this.#firstCommon;
    const place = this.#mainCount;
    const next = Math.min(place + PLACE_WORDS, end);
    if (next > this.#mainWords.length) this.#mainWords = doubled(this.#mainWords);
    const words = this.#mainWords;
    let count = place;
    while (count < next && scanner.next()) {
      if (scanner.begins !== BEGINS_NOTHING) this.#addBoundary(document, this.#layout.main, count - start);
      if (count === place) places.push(scanner.start);
      const word = table.intern(scanner.term, scanner.termLength, scanner.termHash);
      words[count++] = withCode(word, word - firstCommon, before);
    }
    this.#mainCount = count;
    return count === place + PLACE_WORDS;
  }

  #addText(document: number, field: number, first: number, text: string): number {
    const scanner = this.#scanner;
    let position = first;
    scanner.reset(text);
    this.#before.reset();
    while (scanner.next() && position < this.#layout.positions_max) {
      if (position === first && first > 0) this.#addOther(this.#paragraph, document, field, position);
      if (scanner.begins !== BEGINS_NOTHING) this.#addBoundary(document, field, position);
      const word = this.#table.intern(scanner.term, scanner.termLength, scanner.termHash);
      this.#addOther(withCode(word, word - this.#firstCommon, this.#before), document, field, position++);
    }
    return position - first;
  }

  #addTexts(document: number, field: number, texts: readonly IndexText[], said: ReadDocument["said"]): number {
    const base = this.#layout.baseOf(field);
    let next = 0;
    let total = 0;
    for (const one of texts) {
      const first = next === 0 ? 0 : next + PASSAGE_GAP;
      const words = this.#addText(document, field, first, typeof one === "string" ? one : one.text);
      if (words === 0) continue;
      if (typeof one !== "string") {
        said.push({ source: one.source, start: base + first, end: base + first + words });
      }
      next = first + words;
      total += words;
    }
    return total;
  }

  #addBoundary(document: number, field: number, position: number): void {
    const term = this.#scanner.begins === BEGINS_PARAGRAPH ? this.#paragraph : this.#sentence;
    this.#addOther(term, document, field, position);
  }

  #addOther(word: number, document: number, field: number, position: number): void {
    if ((this.#otherCount + 1) * OTHER_NUMBERS > this.#others.length) this.#others = doubled(this.#others);
    const others = this.#others;
    const row = this.#otherCount++ * OTHER_NUMBERS;
    others[row] = word;
    others[row + 1] = document;
    others[row + 2] = field;
    others[row + 3] = position;
  }

  #writeTerms(writer: WordsWriter): void {
    const table = this.#table;
    const mains = new Grouped(table.size, this.#mainCount, this.#mainWords, 1);
    const others = new Grouped(table.size, this.#otherCount, this.#others, OTHER_NUMBERS);
    const encoder = new TermEncoder(writer, this.#layout, this.#mainStarts, this.#mainCount, this.#others);
    for (const word of this.#wordsInOrder(mains, others)) {
      writer.postings.startTerm();
      encoder.encode(mains, others, word);
      const start = table.starts[word] as number;
      const length = (table.starts[word + 1] as number) - start;
      writer.finishTerm(table.bytes, start, length, this.#stemHash(word));
    }
  }

  #wordsInOrder(mains: Grouped, others: Grouped): Uint32Array {
    const { bytes, starts, size } = this.#table;
    const present: number[] = [];
    for (let word = 0; word < size; word++) if (mains.count(word) + others.count(word) > 0) present.push(word);
    const keys = new Float64Array(size);
    for (const word of present) keys[word] = leadingBytes(bytes, starts[word] as number, starts[word + 1] as number);
    const views = (word: number): Uint8Array => bytes.subarray(starts[word], starts[word + 1]);
    return Uint32Array.from(present).sort((a, b) => {
      const difference = (keys[a] as number) - (keys[b] as number);
      if (difference !== 0) return difference;
      const left = views(a);
      const right = views(b);
      return compareBytes(left, left.length, right, right.length);
    });
  }

  /** Fills `stems` up to `word`: words are numbered as they come, so this computes each once. */
  #stemHash(word: number): number | null {
    const table = this.#table;
    const stems = this.#stems;
    while (stems.length <= word) {
      const text = table.bytes.toString("latin1", table.starts[stems.length], table.starts[stems.length + 1]);
      stems.push(hasStem(text) ? stemHashOf(stemOf(text)) : null);
    }
    return stems[word] ?? null;
  }
}

/** A word's number with the code of what stands before it on top; `common` is its place among COMMON_WORDS, if it has one. */
function withCode(word: number, common: number, before: BeforeTracker): number {
  const code = before.next(common >= 0 && common < COMMON_WORDS.length ? common + 1 : 0);
  return word | (code << NUMBER_BITS);
}

function mainText({ names, main }: Layout, { texts }: IndexDocument): string {
  const name = names[main] ?? "";
  const text = texts[name] ?? "";
  if (typeof text === "string") return text;
  throw new OnpointError("invalid_input", `field "${name}" takes one text`);
}

/** The first six bytes as one number that orders as they do; ties need a look at the rest. */
function leadingBytes(bytes: Uint8Array, start: number, end: number): number {
  let key = 0;
  for (let i = 0; i < 6; i++) key = key * 256 + (start + i < end ? (bytes[start + i] as number) : 0);
  return key;
}
