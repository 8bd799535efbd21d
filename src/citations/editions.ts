import { editionsOf } from "./reporter-forms.ts";
import type { ReportedToken } from "./scan.ts";
import type { Edition, Entry } from "./tables.ts";
import { citationKey } from "./citation-key.ts";

export type Reading = {
  readonly source: "case" | "journal";
  readonly correctedReporter: string | null;
  readonly candidates: readonly string[];
  /** More than one reporter fits, be it under one abbreviation. */
  readonly ambiguous: boolean;
  /** The edition, when exactly one fits. */
  readonly edition: Edition | null;
  readonly vendor: "print" | "neutral" | "vendor";
};

/** Which editions a printed reporter can stand for; the year decides between them where it can. */
export function readEntry(entry: Entry, year: number | null, token: ReportedToken): Reading {
  const all = entry.editions.length > 0 ? entry.editions : entry.journals.length > 0 ? [] : editionsOf(entry);
  const cases = token.dashed && all.some(isDashed) ? all.filter(isDashed) : ofItsSource(all, token.volume);
  if (cases.length === 0 && entry.journals.length + entry.variantJournals.length === 0) {
    return {
      source: "case",
      correctedReporter: null,
      candidates: [],
      ambiguous: false,
      edition: null,
      vendor: "print",
    };
  }
  if (cases.length === 0) {
    const journals = entry.journals.length > 0 ? entry.journals : entry.variantJournals;
    const names = journals.map((journal) => journal.abbreviation);
    return {
      source: "journal",
      correctedReporter: onlyOne(names),
      candidates: names,
      ambiguous: names.length > 1,
      edition: null,
      vendor: "print",
    };
  }
  const fitting = year === null || cases.length === 1 ? cases : cases.filter((edition) => covers(edition, year));
  const left = fitting.length === 0 ? [] : fitting;
  const edition = left.length === 1 ? (left[0] ?? null) : null;
  const abbreviations = (left.length > 0 ? left : cases).map((one) => one.abbreviation);
  const first = edition ?? cases[0];
  const kind = first !== undefined && VENDORS.test(first.abbreviation) ? "vendor" : first?.reporter.kind;
  return {
    source: "case",
    correctedReporter: onlyOne(abbreviations),
    candidates: [...new Set(abbreviations)],
    ambiguous: edition === null,
    edition,
    vendor: kind === "neutral" ? "neutral" : kind === "vendor" ? "vendor" : "print",
  };
}

/** A vendor counts the decisions of a court under that court's name: `Tex. App. LEXIS`. */
const VENDORS = /\bLEXIS$/iu;

/** `2001 ND 203` is the court's own number, `12 N.D. 34` a bound volume: the volume tells, not the periods. */
function ofItsSource(editions: readonly Edition[], volume: string | null): readonly Edition[] {
  const isYear = volume !== null && /^(?:19|20)\d\d$/u.test(volume);
  const fitting = editions.filter((edition) => (edition.reporter.kind === "neutral") === isYear);
  return fitting.length === 0 ? editions : fitting;
}

function isDashed(edition: Edition): boolean {
  return edition.forms.has("dashed");
}

function onlyOne(names: readonly string[]): string | null {
  return new Set(names).size === 1 ? (names[0] ?? null) : null;
}

function covers(edition: Edition, year: number): boolean {
  return (
    (edition.firstYear === null || edition.firstYear <= year) && (edition.lastYear === null || edition.lastYear >= year)
  );
}

/** Volume, reporter and page in the reporter's own form. */
export function correctedForm(token: ReportedToken, reporter: string, edition: Edition | null): string {
  const page = token.page.value ?? "___";
  if (token.volume === null) return `${reporter} ${page}`;
  if (edition?.forms.has("yearPage") === true) return `${reporter} ${token.volume}-${page}`;
  if (token.dashed || edition?.forms.has("dashed") === true) return `${token.volume}-${reporter}-${page}`;
  return `${token.volume} ${reporter} ${page}`;
}

export function keyOf(token: ReportedToken, reporter: string, edition: Edition | null): string | null {
  return token.page.value === null ? null : citationKey(correctedForm(token, reporter, edition));
}
