import { OnpointError } from "#base/errors.ts";
import type { FacetRequest, Filter } from "#index/filter.ts";
import type { ColumnValue } from "#index/index.ts";
import type { Column } from "#index/schema.ts";
import { padded } from "./bytes.ts";
import type { Taker } from "./bytes.ts";
import { wrongFacet, wrongFilter, wrongValue } from "./column.ts";
import type { ColumnReader, ColumnWriter, Counter } from "./column.ts";

const NONE = 0;
const DATES_END = 99999999;
const YEARS = 10000;

/** `YYYY-MM-DD` as the number YYYYMMDD, which keeps the order of dates; undefined for anything else. */
function dateNumber(date: unknown): number | undefined {
  const parts = typeof date === "string" ? /^(\d{4})-(\d{2})-(\d{2})$/u.exec(date) : null;
  return parts === null ? undefined : Number(parts[1]) * 10000 + Number(parts[2]) * 100 + Number(parts[3]);
}

export class DateColumnWriter implements ColumnWriter {
  readonly #column: Column;
  readonly #dates: number[] = [];

  constructor(column: Column) {
    this.#column = column;
  }

  add(value: ColumnValue): void {
    const date = value === null || value === "" ? NONE : dateNumber(value);
    if (date === undefined) throw wrongValue(this.#column, value);
    this.#dates.push(date);
  }

  copy(from: DateColumnReader, isLiving: (document: number) => boolean): void {
    from.dates.forEach((date, document) => {
      if (isLiving(document)) this.#dates.push(date);
    });
  }

  parts(): NodeJS.TypedArray[] {
    return [padded(Int32Array.from(this.#dates))];
  }
}

export class DateColumnReader implements ColumnReader {
  readonly documents: number;
  /** YYYYMMDD, 0 for none. */
  readonly dates: Int32Array;
  readonly #column: Column;

  constructor(column: Column, taker: Taker, documents: number) {
    this.documents = documents;
    this.#column = column;
    this.dates = taker.int32(documents);
  }

  tester(filter: Filter): (document: number) => boolean {
    if ("anyOf" in filter || "prefix" in filter) throw wrongFilter(this.#column);
    const { dates } = this;
    const from = filter.from === undefined ? NONE + 1 : this.#boundOf(filter.from);
    const to = filter.to === undefined ? DATES_END : this.#boundOf(filter.to);
    return (document) => {
      const date = dates[document] as number;
      return date >= from && date <= to && date !== NONE;
    };
  }

  counter(facet: FacetRequest): Counter {
    if (facet.by !== "year") throw wrongFacet(this.#column);
    const { dates } = this;
    const years = new Int32Array(YEARS);
    return {
      add: (windowStart, list, count) => {
        for (let i = 0; i < count; i++) {
          (years[((dates[windowStart + (list[i] as number)] as number) / YEARS) | 0] as number)++;
        }
      },
      addTo: (totals) => {
        for (let year = 1; year < YEARS; year++) {
          const count = years[year] as number;
          if (count === 0) continue;
          const key = String(year).padStart(4, "0");
          totals.set(key, (totals.get(key) ?? 0) + count);
        }
      },
    };
  }

  numbers(): (document: number) => number {
    const { dates } = this;
    return (document) => {
      const date = dates[document] as number;
      return date === NONE ? Number.NaN : date;
    };
  }

  #boundOf(bound: string | number): number {
    const date = dateNumber(bound);
    if (date !== undefined) return date;
    throw new OnpointError("invalid_input", `column "${this.#column.name}" is compared with dates, not with ${bound}`);
  }
}
