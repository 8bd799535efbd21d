import { DERIVATIONS } from "#derivations/derivations.ts";
import type { FiledDate, ParallelCitation } from "../model.ts";
import { possibleDays } from "../filed-days.ts";
import { takesPrinted } from "./settle-docket.ts";
import type { PrintedDecision } from "./head-dates.ts";
import { citationOfPages, missingCitations } from "./own-citations.ts";
import { courtByReporters, printedCourt } from "./printed-court.ts";
import { readHead } from "./read-head.ts";
import type { OpinionHead, ReadHead } from "./read-head.ts";

/** Raise it when a head is read otherwise: every decision is then read again by itself. */
export const READING_VERSION: number = DERIVATIONS.heads.number;

/** What the source says of a decision. */
export type ToldBySource = {
  readonly courtId: string;
  readonly filed: FiledDate;
  readonly docketNumber: string | null;
  readonly citations: readonly ParallelCitation[];
};

export type ReadField = "date_filed" | "docket_number" | "citation" | "court";

/** Something a head prints of its decision, and whether the record takes it. */
export type Reading = {
  readonly field: ReadField;
  readonly value: string;
  readonly opinionId: string;
  /** Where it stands in the opinion's text, in UTF-16 units; null for what is known by the page markers. */
  readonly start: number | null;
  readonly end: number | null;
  readonly rule: string;
  readonly isTaken: boolean;
};

/** A decision's record: what its source says, filled and mended where its own text is certain. */
export type Settled = {
  readonly courtId: string;
  readonly filed: FiledDate;
  /** The printed docket numbers that lead to its case (`docketOfCase`). */
  readonly dockets: readonly string[];
  /** Those the record gets beside its source's. */
  readonly citations: readonly ParallelCitation[];
  readonly readings: readonly Reading[];
};

type Fact<Value> = { readonly value: Value; readonly readings: readonly Reading[] };

/**
 * Reads the heads of a decision's opinions, in their order, and says what the record is with them. Pure. What a source
 * says is replaced only where the text shows it to be a guess, the day of something else or another court's.
 */
export function settle(told: ToldBySource, opinions: readonly OpinionHead[]): Settled {
  const heads = opinions.map(readHead);
  const filed = filedSettled(told.filed, heads);
  const year = Number(filed.value.date?.slice(0, 4) ?? Number.NaN);
  const court = courtSettled(told, heads, Number.isNaN(year) ? undefined : year);
  const dockets = docketsSettled(told.docketNumber, heads);
  const citations = citationsSettled(told.citations, heads);
  return {
    courtId: court.value,
    filed: filed.value,
    dockets: dockets.value,
    citations: citations.value,
    readings: [...filed.readings, ...dockets.readings, ...citations.readings, ...court.readings],
  };
}

/** A source that knows the year only is seldom wrong by more than this. */
const YEARS_OFF_MAX = 1;

function filedSettled(told: FiledDate, heads: readonly ReadHead[]): Fact<FiledDate> {
  const printed = heads.flatMap(({ opinionId, decision }) => (decision === null ? [] : [{ opinionId, ...decision }]));
  const strongest = (["stated", "filed", "bare"] as const).map((how) => printed.filter((one) => one.how === how));
  const candidates = strongest.find((some) => some.length > 0) ?? [];
  const [first] = candidates;
  const isPlain = first !== undefined && candidates.every(({ day }) => day === first.day);
  const isTaken = isPlain && isBetter(told, first);
  return {
    value: isTaken ? { date: first.day, precision: "day" } : told,
    readings: printed.map(({ opinionId, day, how, date: { start, end } }) => ({
      field: "date_filed",
      value: day,
      opinionId,
      start,
      end,
      rule: `decision ${how}`,
      isTaken: isTaken && day === first.day && how === first.how,
    })),
  };
}

/**
 * A whole date of the source is mended only where it lies before the day that the head states for the decision: no
 * decision is filed before it is made. A later one may be the day of an amended opinion, and stays.
 */
function isBetter(told: FiledDate, { day, how }: PrintedDecision): boolean {
  const days = possibleDays(told);
  if (told.date === null || days === null) return true;
  if (told.precision === "day") return how === "stated" && told.date < day;
  if (day >= days.first && day <= days.last) return true;
  return told.precision === "approximate" && Math.abs(yearOf(told.date) - yearOf(day)) <= YEARS_OFF_MAX;
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

function docketsSettled(told: string | null, heads: readonly ReadHead[]): Fact<readonly string[]> {
  const printed = heads.flatMap(({ opinionId, dockets }) => dockets.map((docket) => ({ opinionId, ...docket })));
  const isTaken = printed.length > 0 && takesPrinted(told, printed);
  return {
    value: isTaken ? printed.map(({ numbers }) => numbers) : [],
    readings: printed.map(({ opinionId, numbers, start, end }) => ({
      field: "docket_number",
      value: numbers,
      opinionId,
      start,
      end,
      rule: "number printed in the head",
      isTaken,
    })),
  };
}

function courtSettled(told: ToldBySource, heads: readonly ReadHead[], year: number | undefined): Fact<string> {
  const { isExcluded, impliedId } = courtByReporters(told.courtId, told.citations, year);
  if (!isExcluded) return { value: told.courtId, readings: [] };
  const printed = heads.flatMap(({ opinionId, above }) => {
    const court = printedCourt(above, year);
    return court === null || court.courtId === told.courtId ? [] : [{ opinionId, ...court }];
  });
  const named = new Set([...printed.map(({ courtId }) => courtId), ...(impliedId === null ? [] : [impliedId])]);
  const [only] = named.size === 1 ? named : [];
  const taken = { field: "court" as const, isTaken: only !== undefined };
  const readings: Reading[] = printed.map(({ courtId, opinionId, start, end }) => ({
    ...taken,
    value: courtId,
    opinionId,
    start,
    end,
    rule: "court printed; the reporters exclude the one of the source",
  }));
  const [head] = heads;
  if (impliedId !== null && head !== undefined) {
    const rule = "court of the reporters, which exclude the one of the source";
    readings.push({ ...taken, value: impliedId, opinionId: head.opinionId, start: null, end: null, rule });
  }
  return { value: only ?? told.courtId, readings };
}

function citationsSettled(
  held: readonly ParallelCitation[],
  heads: readonly ReadHead[],
): Fact<readonly ParallelCitation[]> {
  const value: ParallelCitation[] = [];
  const readings: Reading[] = [];
  for (const { opinionId, citations, paginationCitation } of heads) {
    const places = new Map(citations.map((printed) => [printed.citation.citedAs, printed]));
    const ofPages = citationOfPages(paginationCitation);
    const printed = [...citations.map(({ citation }) => citation), ...ofPages];
    const { missing, doubtful } = missingCitations([...held, ...value], printed);
    value.push(...missing);
    for (const citation of [...missing, ...doubtful]) {
      const place = places.get(citation.citedAs);
      readings.push({
        field: "citation",
        value: citation.citedAs,
        opinionId,
        start: place?.start ?? null,
        end: place?.end ?? null,
        rule: place === undefined ? "citation of the page markers" : "citation printed above the text",
        isTaken: missing.includes(citation),
      });
    }
  }
  return { value, readings };
}
