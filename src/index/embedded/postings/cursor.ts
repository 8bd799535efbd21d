import type { Bits } from "#index/embedded/segment/bits.ts";
import { anyBetween, hasBit, setBit, WINDOW } from "#index/embedded/segment/bits.ts";
import { decodeOthers, decodeTail } from "./decode-postings.ts";
import type { FoundTerm } from "#index/embedded/terms/dictionary.ts";
import { NO_ROOM } from "./block-room.ts";
import type { CursorRoom } from "./block-room.ts";
import { BLOCK, unpack, unpackRising, unpackSums } from "./packing.ts";
import type { PagedReader } from "#index/embedded/segment/pages.ts";
import { View } from "#index/embedded/segment/pages.ts";
import type { Wanted } from "#index/embedded/positions/position-reader.ts";
import { PositionReader } from "#index/embedded/positions/position-reader.ts";
import { SKIP_WORDS } from "./postings-writer.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { BatchFilter, SpanBatch } from "#index/embedded/match/span-batch.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";

/** What a cursor is opened over. */
export type PostingFiles = { readonly docs: PagedReader; readonly pos: PagedReader };

const NO_SKIPS = new Int32Array(0);
const NO_COUNTS = new Int32Array(0);
/** A window of 4,096 documents has no more whole blocks of a word than this. */
const KEPT_BLOCKS = WINDOW / BLOCK;
const floatWord = new Int32Array(1);
const floatBits = new Float32Array(floatWord.buffer);

/** The main field's part of a weighted frequency: a weight of 0 leaves it out. */
export type MainWeight = {
  readonly lengths: Int32Array;
  readonly weight: number;
  readonly base: number;
  readonly slope: number;
};

/** Called for each posting found in a window: document relative to the window, index in the block that is decoded. */
export type PostingVisitor = (document: number, index: number) => void;

/**
 * Reads one term's postings in one segment. Blocks are decoded as they are needed and in three steps, each only
 * when asked for: documents, counts, positions. Blocks without a candidate are passed over by the skip table.
 */
export class TermCursor {
  frequency = 0;
  blocks = 0;
  /** Of the block last decoded by `loadDocuments`. */
  documents: Int32Array;
  inBlock = 0;
  /** Of the block last decoded by `loadCounts`: occurrences in the main field, mask and counts of the other fields. */
  mains: Int32Array = NO_COUNTS;
  masks: Int32Array = NO_COUNTS;
  others: Int32Array = NO_COUNTS;
  anyOther = false;

  readonly #docs: PagedReader;
  readonly #pos: PagedReader;
  readonly #layout: Layout;
  readonly #meter: WorkMeter;
  readonly #room: CursorRoom;
  /** Whether it holds on to the pages it has read. */
  readonly #keepsPages: boolean;
  #reader: PositionReader | undefined;
  #docsStart = 0;
  #docsEnd = 0;
  #positionsStart = 0;
  #positionsEnd = 0;
  #skips: Int32Array = NO_SKIPS;
  readonly #universe: number;
  /** Postings of a block that are decoded at once. */
  readonly #size: number;
  readonly #docsView: View;
  #documentsBlock = -1;
  /** Decoded documents of the blocks of a window, which are asked for twice: to match, and to score or read positions. */
  readonly #kept: (Int32Array | undefined)[];
  readonly #keptBlocks: Int32Array;
  #countsBlock = -1;
  #block = 0;

  /**
   * `universe` is the number of documents in the segment; `frequency_max` the greatest frequency of the terms the
   * cursor will be opened on: a rare word's cursor is small, for a wildcard may need thousands. Blocks, and the pages they
   * are read from, are kept as far as `room` has any.
   */
  constructor(
    files: PostingFiles,
    layout: Layout,
    universe: number,
    frequency_max: number,
    meter: WorkMeter,
    room: CursorRoom = NO_ROOM,
  ) {
    this.#size = Math.min(BLOCK, frequency_max);
    this.#docs = files.docs;
    this.#pos = files.pos;
    this.#meter = meter;
    this.#layout = layout;
    this.#universe = universe;
    this.#room = room;
    this.#keepsPages = room.keepsPages();
    this.#docsView = new View({ keepsPages: this.#keepsPages });
    this.documents = room.ints(this.#size);
    this.#kept = [this.documents];
    const kept = frequency_max < BLOCK * 2 ? 1 : Math.min(KEPT_BLOCKS, Math.ceil(frequency_max / BLOCK));
    this.#keptBlocks = room.ints(1 + room.take(kept - 1)).fill(-1);
  }

  /** Most cursors never need it. */
  get positions(): PositionReader {
    this.#reader ??= new PositionReader(this.#pos, this, this.#layout, this.#room, this.#keepsPages);
    return this.#reader;
  }

  /** Starts over on a term. */
  open(found: FoundTerm): void {
    this.#meter.add(BLOCK);
    this.frequency = found.frequency;
    this.blocks = Math.ceil(found.frequency / BLOCK);
    this.#docsEnd = found.docsOffset + found.docs_bytes;
    this.#positionsStart = found.positionsOffset;
    this.#positionsEnd = found.positionsOffset + found.positions_bytes;
    this.#block = 0;
    this.#documentsBlock = -1;
    this.#keptBlocks.fill(-1);
    this.#countsBlock = -1;
    this.#reader?.close();
    if (found.frequency < BLOCK) {
      this.#docsStart = found.docsOffset;
      this.#skips = NO_SKIPS;
      this.loadDocuments(0);
      return;
    }
    const start = Math.ceil(found.docsOffset / 4) * 4;
    const words = this.blocks * SKIP_WORDS;
    this.#docs.locate(start, words * 4, this.#docsView);
    const at = this.#docsView.at >> 2;
    this.#skips = this.#room.ints(words);
    this.#skips.set(this.#docsView.words.subarray(at, at + words));
    this.#letGo();
    this.#docsStart = start + words * 4;
  }

  /** A lower bound of the first document at or after `target`; `universe` when there is none. */
  next(target: number): number {
    while (this.#block < this.blocks && this.#lastOf(this.#block) < target)
      this.#block = this.#blockFrom(this.#block, target);
    if (this.#block >= this.blocks) return this.#universe;
    if (this.#skips.length > 0 && this.#documentsBlock !== this.#block) {
      return Math.max(target, this.#block === 0 ? 0 : this.#lastOf(this.#block - 1) + 1);
    }
    for (let i = 0; i < this.inBlock; i++)
      if ((this.documents[i] as number) >= target) return this.documents[i] as number;
    return this.#universe;
  }

  /** Sets the bit of every document of the window in a block that holds a candidate. */
  collect(windowStart: number, candidates: Bits, out: Bits): void {
    const windowEnd = windowStart + WINDOW;
    for (let block = this.#firstBlock(windowStart); block < this.blocks; block++) {
      const first = block === 0 ? 0 : this.#lastOf(block - 1) + 1;
      if (first >= windowEnd) return;
      if (!this.#hasCandidate(block, first, windowStart, candidates)) continue;
      this.loadDocuments(block);
      const { documents } = this;
      const count = this.inBlock;
      this.#meter.add(count);
      let i = 0;
      if (first < windowStart) while (i < count && (documents[i] as number) < windowStart) i++;
      if ((documents[count - 1] as number) < windowEnd) {
        for (; i < count; i++) {
          const at = (documents[i] as number) - windowStart;
          out[at >>> 5] = (out[at >>> 5] as number) | (1 << (at & 31));
        }
      } else {
        for (; i < count; i++) {
          const at = (documents[i] as number) - windowStart;
          if (at >= WINDOW) return;
          out[at >>> 5] = (out[at >>> 5] as number) | (1 << (at & 31));
        }
      }
    }
  }

  /** Calls `visit` for each posting of a candidate in the window, documents and counts decoded. */
  visit(windowStart: number, candidates: Bits, visitor: PostingVisitor): void {
    const windowEnd = windowStart + WINDOW;
    for (let block = this.#firstBlock(windowStart); block < this.blocks; block++) {
      const first = block === 0 ? 0 : this.#lastOf(block - 1) + 1;
      if (first >= windowEnd) return;
      if (!this.#hasCandidate(block, first, windowStart, candidates)) continue;
      this.loadDocuments(block);
      this.loadCounts(block);
      const { documents } = this;
      this.#meter.add(this.inBlock);
      for (let i = 0; i < this.inBlock; i++) {
        const at = (documents[i] as number) - windowStart;
        if (at < 0) continue;
        if (at >= WINDOW) return;
        if (hasBit(candidates, at)) visitor(at, i);
      }
    }
  }

  /**
   * Adds to `weighted` what each wanted document of the window has in the main field: count * weight / (base + slope *
   * length). `addOthers` adds the other fields of a posting that has any.
   */
  addWeights(
    windowStart: number,
    wanted: Bits,
    weighted: Float64Array,
    main: MainWeight,
    addOthers: PostingVisitor,
  ): void {
    const { lengths, weight, base, slope } = main;
    const windowEnd = windowStart + WINDOW;
    for (let block = this.#firstBlock(windowStart); block < this.blocks; block++) {
      const first = block === 0 ? 0 : this.#lastOf(block - 1) + 1;
      if (first >= windowEnd) return;
      if (!this.#hasCandidate(block, first, windowStart, wanted)) continue;
      this.loadDocuments(block);
      this.loadCounts(block);
      const { anyOther, documents, inBlock, mains, masks } = this;
      this.#meter.add(inBlock);
      for (let i = 0; i < inBlock; i++) {
        const document = documents[i] as number;
        const at = document - windowStart;
        if (at < 0) continue;
        if (at >= WINDOW) return;
        if (((wanted[at >>> 5] as number) & (1 << (at & 31))) === 0) continue;
        const count = mains[i] as number;
        if (count > 0) {
          const length = lengths[document] as number;
          weighted[at] = (weighted[at] as number) + (count * weight) / (base + slope * length);
        }
        if (anyOther && masks[i] !== 0) addOthers(at, i);
      }
    }
  }

  /**
   * The greatest weighted frequency any document of the window can have, under the averages of the time when the
   * segment was written; Infinity when that is not known.
   */
  bound(windowStart: number): number {
    if (this.#skips.length === 0) {
      const next = this.next(windowStart);
      return next < windowStart + WINDOW ? Infinity : 0;
    }
    let greatest = 0;
    for (let block = this.#firstBlock(windowStart); block < this.blocks; block++) {
      const first = block === 0 ? 0 : this.#lastOf(block - 1) + 1;
      if (first >= windowStart + WINDOW) break;
      floatWord[0] = this.#skips[block * SKIP_WORDS + 3] as number;
      const bound = floatBits[0] as number;
      if (bound > greatest) greatest = bound;
    }
    return greatest;
  }

  loadDocuments(block: number): void {
    if (this.#documentsBlock === block) return;
    const place = block % this.#keptBlocks.length;
    const rest = this.frequency - block * BLOCK;
    this.#documentsBlock = block;
    this.documents = this.#kept[place] ??= this.#room.ints(BLOCK);
    this.inBlock = Math.min(rest, BLOCK);
    if (this.#keptBlocks[place] === block) return;
    this.#keptBlocks[place] = block;
    const before = block === 0 ? -1 : this.#lastOf(block - 1);
    if (rest < BLOCK) {
      this.#loadTail(block, rest, before);
      return;
    }
    this.#locateBlock(block);
    const { words, at } = this.#docsView;
    const header = words[at >> 2] as number;
    unpackRising(words, (at >> 2) + 1, header & 63, before, this.documents);
    this.#letGo();
  }

  loadCounts(block: number): void {
    if (this.#countsBlock === block) return;
    const rest = this.frequency - block * BLOCK;
    if (rest < BLOCK) {
      this.#documentsBlock = -1;
      this.#keptBlocks[block % this.#keptBlocks.length] = -1;
      this.loadDocuments(block);
      return;
    }
    this.#countsBlock = block;
    this.#locateBlock(block);
    const { words, at, bytes } = this.#docsView;
    const header = words[at >> 2] as number;
    const codesAt = (at >> 2) + 1 + 4 * (header & 63);
    const codeBits = (header >>> 6) & 63;
    this.#makeCounts();
    unpack(words, codesAt, codeBits, this.mains);
    this.anyOther = ((header >>> 12) & 1) === 1;
    if (this.anyOther) {
      this.makeOthers();
      decodeOthers(bytes, (codesAt + 4 * codeBits) * 4, this.#layout.fields, this);
    }
    this.#letGo();
  }

  /** Sets the bit of every document of the segment. */
  addDocuments(out: Int32Array): void {
    for (let block = 0; block < this.blocks; block++) {
      this.loadDocuments(block);
      this.#meter.add(this.inBlock);
      for (let i = 0; i < this.inBlock; i++) setBit(out, this.documents[i] as number);
    }
  }

  /** As `addDocuments`, of those that have the word in one of the fields. */
  addDocumentsIn(out: Int32Array, fields: number): void {
    for (let block = 0; block < this.blocks; block++) {
      this.loadDocuments(block);
      this.loadCounts(block);
      this.#meter.add(2 * this.inBlock);
      for (let i = 0; i < this.inBlock; i++) {
        if ((this.fieldsAt(i) & fields) !== 0) setBit(out, this.documents[i] as number);
      }
    }
  }

  /** Adds to `out` (points) the positions in the documents wanted, in their order. */
  gather(wanted: Wanted, out: SpanBatch): void {
    this.#openEach(wanted, (hits) => this.positions.gather(wanted, hits, out));
  }

  /** Keeps of the spans in the documents wanted those with a position exactly `distance` after their start. */
  keepFollowed(wanted: Wanted, distance: number, filter: BatchFilter): void {
    this.#openEach(wanted, (hits) => this.positions.keepFollowed(wanted, hits, distance, filter));
  }

  /** Opens the positions of each block of the window that holds documents wanted; `read` is told how many. */
  #openEach(wanted: Wanted, read: (hits: number) => void): void {
    const { windowStart, documents } = wanted;
    for (let block = this.#firstBlock(windowStart); block < this.blocks; block++) {
      const first = block === 0 ? 0 : this.#lastOf(block - 1) + 1;
      if (first >= windowStart + WINDOW) return;
      if (!this.#hasCandidate(block, first, windowStart, documents)) continue;
      this.loadDocuments(block);
      this.#meter.add(this.inBlock);
      const hits = this.positions.findHits(wanted);
      if (hits === 0) continue;
      this.openPositions(block);
      read(hits);
      this.#meter.add(this.positions.room(hits));
      if (!this.#keepsPages) this.positions.letGo();
    }
  }

  /** Makes `positions` ready to read those of a block whose documents are decoded; decodes counts where need be. */
  openPositions(block: number): void {
    const plain = this.#isPlain(block);
    if (!plain) this.loadCounts(block);
    const { positions } = this;
    if (positions.isOpen(block)) return;
    const skipped = this.#skips.length > 0;
    const start = this.#positionsStart + (skipped ? (this.#skips[block * SKIP_WORDS + 2] as number) : 0);
    const last = block + 1 === this.blocks;
    const end = last
      ? this.#positionsEnd
      : this.#positionsStart + (this.#skips[(block + 1) * SKIP_WORDS + 2] as number);
    if (plain) {
      const { words, at } = this.#docsView;
      const header = words[at >> 2] as number;
      unpackSums(words, (at >> 2) + 1 + 4 * (header & 63), (header >>> 6) & 63, positions.starts);
    }
    this.#letGo();
    positions.openBlock(block, start, end - start, plain);
  }

  /** Whether the block is packed and has no field but the main field; `docsView` is then on it. */
  #isPlain(block: number): boolean {
    if (this.frequency - block * BLOCK < BLOCK) return false;
    this.#locateBlock(block);
    return (((this.#docsView.words[this.#docsView.at >> 2] as number) >>> 12) & 1) === 0;
  }

  /** Mask of the fields of a posting in the block of `loadCounts`. */
  fieldsAt(index: number): number {
    return (this.anyOther ? (this.masks[index] as number) : 0) | (this.mains[index] === 0 ? 0 : 1 << this.#layout.main);
  }

  /** Room for the counts of other fields, which few postings have. */
  makeOthers(): Int32Array {
    if (this.others === NO_COUNTS) this.others = this.#room.ints(this.#size * this.#layout.fields);
    return this.others;
  }

  /** Room for counts, which who only asks for documents does without. */
  #makeCounts(): void {
    if (this.mains !== NO_COUNTS) return;
    this.mains = this.#room.ints(this.#size);
    this.masks = this.#room.ints(this.#size);
  }

  #locateBlock(block: number): void {
    const offset = this.#docsStart + (this.#skips[block * SKIP_WORDS + 1] as number) * 4;
    const last = block + 1 === this.blocks;
    const end = last ? this.#docsEnd : this.#docsStart + (this.#skips[(block + 1) * SKIP_WORDS + 1] as number) * 4;
    this.#docs.locate(offset, end - offset, this.#docsView);
  }

  /** The last, short block: documents and counts stand together. */
  #loadTail(block: number, count: number, before: number): void {
    const skipped = this.#skips.length > 0;
    const offset = this.#docsStart + (skipped ? (this.#skips[block * SKIP_WORDS + 1] as number) * 4 : 0);
    this.#docs.locate(offset, this.#docsEnd - offset, this.#docsView);
    this.#makeCounts();
    decodeTail(this.#docsView.bytes, this.#docsView.at, count, before, this.#layout.fields, this);
    this.#letGo();
    this.#countsBlock = block;
    this.anyOther = true;
  }

  #letGo(): void {
    if (!this.#keepsPages) this.#docsView.letGo();
  }

  #hasCandidate(block: number, first: number, windowStart: number, candidates: Bits): boolean {
    const from = Math.max(first - windowStart, 0);
    const to = Math.min(this.#lastOf(block) - windowStart, WINDOW - 1);
    return anyBetween(candidates, from, to);
  }

  #firstBlock(windowStart: number): number {
    if (this.#block < this.blocks && this.#lastOf(this.#block) < windowStart)
      this.#block = this.#blockFrom(this.#block, windowStart);
    return this.#block;
  }

  /** The first block from `from` on whose last document is not below `target`: galloping, then halving. */
  #blockFrom(from: number, target: number): number {
    let step = 1;
    let low = from;
    while (low + step < this.blocks && this.#lastOf(low + step) < target) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.blocks);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lastOf(middle) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #lastOf(block: number): number {
    if (this.#skips.length > 0) return this.#skips[block * SKIP_WORDS] as number;
    return this.documents[this.inBlock - 1] as number;
  }
}
