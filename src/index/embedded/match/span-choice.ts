import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, listBits, WINDOW, WINDOW_WORDS } from "#index/embedded/segment/bits.ts";
import type { SegmentContext, SpanMatcher } from "./matcher.ts";
import { NEVER } from "./matcher.ts";
import { SpanBatch } from "./span-batch.ts";
import { SpanUnit } from "./span-unit.ts";

/** The documents of a window, for one call at a time. */
const list = new Int32Array(WINDOW);

/** A choice of operands inside a proximity: its spans are those of all of them. */
export class SpanChoice extends SpanUnit {
  readonly cost: number;
  readonly idf: number;
  override readonly certain: boolean;
  override readonly spanWords: number | undefined;
  protected readonly what = "any of";
  readonly #children: readonly SpanMatcher[];
  readonly #union = emptyBits();
  readonly #matched: readonly Bits[];
  readonly #parts: readonly SpanBatch[];
  /** Of each child's batch, the document to come next. */
  readonly #places: Int32Array;
  readonly #part = emptyBits();
  readonly #found = emptyBits();

  constructor(context: SegmentContext, children: readonly SpanMatcher[]) {
    super(context);
    this.#children = children;
    this.#matched = children.map(() => emptyBits());
    this.#parts = children.map(() => new SpanBatch());
    this.#places = new Int32Array(children.length);
    const words = new Set(children.map((child) => child.spanWords));
    this.spanWords = words.size === 1 ? children[0]?.spanWords : undefined;
    this.certain = children.every((child) => child.certain);
    this.cost = children.reduce((sum, child) => sum + child.cost, 0);
    this.idf = children.reduce((least, child) => Math.min(least, child.idf), Infinity);
  }

  next(target: number): number {
    return this.#children.reduce((first, child) => Math.min(first, child.next(target)), NEVER);
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    const union = this.#union;
    union.fill(0);
    this.#children.forEach((child, c) => {
      const bits = child.approximate(windowStart, candidates);
      this.#matched[c]?.set(bits);
      for (let i = 0; i < WINDOW_WORDS; i++) union[i] = (union[i] as number) | (bits[i] as number);
    });
    return union;
  }

  gather(windowStart: number, wanted: Bits, out: SpanBatch): void {
    const children = this.#children;
    const matched = this.#matched;
    const parts = this.#parts;
    const part = this.#part;
    const found = this.#found;
    found.fill(0);
    children.forEach((child, c) => {
      const own = matched[c] as Bits;
      for (let i = 0; i < WINDOW_WORDS; i++) part[i] = (wanted[i] as number) & (own[i] as number);
      child.gather(windowStart, part, parts[c] as SpanBatch);
      parts[c]?.addTo(found);
    });
    const places = this.#places;
    const count = listBits(found, list);
    places.fill(0);
    out.begin(false);
    for (let d = 0; d < count; d++) {
      const document = list[d] as number;
      let several = 0;
      const from = out.count;
      for (let c = 0; c < parts.length; c++) {
        const batch = parts[c] as SpanBatch;
        const k = places[c] as number;
        if (k === batch.size || batch.documents[k] !== document) continue;
        places[c] = k + 1;
        out.addFrom(batch, k);
        several++;
      }
      this.context.meter.add(parts.length + out.count - from);
      if (several > 1) out.endTidied(document, this.context.meter);
      else out.endDocument(document);
    }
  }

  protected weightedBound(): number {
    return Infinity;
  }
}
