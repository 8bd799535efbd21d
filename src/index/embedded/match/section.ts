import type { Layout } from "#index/embedded/layout.ts";
import type { SpanBatch } from "./span-batch.ts";

/** One sentence or paragraph of a document after another, in which each of several batches has a span that begins there. */
export class Section {
  /** The first position behind the section. */
  limit = 0;
  /** By batch: its spans that begin in the section are `[from[m], to[m])`. Some may end beyond `limit`. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly batches: readonly SpanBatch[];
  readonly #layout: Layout;
  /** By batch, the end of the document's spans. */
  readonly #ends: Int32Array;
  #breaks: Int32Array = new Int32Array(0);
  #firstBreak = 0;
  #break = 0;
  #breakEnd = 0;

  constructor(batches: readonly SpanBatch[], layout: Layout) {
    this.batches = batches;
    this.from = new Int32Array(batches.length);
    this.to = new Int32Array(batches.length);
    this.#ends = new Int32Array(batches.length);
    this.#layout = layout;
  }

  /** Goes to a document: `places` are its places in the batches, `boundary` where it would stand among the breaks. */
  open(document: number, places: Int32Array, breaks: SpanBatch, boundary: number): void {
    this.batches.forEach((batch, m) => {
      const place = places[m] as number;
      this.to[m] = batch.offsets[place] as number;
      this.#ends[m] = batch.offsets[place + 1] as number;
    });
    const isBroken = boundary < breaks.size && breaks.documents[boundary] === document;
    this.#breaks = breaks.starts;
    this.#firstBreak = isBroken ? (breaks.offsets[boundary] as number) : 0;
    this.#break = this.#firstBreak;
    this.#breakEnd = isBroken ? (breaks.offsets[boundary + 1] as number) : 0;
  }

  /** Goes to the next section; false when there is none. */
  next(): boolean {
    for (;;) {
      const furthest = this.#furthestNext();
      if (furthest < 0) return false;
      if (this.#take(this.#startOf(furthest))) return true;
    }
  }

  /** The last of the batches' next spans: in no section before it has each a span. Below 0 when one has no more. */
  #furthestNext(): number {
    let furthest = -1;
    for (let m = 0; m < this.to.length; m++) {
      const place = this.to[m] as number;
      if (place === this.#ends[m]) return -1;
      furthest = Math.max(furthest, this.batches[m]?.starts[place] as number);
    }
    return furthest;
  }

  /** Where the section of a position begins; `limit` is set to where it ends. Positions rise from call to call. */
  #startOf(position: number): number {
    const breaks = this.#breaks;
    while (this.#break < this.#breakEnd && (breaks[this.#break] as number) <= position) this.#break++;
    const slotEnd = this.#layout.endOfSlot(position);
    this.limit = this.#break < this.#breakEnd ? Math.min(breaks[this.#break] as number, slotEnd) : slotEnd;
    const slotStart = this.#layout.baseOf(this.#layout.fieldOf(position));
    return this.#break > this.#firstBreak ? Math.max(breaks[this.#break - 1] as number, slotStart) : slotStart;
  }

  /** Takes each batch's spans that begin from `start` on and before `limit`; answers whether each has one. */
  #take(start: number): boolean {
    let isWhole = true;
    this.batches.forEach(({ starts }, m) => {
      const end = this.#ends[m] as number;
      let place = this.to[m] as number;
      while (place < end && (starts[place] as number) < start) place++;
      this.from[m] = place;
      while (place < end && (starts[place] as number) < this.limit) place++;
      this.to[m] = place;
      if (place === this.from[m]) isWhole = false;
    });
    return isWhole;
  }
}
