import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, isEmpty } from "#index/embedded/segment/bits.ts";
import type { SegmentContext, SpanMatcher } from "./matcher.ts";
import { Section } from "./section.ts";
import { SpanBatch } from "./span-batch.ts";
import { SpanChoice } from "./span-choice.ts";
import { approximateAll, nextOfAll, SpanUnit } from "./span-unit.ts";
import { Stretches } from "./stretches.ts";

/** Operands that stand in one sentence or paragraph, in any order: its spans are their shortest stretches. */
export class TogetherMatcher extends SpanUnit {
  readonly cost: number;
  readonly idf: number;
  protected readonly what: string;
  readonly #byCost: readonly SpanMatcher[];
  /** Those whose documents need not have a span first, of each kind the rarest: what fails is tried first. */
  readonly #inOrder: readonly SpanMatcher[];
  readonly #spans: readonly SpanBatch[];
  readonly #boundaries: SpanChoice;
  readonly #breaks = new SpanBatch();
  /** The documents that have a span of every operand so far. */
  readonly #rest = emptyBits();
  /** Of each operand's batch, the document to come next. */
  readonly #places: Int32Array;
  readonly #section: Section;
  readonly #stretches: Stretches;

  /** `boundaries` are words that begin a sentence or paragraph. */
  constructor(
    context: SegmentContext,
    members: readonly SpanMatcher[],
    boundaries: readonly SpanMatcher[],
    what: string,
  ) {
    super(context);
    this.what = what;
    this.#byCost = members.toSorted((a, b) => a.cost - b.cost);
    this.#inOrder = this.#byCost.toSorted((a, b) => Number(a.certain) - Number(b.certain));
    this.#spans = members.map(() => new SpanBatch());
    this.#places = new Int32Array(members.length);
    this.#boundaries = new SpanChoice(context, boundaries);
    this.#section = new Section(this.#spans, context.layout);
    this.#stretches = new Stretches(members.length, context.meter);
    this.cost = this.#byCost[0]?.cost ?? 0;
    this.idf = members.reduce((sum, member) => sum + member.idf, 0);
  }

  next(target: number): number {
    return nextOfAll(this.#byCost, target);
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    const bits = approximateAll(this.#byCost, windowStart, candidates);
    if (!isEmpty(bits)) this.#boundaries.approximate(windowStart, bits);
    return bits;
  }

  gather(windowStart: number, wanted: Bits, out: SpanBatch): void {
    const spans = this.#spans;
    const rest = this.#rest;
    const places = this.#places;
    rest.set(wanted);
    this.#inOrder.forEach((member, m) => {
      const batch = spans[m] as SpanBatch;
      member.gather(windowStart, rest, batch);
      rest.fill(0);
      batch.addTo(rest);
    });
    this.#boundaries.gather(windowStart, rest, this.#breaks);
    out.begin(false);
    places.fill(0);
    const last = spans.at(-1) as SpanBatch;
    let boundary = 0;
    for (let k = 0; k < last.size; k++) {
      const document = last.documents[k] as number;
      spans.forEach((batch, m) => (places[m] = batch.placeFrom(places[m] as number, document)));
      boundary = this.#breaks.placeFrom(boundary, document);
      this.#section.open(document, places, this.#breaks, boundary);
      while (this.#section.next()) this.#stretches.addTo(out, this.#section);
      out.endDocument(document);
    }
  }

  protected weightedBound(): number {
    return Infinity;
  }
}
