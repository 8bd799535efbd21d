import { createHash } from "node:crypto";

/** Draws that are the same at every run, for a seed in words. */
export class Chance {
  #state: number;

  constructor(seed: string) {
    this.#state = createHash("sha256").update(seed).digest().readUInt32LE();
  }

  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  of<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("nothing to draw from");
    return item;
  }
}

export type Half = "building" | "sealed";

/** Which half a source's record belongs to: the parity of the first byte of its id's hash. */
export function halfOf(sourceId: string): Half {
  return (createHash("sha256").update(sourceId).digest()[0] ?? 0) % 2 === 0 ? "building" : "sealed";
}
