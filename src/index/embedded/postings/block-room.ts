import { BLOCK } from "./packing.ts";

const BYTES_MAX = 8 * 1024 * 1024;

/**
 * Room for decoded blocks that a search keeps to look at them again in one segment, of all its words together: wild cards
 * stand for thousands of words. Words for which none is left keep one block, and decode the others twice.
 */
export class BlockRoom {
  readonly bytes_max: number;
  #taken_bytes = 0;

  constructor(bytes_max: number = BYTES_MAX) {
    this.bytes_max = bytes_max;
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
}
