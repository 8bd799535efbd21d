import type { Bits } from "#index/embedded/segment/bits.ts";
import { WINDOW } from "#index/embedded/segment/bits.ts";
import { BEFORE_BITS, BEFORE_MASK } from "./common-words.ts";
import type { PostingArrays } from "#index/embedded/postings/decode-postings.ts";
import type { CursorRoom } from "#index/embedded/postings/block-room.ts";
import { BLOCK } from "#index/embedded/postings/packing.ts";
import type { PagedReader } from "#index/embedded/segment/pages.ts";
import { View } from "#index/embedded/segment/pages.ts";
import { lowestField } from "#index/embedded/layout.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { BatchFilter, SpanBatch } from "#index/embedded/match/span-batch.ts";

/** In place of a position that does not fit into 16 bits: the 32 bits that follow are it. */
export const LARGE = 0xffff;

/** The block's postings that the positions belong to; `anyOther` tells that masks and others are filled. */
export type BlockCounts = PostingArrays & { readonly anyOther: boolean; readonly inBlock: number };

/** Which positions are asked for in a window. */
export type Wanted = {
  readonly windowStart: number;
  readonly documents: Bits;
  /** A bit for each code of the word before that a position may have. */
  readonly before: number;
  /** A bit for each field to be read. */
  readonly fields: number;
};

/** Reads the positions of one block of postings at a time, for many documents in one go. */
export class PositionReader {
  /** Where each posting's positions begin, in 16-bit numbers from the block's first; the next one's start is its end. */
  readonly starts: Int32Array;
  readonly #pos: PagedReader;
  readonly #counts: BlockCounts;
  readonly #layout: Layout;
  readonly #view: View;
  #opened = -1;
  #blockAt = 0;
  #size = 0;
  #plain = false;
  /** Postings of the block whose documents are wanted. */
  readonly #hits: Int32Array;

  constructor(
    pos: PagedReader,
    counts: BlockCounts,
    layout: Layout,
    room: Pick<CursorRoom, "ints">,
    keepsPages: boolean,
  ) {
    this.#view = new View({ keepsPages });
    this.#pos = pos;
    this.#counts = counts;
    this.#layout = layout;
    const postings = Math.min(BLOCK, counts.documents.length);
    this.starts = room.ints(postings + 1);
    this.#hits = room.ints(postings);
  }

  /** Forgets the block. */
  close(): void {
    this.#opened = -1;
  }

  /** Forgets the block and the page it stands on. */
  letGo(): void {
    this.#opened = -1;
    this.#view.letGo();
  }

  isOpen(block: number): boolean {
    return this.#opened === block;
  }

  /** `plain` tells that no posting of the block has another field than the main field, and that `starts` is filled. */
  openBlock(block: number, offset: number, size_bytes: number, plain: boolean): void {
    this.#pos.locate(offset, size_bytes, this.#view);
    this.#opened = block;
    this.#blockAt = this.#view.at >> 1;
    this.#size = size_bytes >> 1;
    this.#plain = plain;
    const positions = plain ? (this.starts[BLOCK] as number) : this.#addUpStarts();
    if (positions < this.#size) this.#makeRoom((this.#size - positions) >> 1);
  }

  /** The bytes that hold the block's positions, for copying. They begin at `bytesAt`. */
  get bytes(): Uint8Array {
    return this.#view.bytes;
  }

  get bytesAt(): number {
    return this.#view.at;
  }

  /** Whether the positions take exactly the place they have: for verifying. */
  get fits(): boolean {
    const { halves } = this.#view;
    const { inBlock } = this.#counts;
    let at = 0;
    let fits = true;
    for (let i = 0; i < inBlock; i++) {
      fits &&= this.starts[i] === at;
      for (let left = this.#countAt(i); left > 0 && at < this.#size; left--) {
        at += halves[this.#blockAt + at] === LARGE ? 3 : 1;
      }
    }
    return fits && at === this.#size;
  }

  /** Adds to `out` (points) what the `count` postings that `findHits` found have. */
  gather(wanted: Wanted, count: number, out: SpanBatch): void {
    const { before, fields, windowStart } = wanted;
    const { documents, masks } = this.#counts;
    const { halves } = this.#view;
    const { starts } = this;
    const blockAt = this.#blockAt;
    const plain = this.#plain;
    const hits = this.#hits;
    const readMain = (fields & (1 << this.#layout.main)) !== 0;
    out.reserve(this.room(count), count);
    const { starts: positions, documents: found, offsets } = out;
    let { size, count: filled } = out;
    for (let hit = 0; hit < count; hit++) {
      const index = hits[hit] as number;
      if (!plain && masks[index] !== 0) {
        out.count = filled;
        this.#gatherMixed(index, wanted, out);
        filled = out.count;
      } else if (readMain) {
        const end = blockAt + (starts[index + 1] as number);
        let position = -1;
        for (let at = blockAt + (starts[index] as number); at < end;) {
          let value = halves[at++] as number;
          if (value === LARGE) {
            value = this.#large(at);
            at += 2;
          }
          position += (value >>> BEFORE_BITS) + 1;
          positions[filled] = position;
          filled += (before >>> (value & BEFORE_MASK)) & 1;
        }
      }
      found[size] = (documents[index] as number) - windowStart;
      if (filled > (offsets[size] as number)) offsets[++size] = filled;
    }
    out.size = size;
    out.count = filled;
  }

  /** Positions that the hits, at least one, have at most. */
  room(count: number): number {
    const { starts } = this;
    const hits = this.#hits;
    return (starts[(hits[count - 1] as number) + 1] as number) - (starts[hits[0] as number] as number);
  }

  /**
   * Keeps of the spans of the documents of the `count` postings that `findHits` found those that have a position
   * exactly `distance` after their start. Reads no further in a posting than the last span needs.
   */
  keepFollowed(wanted: Wanted, count: number, distance: number, filter: BatchFilter): void {
    const { before, fields, windowStart } = wanted;
    const { documents, masks } = this.#counts;
    const { halves } = this.#view;
    const { starts } = this;
    const blockAt = this.#blockAt;
    const plain = this.#plain;
    const hits = this.#hits;
    const readMain = (fields & (1 << this.#layout.main)) !== 0;
    for (let hit = 0; hit < count; hit++) {
      const index = hits[hit] as number;
      if (!filter.goTo((documents[index] as number) - windowStart)) continue;
      if (!plain && masks[index] !== 0) this.#keepFollowedMixed(index, wanted, distance, filter);
      else if (readMain) {
        const { starts: spans, end: last } = filter;
        let { from: next, kept } = filter;
        let sought = (spans[next] as number) + distance;
        let position = -1;
        const end = blockAt + (starts[index + 1] as number);
        for (let at = blockAt + (starts[index] as number); at < end && next < last;) {
          let value = halves[at++] as number;
          if (value === LARGE) {
            value = this.#large(at);
            at += 2;
          }
          position += (value >>> BEFORE_BITS) + 1;
          if (position < sought) continue;
          while (position > sought && ++next < last) sought = (spans[next] as number) + distance;
          if (position !== sought || next === last) continue;
          if (((before >>> (value & BEFORE_MASK)) & 1) === 1) spans[kept++] = spans[next] as number;
          if (++next < last) sought = (spans[next] as number) + distance;
        }
        filter.kept = kept;
      }
      filter.endDocument();
    }
  }

  /**
   * Finds the postings of the documents wanted in the block whose documents are decoded; answers how many there are.
   * Without a branch that could be mispredicted.
   */
  findHits({ windowStart, documents: wanted }: Wanted): number {
    const { documents, inBlock } = this.#counts;
    const hits = this.#hits;
    let first = 0;
    let end = inBlock;
    while (first < end && (documents[first] as number) < windowStart) first++;
    while (end > first && (documents[end - 1] as number) >= windowStart + WINDOW) end--;
    let count = 0;
    for (let i = first; i < end; i++) {
      const at = (documents[i] as number) - windowStart;
      hits[count] = i;
      count += ((wanted[at >>> 5] as number) >>> (at & 31)) & 1;
    }
    return count;
  }

  /** As `gather` for one posting that has more fields than the main field. */
  #gatherMixed(index: number, wanted: Wanted, out: SpanBatch): void {
    this.#eachPosition(index, (position, value, field) => {
      out.starts[out.count] = position;
      if ((wanted.fields & (1 << field)) !== 0) out.count += (wanted.before >>> (value & BEFORE_MASK)) & 1;
    });
  }

  /** As `keepFollowed` for one posting that has more fields than the main field. */
  #keepFollowedMixed(index: number, wanted: Wanted, distance: number, filter: BatchFilter): void {
    const { starts: spans, end } = filter;
    let next = filter.from;
    this.#eachPosition(index, (position, value, field) => {
      while (next < end && (spans[next] as number) + distance < position) next++;
      if (next === end || (spans[next] as number) + distance !== position) return;
      const fits = (wanted.fields & (1 << field)) !== 0 && ((wanted.before >>> (value & BEFORE_MASK)) & 1) === 1;
      if (fits) filter.keep(next);
      next++;
    });
  }

  /** The positions of one posting with their fields' bases: the main field's, then the other fields' in their order. */
  #eachPosition(index: number, visit: (position: number, value: number, field: number) => void): void {
    const layout = this.#layout;
    const { mains, masks, others } = this.#counts;
    const { halves } = this.#view;
    let at = this.#blockAt + (this.starts[index] as number);
    const read = (field: number, count: number): void => {
      let position = layout.baseOf(field) - 1;
      for (let left = count; left > 0; left--) {
        let value = halves[at++] as number;
        if (value === LARGE) {
          value = this.#large(at);
          at += 2;
        }
        position += (value >>> BEFORE_BITS) + 1;
        visit(position, value, field);
      }
    };
    read(layout.main, mains[index] as number);
    for (let rest = masks[index] as number; rest !== 0; rest &= rest - 1) {
      const field = lowestField(rest);
      read(field, others[index * layout.fields + field] as number);
    }
  }

  /** The 32-bit number at this place. */
  #large(at: number): number {
    const { halves } = this.#view;
    return (halves[at] as number) | ((halves[at + 1] as number) << 16);
  }

  /** Fills `starts` as if every position took 16 bits; answers where the last posting would end. */
  #addUpStarts(): number {
    const { inBlock } = this.#counts;
    const { starts } = this;
    let at = 0;
    for (let i = 0; i < inBlock; i++) {
      starts[i] = at;
      at += this.#countAt(i);
    }
    starts[inBlock] = at;
    return at;
  }

  /** Moves the starts behind each of so many LARGE positions by the 32 bits that follow it. */
  #makeRoom(larges: number): void {
    const { halves } = this.#view;
    const { starts } = this;
    const blockAt = this.#blockAt;
    const { inBlock } = this.#counts;
    let posting = 0;
    let at = blockAt;
    for (let passed = 0; passed < larges; passed++) {
      at = halves.indexOf(LARGE, at);
      if (at < 0) return;
      const position = at - blockAt - 2 * passed;
      while (posting <= inBlock && (starts[posting] as number) <= position) (starts[posting++] as number) += 2 * passed;
      at += 3;
    }
    while (posting <= inBlock) (starts[posting++] as number) += 2 * larges;
  }

  #countAt(index: number): number {
    const { mains, masks, others, anyOther } = this.#counts;
    let count = mains[index] as number;
    if (!anyOther) return count;
    const { fields } = this.#layout;
    for (let rest = masks[index] as number; rest !== 0; rest &= rest - 1) {
      count += others[index * fields + lowestField(rest)] as number;
    }
    return count;
  }
}
