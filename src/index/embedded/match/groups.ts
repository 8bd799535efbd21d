import type { Collapse } from "#index/index.ts";
import type { FacetCounter } from "#index/embedded/columns/facet-counts.ts";
import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, hasBit, WINDOW_WORDS } from "#index/embedded/segment/bits.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import type { HitOrder } from "./hit-order.ts";
import type { Hit, TopHits } from "./top-hits.ts";

/** The hits of one group so far. */
type Group = {
  /** Those that come first, in order, at most `most` of them. */
  readonly first: Hit[];
  /** The first of those that stand back; of no account once there is another. */
  spare: Hit | undefined;
};

/**
 * The documents among which a choice may have to be made: those with a number in the column of a `collapse`. They are
 * kept apart while the segments are walked, for one in a later segment may push another out, and enter the list when all
 * are known. Documents without a number never come here, so that what most documents cost stays the same.
 */
export class Groups {
  readonly #segments: readonly Segment[];
  readonly #order: HitOrder;
  readonly #collapse: Collapse;
  readonly #groups = new Map<number, Group>();
  /** Groups of documents that were passed over. */
  readonly #passedOver = new Set<number>();
  readonly #alone = emptyBits();
  #segment = 0;
  #members: Int32Array = new Int32Array();
  #spares: Int32Array = new Int32Array();
  #numberOf: (document: number) => number = () => Number.NaN;

  constructor(segments: readonly Segment[], order: HitOrder, collapse: Collapse) {
    this.#segments = segments;
    this.#order = order;
    this.#collapse = collapse;
  }

  /** The documents taken next are of this segment. */
  open(index: number, meter: WorkMeter): void {
    const segment = this.#segments[index] as Segment;
    const { column, spare } = this.#collapse;
    this.#segment = index;
    this.#numberOf = segment.columns.numbers(column);
    this.#members = segment.admitted([{ column, from: -Number.MAX_VALUE }], meter);
    this.#spares = spare === undefined ? new Int32Array(this.#members.length) : segment.admitted([spare], meter);
  }

  has(document: number): boolean {
    return hasBit(this.#members, document);
  }

  /** Answers which of a window's documents have no group, and writes into `grouped` those that have one. */
  apart(windowStart: number, bits: Bits, grouped: Bits): Bits {
    const first = windowStart >>> 5;
    for (let i = 0; i < WINDOW_WORDS; i++) {
      const members = this.#members[first + i] as number;
      grouped[i] = (bits[i] as number) & members;
      this.#alone[i] = (bits[i] as number) & ~members;
    }
    return this.#alone;
  }

  /** A rank of -Infinity is that of a document that cannot reach the page. */
  add(document: number, rank: number): void {
    const number = this.#numberOf(document);
    let group = this.#groups.get(number);
    if (group === undefined) {
      group = { first: [], spare: undefined };
      this.#groups.set(number, group);
    }
    const hit = { segment: this.#segment, document, rank };
    if (!hasBit(this.#spares, document)) this.#insert(group.first, hit);
    else if (group.spare === undefined || this.#compare(hit, group.spare) < 0) group.spare = hit;
  }

  /** As `add` for one that cannot enter the list, of which it is only told that it keeps out those that stand back. */
  passOver(document: number): void {
    if (!hasBit(this.#spares, document)) this.#passedOver.add(this.#numberOf(document));
  }

  /** Adds what is left of each group to the list and the facets; answers how many documents that are. */
  settle(top: TopHits, facets: FacetCounter | undefined): number {
    const bySegment: number[][] = this.#segments.map(() => []);
    let total = 0;
    for (const [number, { first, spare }] of this.#groups) {
      const isAlone = first.length === 0 && !this.#passedOver.has(number);
      const chosen = isAlone && spare !== undefined ? [spare] : first;
      total += chosen.length;
      for (const { segment, document, rank } of chosen) {
        top.add(segment, document, rank);
        bySegment[segment]?.push(document);
      }
    }
    this.#segments.forEach(({ columns }, index) => {
      const documents = Int32Array.from(bySegment[index] ?? []);
      facets?.open(columns);
      facets?.add(0, documents, documents.length);
      facets?.close();
    });
    return total;
  }

  #insert(first: Hit[], hit: Hit): void {
    const before = first.findIndex((other) => this.#compare(hit, other) < 0);
    first.splice(before === -1 ? first.length : before, 0, hit);
    if (first.length > this.#collapse.most) first.pop();
  }

  /** Scores that differ by the order in which their parts were added are equal here. */
  #compare(a: Hit, b: Hit): number {
    const read = this.#order.isByScore ? Math.fround : Number;
    const [rankA, rankB] = [read(a.rank), read(b.rank)];
    if (rankA !== rankB) return rankA > rankB ? -1 : 1;
    return this.#order.compareTied(a.segment, a.document, b.segment, b.document);
  }
}
