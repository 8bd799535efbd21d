import { BLOCK } from "./packing.ts";

const BYTES_MAX = 8 * 1024 * 1024;
/** Cursors that may each hold on to the two pages they read last. */
const READING_MAX = 64;
/** Arrays up to this size V8 keeps on its own heap. */
const ON_HEAP_MAX = 16;
const SLAB_MIN = 2048;
/** Large enough for the allocator to take it from the system by itself, and to give it back whole. */
const SLAB_MAX = 65_536;

/** Of slabs that no search has now, so many numbers are kept: a search takes a few hundred kilobytes. */
const SPARE_MAX = 524_288;
const spare: Int32Array[] = [];

/**
 * The room of the cursors of one search in one segment. Decoded blocks that are kept to be looked at again are bounded for
 * all its words together, for wild cards stand for thousands: words for which no room is left keep one block, and decode
 * the others twice; and those beyond the first some let go of the pages of the files that they have read. The arrays of all cursors are cut from few large ones, each the double of the one before: hundreds of
 * thousands of small ones would leave the allocator's memory in pieces.
 */
export class BlockRoom {
  readonly bytes_max: number;
  #taken_bytes = 0;
  #reading: number;
  #slab: Int32Array = new Int32Array(0);
  #used = 0;
  readonly #slabs: Int32Array[] = [];

  constructor(bytes_max: number = BYTES_MAX, reading_max: number = READING_MAX) {
    this.bytes_max = bytes_max;
    this.#reading = reading_max;
  }

  get taken_bytes(): number {
    return this.#taken_bytes;
  }

  /** How many of so many blocks may be kept. */
  take(blocks: number): number {
    const block_bytes = BLOCK * Int32Array.BYTES_PER_ELEMENT;
    const given = Math.min(blocks, Math.floor((this.bytes_max - this.#taken_bytes) / block_bytes));
    this.#taken_bytes += given * block_bytes;
    return given;
  }

  /** Whether one more cursor may hold on to the pages it reads: pages that are held count in no cache. */
  keepsPages(): boolean {
    return this.#reading-- > 0;
  }

  /** So many zeros. */
  ints(count: number): Int32Array {
    if (count <= ON_HEAP_MAX || count > SLAB_MAX / 2) return new Int32Array(count);
    if (this.#used + count > this.#slab.length) {
      const size = Math.min(SLAB_MAX, Math.max(SLAB_MIN, this.#slab.length * 2, count * 2));
      this.#slab = takeSpare(size) ?? new Int32Array(size);
      this.#slabs.push(this.#slab);
      this.#used = 0;
    }
    this.#used += count;
    return this.#slab.subarray(this.#used - count, this.#used);
  }

  /** The next search of this thread may have what this one was given, of which nobody may hold anything any more. */
  letGo(): void {
    spare.push(...this.#slabs);
    let kept = spare.reduce((sum, { length }) => sum + length, 0);
    while (kept > SPARE_MAX) kept -= spare.shift()?.length ?? kept;
    this.#slabs.length = 0;
    this.#slab = new Int32Array(0);
    this.#used = 0;
  }
}

/** One of just this size, with zeros. */
function takeSpare(size: number): Int32Array | undefined {
  const at = spare.findLastIndex(({ length }) => length === size);
  return at === -1 ? undefined : spare.splice(at, 1)[0]?.fill(0);
}

/** What a cursor asks of a room. */
export type CursorRoom = Pick<BlockRoom, "ints" | "take" | "keepsPages">;

/** Of a cursor that is no part of a search. */
export const NO_ROOM: CursorRoom = {
  keepsPages: () => true,
  ints: (count) => new Int32Array(count),
  take: (blocks) => blocks,
};
