import { OnpointError } from "#base/errors.ts";
import type { IndexDocument, IndexText } from "#index/index.ts";
import { fieldIndex } from "#index/schema.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { ByteSink } from "./byte-sink.ts";
import { ColumnsWriter } from "#index/embedded/columns/columns.ts";
import { BEFORE_BITS, BeforeTracker, COMMON_WORDS } from "#index/embedded/positions/common-words.ts";
import { compareBytes, PARAGRAPH_TERM, SENTENCE_TERM, stemHashOf } from "#index/embedded/terms/dictionary.ts";
import { PASSAGE_GAP, sourceHashes } from "#index/embedded/positions/passages.ts";
import type { SegmentInfo } from "./segment-files.ts";
import { SegmentWriter } from "./segment-writer.ts";
import { LARGE } from "#index/embedded/positions/position-reader.ts";
import { hasStem, stemOf } from "#text/stem.ts";
import { doubled, TermTable } from "#index/embedded/terms/term-table.ts";
import { BEGINS_NOTHING, BEGINS_PARAGRAPH, hashTerm, TokenScanner } from "#text/tokenize.ts";

/** Words of the table kept from one segment to the next before it starts afresh. */
const TABLE_BYTES_MAX = 64 * 1024 * 1024;
/** A word's number has the code of the word before it on top of these bits, and so has its place in the text. */
const NUMBER_BITS = 32 - BEFORE_BITS;
const NUMBER_MASK = 2 ** NUMBER_BITS - 1;
/** Words of text per entry of the table that finds a word's document. */
const CHUNK_BITS = 8;

/**
 * Documents on their way into a segment. A word of the main field costs four bytes: its number and the code of the word before
 * it, in the order of the text, so that its position is its place. What is not a word of it (other fields, boundaries) is kept with document, field
 * and position. Writing sorts both by word with one counting pass and encodes term after term.
 */
export class Inverter {
  private table = new TermTable();
  /** Stem hash by word number, null where the word cannot have forms; each is computed once. */
  private stems: (number | null)[] = [];
  private readonly scanner = new TokenScanner();
  private readonly layout: Layout;
  private columns: ColumnsWriter;
  private mainWords = new Int32Array(1 << 20);
  private mainCount = 0;
  private mainStarts: number[] = [0];
  private others = new Int32Array(1 << 16);
  private otherCount = 0;
  private passages: number[] = [];
  private sentence = -1;
  private paragraph = -1;
  /** Number of the first of COMMON_WORDS; the others follow. */
  private firstCommon = -1;
  private readonly before = new BeforeTracker();

  constructor(layout: Layout) {
    this.layout = layout;
    this.columns = new ColumnsWriter(layout);
  }

  get documents(): number {
    return this.columns.documents;
  }

  /** Words held, of all fields. */
  get words(): number {
    return this.mainCount + this.otherCount;
  }

  /** Throws `invalid_input` for a field or column the schema has not; what is held is then no longer whole. */
  add(document: IndexDocument): void {
    if (this.sentence < 0) this.startTable();
    const { layout } = this;
    const number = this.columns.documents;
    const lengths = layout.names.map(() => 0);
    for (const name of Object.keys(document.texts)) fieldIndex(layout.schema, name);
    // The main field first: its places in the text are its positions, and the others' rows follow its boundaries.
    lengths[layout.main] = this.addMain(number, mainText(layout, document));
    layout.names.forEach((name, field) => {
      const texts = document.texts[name];
      if (field === layout.main || texts === undefined) return;
      lengths[field] = this.addTexts(number, field, typeof texts === "string" ? [texts] : texts);
    });
    this.columns.add(document, lengths);
    this.mainStarts.push(this.mainCount);
  }

  /** Writes everything held as a segment and starts empty. */
  write(dir: string, name: string): SegmentInfo {
    const writer = new SegmentWriter(dir, name, this.layout, this.columns);
    try {
      this.writeTerms(writer);
      const info = writer.finish(Int32Array.from(this.passages));
      this.clear();
      return info;
    } catch (error) {
      writer.abandon();
      throw error;
    }
  }

  clear(): void {
    this.columns = new ColumnsWriter(this.layout);
    this.mainCount = 0;
    this.mainStarts = [0];
    this.otherCount = 0;
    this.passages = [];
    if (this.table.size_bytes > TABLE_BYTES_MAX) {
      this.table = new TermTable();
      this.stems = [];
      this.sentence = -1;
    }
  }

  private startTable(): void {
    this.sentence = this.table.intern(SENTENCE_TERM, 2, hashTerm(SENTENCE_TERM, 2));
    this.paragraph = this.table.intern(PARAGRAPH_TERM, 2, hashTerm(PARAGRAPH_TERM, 2));
    this.firstCommon = this.table.size;
    for (const text of COMMON_WORDS) {
      const word = Buffer.from(text);
      this.table.intern(word, word.length, hashTerm(word, word.length));
    }
  }

  private addMain(document: number, main: string): number {
    const { scanner, table } = this;
    const start = this.mainCount;
    scanner.reset(main);
    this.before.reset();
    while (scanner.next() && this.mainCount - start < this.layout.positions_max) {
      if (this.mainCount === this.mainWords.length) this.mainWords = doubled(this.mainWords);
      if (scanner.begins !== BEGINS_NOTHING) this.addBoundary(document, this.layout.main, this.mainCount - start);
      this.mainWords[this.mainCount++] = this.withCode(
        table.intern(scanner.term, scanner.termLength, scanner.termHash),
      );
    }
    return this.mainCount - start;
  }

  private addText(document: number, field: number, first: number, text: string): number {
    const { scanner } = this;
    let position = first;
    scanner.reset(text);
    this.before.reset();
    while (scanner.next() && position < this.layout.positions_max) {
      if (position === first && first > 0) this.addOther(this.paragraph, document, field, position);
      if (scanner.begins !== BEGINS_NOTHING) this.addBoundary(document, field, position);
      const word = this.table.intern(scanner.term, scanner.termLength, scanner.termHash);
      this.addOther(this.withCode(word), document, field, position++);
    }
    return position - first;
  }

  /** A word's number with the code of what stands before it on top. */
  private withCode(word: number): number {
    const common = word - this.firstCommon;
    const code = this.before.next(common >= 0 && common < COMMON_WORDS.length ? common + 1 : 0);
    return word | (code << NUMBER_BITS);
  }

  private addTexts(document: number, field: number, texts: readonly IndexText[]): number {
    const base = this.layout.baseOf(field);
    let next = 0;
    let total = 0;
    for (const one of texts) {
      const first = next === 0 ? 0 : next + PASSAGE_GAP;
      const words = this.addText(document, field, first, typeof one === "string" ? one : one.text);
      if (words === 0) continue;
      if (typeof one !== "string") {
        this.passages.push(...sourceHashes(one.source), document, base + first, base + first + words);
      }
      next = first + words;
      total += words;
    }
    return total;
  }

  private addBoundary(document: number, field: number, position: number): void {
    const term = this.scanner.begins === BEGINS_PARAGRAPH ? this.paragraph : this.sentence;
    this.addOther(term, document, field, position);
  }

  private addOther(word: number, document: number, field: number, position: number): void {
    if ((this.otherCount + 1) * 4 > this.others.length) this.others = doubled(this.others);
    const { others } = this;
    const row = this.otherCount++ * 4;
    others[row] = word;
    others[row + 1] = document;
    others[row + 2] = field;
    others[row + 3] = position;
  }

  private writeTerms(writer: SegmentWriter): void {
    const { table } = this;
    const words = this.mainWords.subarray(0, this.mainCount);
    const mains = new Grouped(table.size, this.mainCount, (i) => words[i] as number);
    const others = new Grouped(table.size, this.otherCount, (i) => this.others[i * 4] as number);
    const encoder = new TermEncoder(writer, this.layout, this.mainStarts, this.mainCount, this.others);
    for (const word of this.wordsInOrder(mains, others)) {
      writer.postings.startTerm();
      encoder.encode(mains, others, word);
      const start = table.starts[word] as number;
      const length = (table.starts[word + 1] as number) - start;
      writer.finishTerm(table.bytes, start, length, this.stemHash(word));
    }
  }

  private wordsInOrder(mains: Grouped, others: Grouped): Uint32Array {
    const { bytes, starts, size } = this.table;
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
  private stemHash(word: number): number | null {
    const { stems, table } = this;
    while (stems.length <= word) {
      const text = table.bytes.toString("latin1", table.starts[stems.length], table.starts[stems.length + 1]);
      stems.push(hasStem(text) ? stemHashOf(stemOf(text)) : null);
    }
    return stems[word] ?? null;
  }
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

/** Indices grouped by word, rising within each: a counting sort. An item is an index with its code on top. */
class Grouped {
  readonly items: Int32Array;
  private readonly ends: Int32Array;

  /** `wordOf` answers a word's number with its code on top. */
  constructor(words: number, count: number, wordOf: (index: number) => number) {
    this.ends = new Int32Array(words + 1);
    this.items = new Int32Array(count);
    const { ends, items } = this;
    for (let i = 0; i < count; i++) (ends[(wordOf(i) & NUMBER_MASK) + 1] as number)++;
    for (let word = 0; word < words; word++) (ends[word + 1] as number) += ends[word] as number;
    // `ends[word]` starts as the group's start and, once its items are placed, is its end.
    for (let i = 0; i < count; i++) {
      const coded = wordOf(i);
      const word = coded & NUMBER_MASK;
      items[ends[word] as number] = i | (coded & ~NUMBER_MASK);
      (ends[word] as number)++;
    }
  }

  start(word: number): number {
    return word === 0 ? 0 : (this.ends[word - 1] as number);
  }

  end(word: number): number {
    return this.ends[word] as number;
  }

  count(word: number): number {
    return this.end(word) - this.start(word);
  }
}

/** Turns the grouped occurrences of one word into postings. */
class TermEncoder {
  private readonly writer: SegmentWriter;
  private readonly mainStarts: Int32Array;
  private readonly others: Int32Array;
  private readonly documentOfChunk: Int32Array;
  private readonly counts: Int32Array;
  private readonly main: number;

  constructor(
    writer: SegmentWriter,
    layout: Layout,
    mainStarts: readonly number[],
    mainCount: number,
    others: Int32Array,
  ) {
    this.writer = writer;
    this.counts = new Int32Array(layout.fields);
    this.main = layout.main;
    this.mainStarts = Int32Array.from(mainStarts);
    this.others = others;
    this.documentOfChunk = new Int32Array((mainCount >> CHUNK_BITS) + 1);
    let document = 0;
    for (let chunk = 0; chunk < this.documentOfChunk.length; chunk++) {
      while ((this.mainStarts[document + 1] ?? Infinity) <= chunk << CHUNK_BITS) document++;
      this.documentOfChunk[chunk] = document;
    }
  }

  encode(mains: Grouped, others: Grouped, word: number): void {
    const { mainStarts, counts, main: mainField } = this;
    const { positions, postings } = this.writer;
    const items = mains.items;
    const mainEnd = mains.end(word);
    const otherEnd = others.end(word);
    let main = mains.start(word);
    let other = others.start(word);
    while (main < mainEnd || other < otherEnd) {
      const mainDocument = main < mainEnd ? this.documentOf((items[main] as number) & NUMBER_MASK) : 0x7fffffff;
      const otherDocument =
        other < otherEnd
          ? (this.others[((others.items[other] as number) & NUMBER_MASK) * 4 + 1] as number)
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
          const row = (item & NUMBER_MASK) * 4;
          if (this.others[row + 1] !== document) break;
          const rowField = this.others[row + 2] as number;
          if (rowField !== field) {
            field = rowField;
            before = -1;
            counts[field] = 0;
            if (field !== mainField) mask |= 1 << field;
          }
          const at = this.others[row + 3] as number;
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

  private documentOf(at: number): number {
    let document = this.documentOfChunk[at >> CHUNK_BITS] as number;
    while ((this.mainStarts[document + 1] as number) <= at) document++;
    return document;
  }
}

function addLarge(positions: ByteSink, value: number): void {
  positions.half(LARGE);
  positions.half(value & 0xffff);
  positions.half(value >>> 16);
}
