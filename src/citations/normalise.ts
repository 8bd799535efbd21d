import { citationKey } from "./citation-key.ts";
import { extractCitations } from "./citations.ts";
import type { LawCitation } from "./model.ts";
import { editionsOf } from "./reporter-forms.ts";
import { tables } from "./tables.ts";
import type { Entry, LawCode } from "./tables.ts";
import { foldReporter } from "./trie.ts";

/** A reporter citation as typed for a look-up, its reporter put into its own form. */
export type NormalisedCitation = {
  readonly volume: string | null;
  readonly reporter: string;
  readonly page: string;
  /** Volume, reporter and page: `410 U.S. 113`. */
  readonly citedAs: string;
  /** What the store's look-up compares. */
  readonly key: string;
  /** The reporter stands in the tables. */
  readonly known: boolean;
  /** Keys for the other reporters the typed form can stand for; empty when there is one. */
  readonly otherKeys: readonly string[];
};

/** Typed citations longer than this are not read. */
const TYPED_CHARS_MAX = 200;

/**
 * Reads `410 us 113`, `410 U. S. 113`, `Roe v. Wade, 410 U.S. 113 (1973)`. Case, spaces and periods do not
 * matter. Undefined when no volume-reporter-page can be made out.
 */
export function normaliseCitation(typed: string): NormalisedCitation | undefined {
  if (typed.length > TYPED_CHARS_MAX) return undefined;
  return asPrinted(typed) ?? asTyped(typed);
}

function asPrinted(typed: string): NormalisedCitation | undefined {
  const found = extractCitations(typed).find(
    (one) => one.kind === "case" || one.kind === "journal" || one.kind === "short",
  );
  if (found === undefined || found.key === null || found.page === null || found.kind === "short") return undefined;
  const reporters = found.correctedReporter === null ? [...new Set(found.candidates)] : [];
  const volume = found.volume === null ? "" : `${found.volume} `;
  const otherKeys = reporters
    .map((reporter) => citationKey(`${volume}${reporter} ${found.page ?? ""}`))
    .filter((key) => key !== found.key);
  return {
    volume: found.volume,
    reporter: found.correctedReporter ?? found.reporter,
    page: found.page,
    citedAs: found.corrected,
    key: found.key,
    known: true,
    otherKeys,
  };
}

const TYPED =
  /^\s*(\d{1,5}[a-z]?)[\s-]*([a-z][a-z\d\s.,'\u2019&()-]{0,60}?)[\s,-]*\s(?:at\s+)?(\d[\d,]*[a-z]?(?:-[a-z])?)\s*$/iu;
const TYPED_HYPHENED = /^\s*(\d{4})-([a-z][a-z ]{0,20}?)-(\d+[a-z]?)\s*$/iu;

function asTyped(typed: string): NormalisedCitation | undefined {
  const hyphened = TYPED_HYPHENED.exec(typed);
  const [, volume, printed, page] = hyphened ?? TYPED.exec(typed) ?? [];
  if (volume === undefined || printed === undefined || page === undefined) return undefined;
  const entry = entryIgnoringCase(printed);
  const reporters = entry === undefined ? [] : reportersOf(entry);
  const citedAs = (reporter: string): string =>
    hyphened === null ? `${volume} ${reporter} ${page}` : `${volume}-${reporter}-${page}`;
  const reporter = reporters[0] ?? printed.replace(/\s+/gu, " ").trim();
  return {
    volume,
    reporter,
    page,
    citedAs: citedAs(reporter),
    key: citationKey(citedAs(reporter)),
    known: reporters.length > 0,
    otherKeys: reporters.slice(1).map((other) => citationKey(citedAs(other))),
  };
}

function reportersOf(entry: Entry): string[] {
  const editions = editionsOf(entry).map((edition) => edition.abbreviation);
  const journals = (entry.journals.length > 0 ? entry.journals : entry.variantJournals).map(
    (journal) => journal.abbreviation,
  );
  return [...new Set([...editions, ...journals])];
}

let byLowerCase: Map<string, Entry> | undefined;

/** The entry for a form typed in any case; an exact abbreviation wins over a variant. */
function entryIgnoringCase(printed: string): Entry | undefined {
  const folded = foldReporter(printed);
  const exact = tables().byKey.get(folded);
  if (exact !== undefined) return exact;
  if (byLowerCase === undefined) {
    byLowerCase = new Map();
    for (const [key, entry] of tables().byKey) {
      const lower = key.toLowerCase();
      const known = byLowerCase.get(lower);
      if (known === undefined || weight(entry) > weight(known)) byLowerCase.set(lower, entry);
    }
  }
  return byLowerCase.get(folded.toLowerCase());
}

function weight(entry: Entry): number {
  if (entry.editions.length > 0) return 4;
  if (entry.laws.length > 0) return 3;
  return entry.variantEditions.length > 0 || entry.variantLaws.length > 0 ? 2 : 1;
}

const TYPED_LAW =
  /^\s*(?:(\d{1,4})\s*)?([a-z][a-z\s.'&]{0,60}?)\s*((?:(?:§+|secs?\.?\s|sections?\s|art\.?\s|tit\.?\s|ch\.?\s|part\s|no\.?\s)\s*)?\d.*)$/iu;

/** A statute, regulation or other law as typed for a look-up (`42 usc 1983`), or undefined. */
export function parseLawCitation(typed: string): LawCitation | undefined {
  if (typed.length > TYPED_CHARS_MAX) return undefined;
  const printed = lawIn(typed);
  if (printed !== undefined) return printed;
  const [, lead = "", name, rest] = TYPED_LAW.exec(typed) ?? [];
  if (name === undefined || rest === undefined) return undefined;
  const code = lawsOf(entryIgnoringCase(name))[0];
  if (code === undefined) return undefined;
  const marked = /^\s*\d/u.test(rest) && code.tail === "section" ? `§ ${rest.trim()}` : rest;
  return lawIn(`${lead} ${code.abbreviation} ${marked}`.trim());
}

function lawsOf(entry: Entry | undefined): readonly LawCode[] {
  if (entry === undefined) return [];
  return entry.laws.length > 0 ? entry.laws : entry.variantLaws;
}

function lawIn(text: string): LawCitation | undefined {
  return extractCitations(text).find((one): one is LawCitation => one.kind === "law");
}
