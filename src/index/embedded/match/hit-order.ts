import type { SortKey } from "#index/index.ts";
import { Ids } from "#index/embedded/columns/ids.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";

type RankOf = (document: number) => number;

/**
 * Which of two documents comes first. The first key of the sort is a document's *rank*, greater for those that come
 * first and -Infinity for those without a value; where hits stand by score, the score is. Equal ranks are settled by the
 * other keys, then by id, so that every page of every search agrees with every other.
 */
export class HitOrder {
  readonly isByScore: boolean;
  readonly #segments: readonly Segment[];
  /** By segment, a rank for each key. */
  readonly #ranks: readonly (readonly RankOf[])[];

  constructor(segments: readonly Segment[], sort: readonly SortKey[]) {
    this.isByScore = sort.length === 0;
    this.#segments = segments;
    this.#ranks = segments.map(({ columns }) =>
      sort.map(({ column, order }) => rankOf(columns.numbers(column), order === "falling" ? 1 : -1)),
    );
  }

  /** What gives the rank of a segment's documents; undefined where the score does. */
  rankIn(segment: number): RankOf | undefined {
    return this.#ranks[segment]?.[0];
  }

  /** Negative when the first of two documents of equal rank comes first. */
  compareTied(segmentA: number, documentA: number, segmentB: number, documentB: number): number {
    const ranksA = this.#ranks[segmentA] as readonly RankOf[];
    const ranksB = this.#ranks[segmentB] as readonly RankOf[];
    for (let key = 1; key < ranksA.length; key++) {
      const a = (ranksA[key] as RankOf)(documentA);
      const b = (ranksB[key] as RankOf)(documentB);
      if (a !== b) return a > b ? -1 : 1;
    }
    const { ids } = (this.#segments[segmentA] as Segment).columns;
    return Ids.compare(ids, documentA, (this.#segments[segmentB] as Segment).columns.ids, documentB);
  }
}

function rankOf(numberOf: RankOf, sign: 1 | -1): RankOf {
  return (document) => {
    const value = numberOf(document);
    return Number.isNaN(value) ? -Infinity : sign * value;
  };
}
