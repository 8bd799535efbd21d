import type { FacetCount, Facets } from "#index/index.ts";
import type { Columns, ValueColumn } from "./columns.ts";

const FACET_COLUMNS = ["courtAbbreviation", "jurisdiction", "state"] as const satisfies readonly ValueColumn[];

/** Counts of matching documents by value, over all segments. A document without a value counts for none. */
export class FacetCounter {
  private readonly totals = new Map<string, Map<string, number>>();
  private columns: Columns | undefined;
  private counts: Int32Array[] = [];
  private readonly years = new Int32Array(10000);

  /** The documents counted next are of this segment. */
  open(columns: Columns): void {
    this.columns = columns;
    this.counts = FACET_COLUMNS.map((column) => new Int32Array(columns.tables[column].length));
  }

  /** Counts `list[0, count)`, documents relative to `windowStart`. */
  add(windowStart: number, list: Int32Array, count: number): void {
    const { columns, counts, years } = this;
    if (columns === undefined) return;
    for (let c = 0; c < FACET_COLUMNS.length; c++) {
      const ordinals = columns.ordinals[FACET_COLUMNS[c] as ValueColumn];
      const own = counts[c] as Int32Array;
      for (let i = 0; i < count; i++) (own[ordinals[windowStart + (list[i] as number)] as number] as number)++;
    }
    const { dates } = columns;
    for (let i = 0; i < count; i++) {
      (years[((dates[windowStart + (list[i] as number)] as number) / 10000) | 0] as number)++;
    }
  }

  /** Adds the segment's counts to the totals. */
  close(): void {
    const { columns } = this;
    if (columns === undefined) return;
    FACET_COLUMNS.forEach((column, c) => {
      const total = this.totals.get(column) ?? new Map<string, number>();
      this.totals.set(column, total);
      this.counts[c]?.forEach((count, ordinal) => {
        const key = columns.tables[column][ordinal] ?? "";
        if (count > 0 && key !== "") total.set(key, (total.get(key) ?? 0) + count);
      });
    });
  }

  /** Most frequent first, equal counts by key. */
  facets(): Facets {
    const years = new Map<string, number>();
    this.years.forEach((count, year) => {
      if (count > 0 && year > 0) years.set(String(year).padStart(4, "0"), count);
    });
    return {
      courtAbbreviation: sorted(this.totals.get("courtAbbreviation")),
      jurisdiction: sorted(this.totals.get("jurisdiction")),
      state: sorted(this.totals.get("state")),
      yearFiled: sorted(years),
    };
  }
}

function sorted(counts: ReadonlyMap<string, number> | undefined): FacetCount[] {
  return [...(counts ?? [])]
    .map(([key, count]) => ({ key, count }))
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}
