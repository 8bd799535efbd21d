import { BEFORE_BITS, BEFORE_MASK } from "./common-words.ts";
import type { PostingArrays } from "./decode-postings.ts";
import { BLOCK } from "./packing.ts";
import type { PagedReader } from "./pages.ts";
import { View } from "./pages.ts";
import { BODY, FIELD_COUNT } from "./scoring.ts";
import type { PostingRows, SpanBatch } from "./span-batch.ts";
import { baseOf } from "./span-batch.ts";

/** In place of a position that does not fit into 16 bits: the 32 bits that follow are it. */
export const LARGE = 0xffff;

/** The block's postings that the positions belong to; `anyOther` tells that masks and others are filled. */
export type BlockCounts = PostingArrays & { readonly anyOther: boolean; readonly inBlock: number };

/** Documents of a window asked for, rising: `list[from, to)` counted from `windowStart`. */
export type Wanted = {
  readonly windowStart: number;
  readonly list: Int32Array;
  readonly count: number;
  /** A bit for each code of the word before that a position may have. */
  readonly before: number;
  /** A bit for each field to be read. */
  readonly fields: number;
};

/** Reads the positions of one block of postings at a time, for many documents in one go. */
export class PositionReader {
  /** Where each posting's positions begin, in 16-bit numbers from the block's first; the next one's start is its end. */
  readonly starts: Int32Array;
  private readonly pos: PagedReader;
  private readonly counts: BlockCounts;
  private readonly view = new View();
  private opened = -1;
  private blockAt = 0;
  private size = 0;

  constructor(pos: PagedReader, counts: BlockCounts) {
    this.pos = pos;
    this.counts = counts;
    this.starts = new Int32Array(Math.min(BLOCK, counts.bodies.length) + 1);
  }

  /** Forgets the block. */
  close(): void {
    this.opened = -1;
  }

  isOpen(block: number): boolean {
    return this.opened === block;
  }

  openBlock(block: number, offset: number, size_bytes: number): void {
    this.pos.locate(offset, size_bytes, this.view);
    this.opened = block;
    this.blockAt = this.view.at >> 1;
    this.size = size_bytes >> 1;
    const positions = this.addUpStarts();
    if (positions < this.size) this.makeRoom((this.size - positions) >> 1);
  }

  /** The bytes that hold the block's positions, for copying. They begin at `bytesAt`. */
  get bytes(): Uint8Array {
    return this.view.bytes;
  }

  get bytesAt(): number {
    return this.view.at;
  }

  /** Whether the positions take exactly the place they have: for verifying. */
  get fits(): boolean {
    const { halves } = this.view;
    const { inBlock } = this.counts;
    let at = 0;
    let fits = true;
    for (let i = 0; i < inBlock; i++) {
      fits &&= this.starts[i] === at;
      for (let left = this.countAt(i); left > 0 && at < this.size; left--) {
        at += halves[this.blockAt + at] === LARGE ? 3 : 1;
      }
    }
    return fits && at === this.size;
  }

  /**
   * Adds a row for each document wanted from the `from`-th on that has a posting in the block; answers the place in
   * the list of the first one after the block.
   */
  gather(from: number, wanted: Wanted, out: PostingRows): number {
    const { list, count, windowStart, before, fields } = wanted;
    const { documents, bodies, masks, inBlock, anyOther } = this.counts;
    const { halves } = this.view;
    const { starts, blockAt } = this;
    const last = documents[inBlock - 1] as number;
    const readBody = (fields & (1 << BODY)) !== 0;
    let index = 0;
    let place = from;
    for (; place < count; place++) {
      const document = (list[place] as number) + windowStart;
      if (document > last) break;
      while ((documents[index] as number) < document) index++;
      if (documents[index] !== document) continue;
      const body = bodies[index] as number;
      out.reserve(body);
      const { positions } = out;
      let at = blockAt + (starts[index] as number);
      let filled = out.count;
      let position = -1;
      for (let left = body; left > 0; left--) {
        let value = halves[at++] as number;
        if (value === LARGE) {
          value = this.large(at);
          at += 2;
        }
        position += (value >>> BEFORE_BITS) + 1;
        positions[filled] = position;
        filled += (before >>> (value & BEFORE_MASK)) & 1;
      }
      if (readBody) out.count = filled;
      if (anyOther && masks[index] !== 0) this.gatherOthers(index, at, wanted, out);
      out.places[out.rows] = place;
      out.rowEnds[out.rows++] = out.count;
      index++;
    }
    return place;
  }

  /**
   * Keeps of the spans of each document wanted from the `from`-th on those that have a position exactly `distance`
   * after their start. Reads no further in a posting than the last span needs. Answers as `gather`.
   */
  keepFollowed(from: number, wanted: Wanted, distance: number, filter: BatchFilter): number {
    const { list, count, windowStart, before } = wanted;
    const { starts: spans, offsets } = filter;
    let { read, kept } = filter;
    const { documents, bodies, masks, inBlock, anyOther } = this.counts;
    const { halves } = this.view;
    const { starts, blockAt } = this;
    const last = documents[inBlock - 1] as number;
    let index = 0;
    let place = from;
    for (; place < count; place++) {
      const document = (list[place] as number) + windowStart;
      if (document > last) break;
      const end = offsets[place + 1] as number;
      offsets[place + 1] = kept;
      if (read === end) continue;
      let next = read;
      read = end;
      while ((documents[index] as number) < document) index++;
      if (documents[index] !== document) continue;
      let sought = (spans[next] as number) + distance;
      let position = -1;
      let at = blockAt + (starts[index] as number);
      for (let left = bodies[index] as number; left > 0; left--) {
        let value = halves[at++] as number;
        if (value === LARGE) {
          value = this.large(at);
          at += 2;
        }
        position += (value >>> BEFORE_BITS) + 1;
        if (position < sought) continue;
        while (position > sought && ++next < end) sought = (spans[next] as number) + distance;
        if (position === sought && next < end) {
          if (((before >>> (value & BEFORE_MASK)) & 1) === 1) spans[kept++] = spans[next] as number;
          if (++next < end) sought = (spans[next] as number) + distance;
        }
        if (next >= end) break;
      }
      if (anyOther && masks[index] !== 0 && next < end) {
        filter.from = next;
        filter.end = end;
        filter.kept = kept;
        this.keepFollowedInOthers(index, at, wanted, distance, filter);
        kept = filter.kept;
      }
      offsets[place + 1] = kept;
      index++;
    }
    filter.passedTo(place, read, kept);
    return place;
  }

  private gatherOthers(index: number, from: number, wanted: Wanted, out: PostingRows): void {
    const { masks, others } = this.counts;
    const mask = masks[index] as number;
    let at = from;
    for (let field = 0; mask >> field !== 0; field++) {
      if ((mask & (1 << field)) === 0) continue;
      const count = others[index * FIELD_COUNT + field] as number;
      out.reserve(count);
      let position = baseOf(field) - 1;
      for (let left = count; left > 0; left--) {
        let value = this.view.halves[at++] as number;
        if (value === LARGE) {
          value = this.large(at);
          at += 2;
        }
        position += (value >>> BEFORE_BITS) + 1;
        out.positions[out.count] = position;
        if ((wanted.fields & (1 << field)) !== 0) out.count += (wanted.before >>> (value & BEFORE_MASK)) & 1;
      }
    }
  }

  /** As `keepFollowed` for the fields other than the body of one posting; the spans to look at are the filter's. */
  private keepFollowedInOthers(
    index: number,
    from: number,
    wanted: Wanted,
    distance: number,
    filter: BatchFilter,
  ): void {
    const { masks, others } = this.counts;
    const { starts: spans, end } = filter;
    const mask = masks[index] as number;
    let at = from;
    let next = filter.from;
    for (let field = 0; mask >> field !== 0; field++) {
      if ((mask & (1 << field)) === 0) continue;
      let position = baseOf(field) - 1;
      for (let left = others[index * FIELD_COUNT + field] as number; left > 0; left--) {
        let value = this.view.halves[at++] as number;
        if (value === LARGE) {
          value = this.large(at);
          at += 2;
        }
        position += (value >>> BEFORE_BITS) + 1;
        while (next < end && (spans[next] as number) + distance < position) next++;
        if (next >= end || (spans[next] as number) + distance !== position) continue;
        const fits = (wanted.fields & (1 << field)) !== 0 && ((wanted.before >>> (value & BEFORE_MASK)) & 1) === 1;
        if (fits) filter.keep(next);
        next++;
      }
    }
  }

  /** The 32-bit number at this place. */
  private large(at: number): number {
    const { halves } = this.view;
    return (halves[at] as number) | ((halves[at + 1] as number) << 16);
  }

  /** Fills `starts` as if every position took 16 bits; answers where the last posting would end. */
  private addUpStarts(): number {
    const { bodies, anyOther, inBlock } = this.counts;
    const { starts } = this;
    let at = 0;
    if (anyOther) {
      for (let i = 0; i < inBlock; i++) {
        starts[i] = at;
        at += this.countAt(i);
      }
    } else {
      for (let i = 0; i < inBlock; i++) {
        starts[i] = at;
        at += bodies[i] as number;
      }
    }
    starts[inBlock] = at;
    return at;
  }

  /** Moves the starts behind each of so many LARGE positions by the 32 bits that follow it. */
  private makeRoom(larges: number): void {
    const { halves } = this.view;
    const { starts, blockAt } = this;
    const { inBlock } = this.counts;
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

  private countAt(index: number): number {
    const { bodies, masks, others, anyOther } = this.counts;
    let count = bodies[index] as number;
    if (!anyOther) return count;
    const mask = masks[index] as number;
    for (let field = 0; mask >> field !== 0; field++) {
      if ((mask & (1 << field)) !== 0) count += others[index * FIELD_COUNT + field] as number;
    }
    return count;
  }
}

/** Drops spans from a batch, document after document in its order. */
export class BatchFilter {
  /** Of the document that `isEmpty` last answered about: its spans are `[from, end)` of `starts`. */
  from = 0;
  end = 0;
  starts: Int32Array = new Int32Array(0);
  offsets: Int32Array = new Int32Array(0);
  /** Spans before this one have been looked at, and so many of them are kept, in the first places. */
  read = 0;
  kept = 0;
  private batch: SpanBatch | undefined;
  private done = 0;

  begin(batch: SpanBatch): void {
    this.batch = batch;
    this.starts = batch.starts;
    this.offsets = batch.offsets;
    this.done = 0;
    this.read = 0;
    this.kept = 0;
  }

  /** Goes on to the document at this place, dropping what those between had; answers whether it has no span. */
  isEmpty(place: number): boolean {
    this.close(place);
    this.from = this.read;
    this.end = this.offsets[place + 1] as number;
    return this.from === this.end;
  }

  /** Keeps a span of the current document; they are kept in order. */
  keep(span: number): void {
    this.starts[this.kept++] = this.starts[span] as number;
  }

  /** The caller has filtered the documents up to this place itself. */
  passedTo(place: number, read: number, kept: number): void {
    this.done = place;
    this.read = read;
    this.kept = kept;
  }

  /** Drops what the remaining documents have. */
  finish(): void {
    const batch = this.batch as SpanBatch;
    this.close(batch.size);
    batch.count = this.kept;
  }

  private close(place: number): void {
    const { offsets } = this;
    for (; this.done < place; this.done++) {
      this.read = offsets[this.done + 1] as number;
      offsets[this.done + 1] = this.kept;
    }
  }
}
