import type { FacetRequest } from "#index/filter.ts";
import type { FacetCount } from "#index/index.ts";
import type { Counter } from "./column.ts";
import type { Columns } from "./columns.ts";

/** Counts of matching documents by value, over all segments. */
export class FacetCounter {
  readonly #asked: readonly FacetRequest[];
  readonly #totals: readonly Map<string, number>[];
  #counters: readonly Counter[] = [];

  constructor(asked: readonly FacetRequest[]) {
    this.#asked = asked;
    this.#totals = asked.map(() => new Map());
  }

  /** The documents counted next are of this segment. */
  open(columns: Columns): void {
    this.#counters = this.#asked.map((facet) => columns.counter(facet));
  }

  /** Counts `list[0, count)`, documents relative to `windowStart`. */
  add(windowStart: number, list: Int32Array, count: number): void {
    for (const counter of this.#counters) counter.add(windowStart, list, count);
  }

  /** Adds the segment's counts to the totals. */
  close(): void {
    this.#counters.forEach((counter, c) => counter.addTo(this.#totals[c] as Map<string, number>));
  }

  /** In the order asked: most frequent first, equal counts by key. */
  facets(): FacetCount[][] {
    return this.#totals.map(sorted);
  }
}

function sorted(counts: ReadonlyMap<string, number>): FacetCount[] {
  return [...counts]
    .filter(([key]) => key !== "")
    .map(([key, count]) => ({ key, count }))
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}
