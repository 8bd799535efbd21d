import { collapseSpace } from "#base/text.ts";

import type { Court } from "./model.ts";
import { courtKey } from "./names.ts";
import { courtById, keys } from "./registry.ts";
import { courtsOfWholeName, NAME_CHARS_MAX, narrow, type ResolveOptions } from "./resolve.ts";
import { DIVISION_WORDS } from "./words.ts";

const CACHE_ENTRIES_MAX = 10_000;

export type CitationTextOptions = ResolveOptions & {
  /** The cited reporter: decides when the parenthesis names no court (`410 U.S. 113 (1973)`). */
  readonly reporterHint?: string | undefined;
};

const citationCache = new Map<string, string | null>();

/**
 * The id of the one court meant by the words in a citation's parenthesis (`9th Cir. 1998`, `Cal. Ct. App. 2d Dist.`),
 * or null when they name none or several. Only whole abbreviations and names count here: a guess would be silent.
 * Without a year, a name shared over time means the court in use.
 */
export function courtByCitationText(text: string, options: CitationTextOptions = {}): string | null {
  const cacheKey = `${text}\0${options.year ?? ""}\0${options.reporterHint ?? ""}`;
  const cached = citationCache.get(cacheKey);
  if (cached !== undefined) return cached;
  if (citationCache.size >= CACHE_ENTRIES_MAX) citationCache.clear();
  const id = readCitationText(text, options);
  citationCache.set(cacheKey, id);
  return id;
}

function readCitationText(text: string, options: CitationTextOptions): string | null {
  if (text.length > NAME_CHARS_MAX) return null;
  const yearText = /\b(1[6-9]\d\d|20\d\d)\s*\)?\s*$/u.exec(text)?.[1];
  const year = options.year?.toString() ?? yearText;
  const words = withoutDate(text)
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) return courtOfReporter(options.reporterHint, year);
  const byId = courtById(words.join("").toLowerCase());
  if (byId !== undefined) return byId.id;
  for (let length = words.length; length > 0; length -= 1) {
    const found = keys().byKey.get(courtKey(words.slice(0, length).join(" ")));
    if (found !== undefined) return onlyId(narrow(found, year));
    if (!isDivisionWord(words[length - 1] ?? "")) break;
  }
  return onlyId(narrow(courtsOfWholeName(words.join(" ")), year));
}

const MONTH = String.raw`(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?`;
const TRAILING_DATE = new RegExp(String.raw`[\s,]*(?:${MONTH}\s+\d{1,2},?\s*)?(?:(?:1[6-9]|20)\d\d)?[\s,)]*$`, "iu");

/** Cuts the date off, and what a dash, bracket or comma sets apart: `Tex. App.—Houston [14th Dist.] 1999`. */
function withoutDate(text: string): string {
  const opened = text.replace(/^[\s(]+/u, "").replace(TRAILING_DATE, "");
  return collapseSpace(opened.split(/[[,\u2013\u2014]|--| - /u)[0] ?? "");
}

function isDivisionWord(word: string): boolean {
  const key = courtKey(word);
  return DIVISION_WORDS.has(key) || /^\d+(?:st|d|th)?$/u.test(key);
}

/** Official reporters are named like their courts (`Mass. App. Ct.`, `Cal. 4th`); the few that are not stand here. */
const COURT_OF_REPORTER: ReadonlyMap<string, string> = new Map([
  ["sct", "scotus"],
  ["led", "scotus"],
  ["ad", "nyappdiv"],
  ["tcm", "tax"],
]);

function courtOfReporter(reporter: string | undefined, year: string | undefined): string | null {
  if (reporter === undefined) return null;
  const withoutSeries = reporter
    .replace(/\s*\b(?:2d|3d|4th|5th|6th|2nd|3rd)$/u, "")
    .replace(/(?<=\.)(?:2d|3d|4th|5th)$/u, "");
  const key = courtKey(withoutSeries);
  return COURT_OF_REPORTER.get(key) ?? onlyId(narrow(keys().byKey.get(key) ?? [], year));
}

function onlyId(courts: readonly Court[]): string | null {
  return courts.length === 1 ? (courts[0]?.id ?? null) : null;
}
