import { BoundedMap } from "#base/bounded-map.ts";
import { collapseSpace } from "#text/typography.ts";

import type { Court } from "./model.ts";
import { courtKey } from "./names.ts";
import { courtById, keys } from "./registry.ts";
import { NAME_CHARS_MAX, narrow, recogniseCourt } from "./recognise.ts";
import type { ResolveOptions } from "./resolve.ts";
import { DIVISION_WORDS } from "./words.ts";

const CACHE_ENTRIES_MAX = 10_000;

export type CitationTextOptions = ResolveOptions & {
  /** The cited reporter: decides when the parenthesis names no court (`410 U.S. 113 (1973)`). */
  readonly reporterHint?: string | undefined;
};

const citationCache = new BoundedMap<string, string | null>({ weight_max: CACHE_ENTRIES_MAX, firstToGo: "set" });

/**
 * The id of the one court meant by the words in a citation's parenthesis (`9th Cir. 1998`, `Cal. Ct. App. 2d Dist.`),
 * or null when they name none or several. Only whole abbreviations and names count here: a guess would be silent.
 * Without a year, a name shared over time means the court in use.
 */
export function courtByCitationText(text: string, options: CitationTextOptions = {}): string | null {
  const cacheKey = `${text}\0${options.year ?? ""}\0${options.reporterHint ?? ""}`;
  const cached = citationCache.get(cacheKey);
  if (cached !== undefined) return cached;
  const id = readCitationText(text, options);
  citationCache.set(cacheKey, id);
  return id;
}

function readCitationText(text: string, options: CitationTextOptions): string | null {
  if (text.length > NAME_CHARS_MAX) return null;
  const yearText = /\b(1[6-9]\d\d|20\d\d)\s*\)?\s*$/u.exec(text)?.[1];
  const year = options.year?.toString() ?? yearText;
  const named = withoutDate(text);
  // `2d Dep't`, or nothing: only the reporter can say which court's division is meant.
  const isDivision = named.split(" ").every((word) => word === "" || isDivisionWord(word));
  const inState = isDivision ? named : withStateOfReporter(named, options.reporterHint);
  for (const spelling of new Set([named, withoutDate(modernSpelling(text)), inState])) {
    const found = courtsAbbreviated(spelling);
    if (found !== undefined) return onlyId(narrow(found, year));
  }
  return isDivision ? courtOfReporter(options.reporterHint, year) : courtOfWords(named, year);
}

/** A name in other words than the table's, each of which is understood as it is written. */
function courtOfWords(named: string, year: string | undefined): string | null {
  const found = recogniseCourt(named, { date: year });
  return found.ok && found.corrections.length === 0 ? onlyId(found.courts) : null;
}

/** The courts with this id, abbreviation or name, what follows it being at most a division's number and kind. */
function courtsAbbreviated(text: string): readonly Court[] | undefined {
  if (text === "") return undefined;
  const byId = courtById(text.toLowerCase().replaceAll(" ", ""));
  if (byId !== undefined) return [byId];
  const words = text.split(" ");
  for (let length = words.length; length > 0; length -= 1) {
    const found = keys().byKey.get(courtKey(words.slice(0, length).join(" ")));
    if (found !== undefined) return found;
    if (!isDivisionWord(words[length - 1] ?? "")) return undefined;
  }
  return undefined;
}

/** Spellings of older reporters, each with the Bluebook's of today. */
const OLD_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^\(?B(?:krt?cy|ank?rtcy|K)\.?,?\s*/iu, "Bankr. "],
  [/^\(?C\.(?:\s?C\.)?\s?A\.,?\s*(?=\d)/u, "ca"],
  [/^\(?D\.\s?C\.,?\s*(?=[NSEWMC]\.\s?D\.)/u, ""],
  [/^\(?D\.\s?C\.,?\s*/u, "D. "],
  [/\bPenn(?:a)?\./u, "Pa."],
  [/\bCol\.(?!\w)/u, "Colo."],
  [/\bCalif\./u, "Cal."],
  [/\bCr\.\s*(?=App\.)/u, "Crim. "],
  [/\bCt\.\s?of\s/iu, "Ct. "],
];

function modernSpelling(text: string): string {
  let spelled = text;
  for (const [old, modern] of OLD_SPELLINGS) spelled = spelled.replace(old, modern);
  return spelled;
}

/** A state's own reporter lets its courts go without the state's name: `150 N.J. Super. 1 (App. Div. 1977)`. */
function withStateOfReporter(text: string, reporter: string | undefined): string {
  const state = reporter === undefined ? undefined : /^(?:[A-Z]\.\s?){2}|^[A-Z][a-z]+\.?/u.exec(reporter)?.[0];
  return state === undefined ? text : `${state} ${text}`;
}

const MONTH = String.raw`(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?`;
const YEAR = String.raw`(?:1[6-9]|20)\d\d`;
const TRAILING_DATE = new RegExp(
  String.raw`(?<![\s,])[\s,]*(?:${MONTH}\s+\d{1,2}(?:,?\s*${YEAR})?|${YEAR})[\s,)]*$|(?<![\s,)])[\s,)]*$`,
  "iu",
);

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
  ["njsuper", "njsuperctappdiv"],
]);

function courtOfReporter(reporter: string | undefined, year: string | undefined): string | null {
  if (reporter === undefined) return null;
  const withoutSeries = reporter
    .replace(/(?:(?<!\s)\s+)?\b(?:2d|3d|4th|5th|6th|2nd|3rd)$/u, "")
    .replace(/(?<=\.)(?:2d|3d|4th|5th)$/u, "");
  const key = courtKey(withoutSeries);
  return COURT_OF_REPORTER.get(key) ?? onlyId(narrow(keys().byKey.get(key) ?? [], year));
}

function onlyId(courts: readonly Court[]): string | null {
  return courts.length === 1 ? (courts[0]?.id ?? null) : null;
}
