import type { ByteSink } from "#index/embedded/segment/byte-sink.ts";
import { bitsFor, BLOCK, pack } from "./packing.ts";
import { lowestField } from "#index/embedded/layout.ts";
import type { Layout } from "#index/embedded/layout.ts";

/** Words per block in a term's skip table: last document, word offset of the block, byte offset of its positions, bound. */
export const SKIP_WORDS = 4;

/** What the dictionary keeps of a term besides its text. */
export type TermEntry = {
  /** Documents with the term in any field. */
  readonly frequency: number;
  /** Documents with the term in each field. */
  readonly fieldFrequencies: Int32Array;
  readonly docs_bytes: number;
  readonly positions_bytes: number;
};

/**
 * Encodes the postings of one term after another. The caller stores a posting's positions in the positions sink
 * first (main, then the other fields in their order) and then calls `posting`. Layout: docs/internals/index-format.md.
 */
export class PostingsWriter {
  readonly #docs: ByteSink;
  readonly #positions: ByteSink;
  readonly #layout: Layout;
  readonly #lengths: readonly Int32Array[];
  readonly #averages: readonly number[];

  readonly #gaps = new Int32Array(BLOCK);
  readonly #documents = new Int32Array(BLOCK);
  readonly #mains = new Int32Array(BLOCK);
  readonly #codes = new Int32Array(BLOCK);
  readonly #masks = new Int32Array(BLOCK);
  readonly #others: Int32Array;
  readonly #fieldFrequencies: Int32Array;
  readonly #floatBits = new Float32Array(1);
  readonly #floatWord = new Int32Array(this.#floatBits.buffer);

  #blocks = new Int32Array(1 << 12);
  #blockWords = 0;
  #skips = new Int32Array(1 << 10);
  #skipLength = 0;
  #pending = 0;
  #frequency = 0;
  #lastDocument = -1;
  #docsStart = 0;
  #positionsStart = 0;
  #blockPositions = 0;

  constructor(
    docs: ByteSink,
    positions: ByteSink,
    layout: Layout,
    lengths: readonly Int32Array[],
    averages: readonly number[],
  ) {
    this.#layout = layout;
    this.#others = new Int32Array(BLOCK * layout.fields);
    this.#fieldFrequencies = new Int32Array(layout.fields);
    this.#docs = docs;
    this.#positions = positions;
    this.#lengths = lengths;
    this.#averages = averages;
  }

  startTerm(): void {
    this.#blockWords = 0;
    this.#skipLength = 0;
    this.#pending = 0;
    this.#frequency = 0;
    this.#lastDocument = -1;
    this.#fieldFrequencies.fill(0);
    this.#docsStart = this.#docs.offset;
    this.#positionsStart = this.#positions.offset;
    this.#blockPositions = this.#positionsStart;
  }

  /** Documents rise within a term. `otherCounts[at + field]` is read for the fields in `mask`. */
  posting(document: number, mainCount: number, mask: number, otherCounts: Int32Array, at: number): void {
    const i = this.#pending++;
    this.#documents[i] = document;
    this.#mains[i] = mainCount;
    this.#masks[i] = mask;
    const { fields, main } = this.#layout;
    if (mainCount > 0) (this.#fieldFrequencies[main] as number) += 1;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const field = lowestField(rest);
      this.#others[i * fields + field] = otherCounts[at + field] as number;
      (this.#fieldFrequencies[field] as number) += 1;
    }
    this.#frequency++;
    if (this.#pending === BLOCK) this.#finishBlock();
  }

  /** Postings that still fit into the open block: position bytes of no more may stand in the sink ahead of `posting`. */
  get room(): number {
    return BLOCK - this.#pending;
  }

  finishTerm(): TermEntry {
    if (this.#frequency >= BLOCK) this.#writeLongTerm();
    else this.#writeTail(-1);
    return {
      frequency: this.#frequency,
      fieldFrequencies: this.#fieldFrequencies,
      docs_bytes: this.#docs.offset - this.#docsStart,
      positions_bytes: this.#positions.offset - this.#positionsStart,
    };
  }

  #finishBlock(): void {
    this.#addSkip();
    const gaps = this.#gaps;
    const documents = this.#documents;
    const mains = this.#mains;
    const codes = this.#codes;
    const masks = this.#masks;
    let before = this.#lastDocument;
    let anyOther = 0;
    for (let i = 0; i < BLOCK; i++) {
      const document = documents[i] as number;
      gaps[i] = document - before - 1;
      before = document;
      anyOther |= masks[i] as number;
    }
    this.#lastDocument = before;
    for (let i = 0; i < BLOCK; i++) {
      const main = mains[i] as number;
      codes[i] = anyOther === 0 ? main : (main << 1) | (masks[i] === 0 ? 0 : 1);
    }
    const gapBits = bitsFor(gaps, BLOCK);
    const codeBits = bitsFor(codes, BLOCK);
    this.#growBlocks(1 + 4 * (gapBits + codeBits) + BLOCK * (this.#layout.fields + 1) * 2);
    const header = this.#blockWords++;
    pack(gaps, gapBits, this.#blocks, this.#blockWords);
    this.#blockWords += 4 * gapBits;
    pack(codes, codeBits, this.#blocks, this.#blockWords);
    this.#blockWords += 4 * codeBits;
    if (anyOther !== 0) this.#blockWords += this.#packOthers();
    this.#blocks[header] = gapBits | (codeBits << 6) | ((anyOther === 0 ? 0 : 1) << 12);
    this.#pending = 0;
    this.#blockPositions = this.#positions.offset;
  }

  /** The other fields' masks and counts of the block, as varints from the next word on; answers the words used. */
  #packOthers(): number {
    const bytes = new Uint8Array(this.#blocks.buffer, this.#blockWords * 4);
    const { fields } = this.#layout;
    let at = 0;
    const add = (value: number): void => {
      let rest = value >>> 0;
      for (; rest >= 0x80; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
      bytes[at++] = rest;
    };
    for (let i = 0; i < BLOCK; i++) {
      const mask = this.#masks[i] as number;
      if (mask !== 0) add(mask);
      for (let rest = mask; rest !== 0; rest &= rest - 1) add(this.#others[i * fields + lowestField(rest)] as number);
    }
    while (at % 4 !== 0) bytes[at++] = 0;
    return at / 4;
  }

  #addSkip(): void {
    if (this.#skipLength + SKIP_WORDS > this.#skips.length) {
      const larger = new Int32Array(this.#skips.length * 2);
      larger.set(this.#skips);
      this.#skips = larger;
    }
    this.#floatBits[0] = this.#bound() * (1 + 2 ** -20);
    this.#skips[this.#skipLength] = this.#documents[this.#pending - 1] as number;
    this.#skips[this.#skipLength + 1] = this.#blockWords;
    this.#skips[this.#skipLength + 2] = this.#blockPositions - this.#positionsStart;
    this.#skips[this.#skipLength + 3] = this.#floatWord[0] as number;
    this.#skipLength += SKIP_WORDS;
  }

  /** The greatest weighted frequency in the pending postings, under this segment's own average lengths. */
  #bound(): number {
    let greatest = 0;
    const layout = this.#layout;
    const mainLengths = this.#lengths[layout.main] as Int32Array;
    const mainAverage = this.#averages[layout.main] as number;
    for (let i = 0; i < this.#pending; i++) {
      const document = this.#documents[i] as number;
      const main = this.#mains[i] as number;
      let weighted =
        main === 0 ? 0 : main * layout.occurrenceWeight(layout.main, mainLengths[document] as number, mainAverage);
      for (let rest = this.#masks[i] as number; rest !== 0; rest &= rest - 1) {
        const field = lowestField(rest);
        const length = this.#lengths[field]?.[document] ?? 0;
        const count = this.#others[i * layout.fields + field] as number;
        weighted += count * layout.occurrenceWeight(field, length, this.#averages[field] ?? 0);
      }
      if (weighted > greatest) greatest = weighted;
    }
    return greatest;
  }

  #writeLongTerm(): void {
    const tail = this.#pending > 0;
    if (tail) this.#addSkip();
    this.#docs.align();
    this.#appendWords(this.#skips, this.#skipLength);
    this.#appendWords(this.#blocks, this.#blockWords);
    if (tail) this.#writeTail(this.#lastDocument);
  }

  #appendWords(words: Int32Array, count: number): void {
    this.#docs.append(new Uint8Array(words.buffer, 0, count * 4), 0, count * 4);
  }

  #writeTail(before: number): void {
    const docs = this.#docs;
    let last = before;
    for (let i = 0; i < this.#pending; i++) {
      const document = this.#documents[i] as number;
      const main = this.#mains[i] as number;
      const mask = this.#masks[i] as number;
      const plain = main === 1 && mask === 0;
      docs.varint((document - last - 1) * 2 + (plain ? 1 : 0));
      last = document;
      if (plain) continue;
      docs.varint(main * 2 + (mask === 0 ? 0 : 1));
      if (mask !== 0) docs.varint(mask >>> 0);
      for (let rest = mask; rest !== 0; rest &= rest - 1) {
        docs.varint(this.#others[i * this.#layout.fields + lowestField(rest)] as number);
      }
    }
  }

  #growBlocks(words: number): void {
    if (this.#blockWords + words <= this.#blocks.length) return;
    const larger = new Int32Array((this.#blockWords + words) * 2);
    larger.set(this.#blocks.subarray(0, this.#blockWords));
    this.#blocks = larger;
  }
}
