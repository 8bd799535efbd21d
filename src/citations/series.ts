import { readFileSync } from "node:fs";
import { isToCome } from "./plausible-year.ts";
import type { FullCaseCitation, ShortCaseCitation } from "./model.ts";
import { foldReporter } from "./trie.ts";

/** What is known of a series of a reporter: its years, and the volumes it has. */
export type Series = {
  readonly reporter: string;
  readonly firstYear: number;
  /** Null while it goes on. */
  readonly lastYear: number | null;
  /** The last volume of a closed series; of one that goes on, the highest there was at `asOf`. */
  readonly volume: number;
  /** `YYYY-MM`; null for a closed series. */
  readonly asOf: string | null;
  readonly volumesPerYear_max: number;
};

/** Decisions of the year before are printed in a first volume, and stragglers of later years in a last one. */
const YEARS_SLACK = 2;
/** Volumes that a series may have had beyond the table's figure on that day. */
const VOLUMES_SLACK = 5;

let loaded: ReadonlyMap<string, Series> | undefined;

function series(): ReadonlyMap<string, Series> {
  loaded ??= readTable();
  return loaded;
}

/** Every series of the table. */
export function allSeries(): readonly Series[] {
  return [...series().values()];
}

function readTable(): Map<string, Series> {
  const rows = readFileSync(new URL("tables/series.tsv", import.meta.url), "utf8").split("\n");
  return new Map(
    rows
      .filter((row) => row !== "" && !row.startsWith("#"))
      .map((row) => {
        const [reporter = "", first, last, volume, asOf, rate] = row.split("\t");
        const one = {
          reporter,
          firstYear: Number(first),
          lastYear: last === "" || last === undefined ? null : Number(last),
          volume: Number(volume),
          asOf: asOf === undefined || asOf === "" ? null : asOf,
          volumesPerYear_max: Number(rate ?? 0),
        };
        return [foldReporter(reporter), one];
      }),
  );
}

/** Why a reporter cannot have such a volume, or no decision of that year; null where nothing speaks against it. */
export function seriesFault(citation: FullCaseCitation | ShortCaseCitation, now: Date = new Date()): string | null {
  const year = citation.kind === "case" ? citation.year : null;
  if (year !== null && citation.candidates.length > 0 && isToCome(year, now))
    return `the year ${year} is still to come`;
  const all = citation.candidates.map((reporter) => series().get(foldReporter(reporter)));
  const faults = all.map((one) =>
    one === undefined ? null : (volumeFault(one, citation.volume, now) ?? yearFault(one, year)),
  );
  return faults.length > 0 && faults.every((fault) => fault !== null) ? (faults[0] ?? null) : null;
}

function volumeFault(one: Series, printed: string | null, now: Date): string | null {
  if (printed === null || !/^\d+$/u.test(printed)) return null;
  const volume = Number(printed);
  if (volume === 0) return `${one.reporter} has no volume 0`;
  if (one.asOf === null)
    return volume > one.volume ? `${one.reporter} ended with volume ${one.volume} in ${one.lastYear}` : null;
  const years = Math.max(0, (now.getTime() - Date.parse(`${one.asOf}-01`)) / YEAR_MS);
  const volume_max = one.volume + Math.ceil(years * one.volumesPerYear_max) + VOLUMES_SLACK;
  return volume > volume_max
    ? `${one.reporter} has no volume ${volume}: it had reached ${one.volume} in ${one.asOf}`
    : null;
}

const YEAR_MS = 365.25 * 24 * 3_600_000;

function yearFault({ reporter, firstYear, lastYear }: Series, year: number | null): string | null {
  if (year === null) return null;
  if (year < firstYear - YEARS_SLACK) return `${reporter} begins in ${firstYear}`;
  return lastYear !== null && year > lastYear + YEARS_SLACK ? `${reporter} ended in ${lastYear}` : null;
}
