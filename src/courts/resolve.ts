import { err, ok } from "#base/result.ts";
import type { Result } from "#base/result.ts";
import { collapseSpace } from "#text/typography.ts";

import { buildWordIndex, isWithin, matchByWords } from "./matcher.ts";
import type { WordIndex } from "./matcher.ts";
import { mendMisprints } from "./misprints.ts";
import { satAt } from "./model.ts";
import type { Court } from "./model.ts";
import { courtKey, courtWords, isCourtWord } from "./names.ts";
import { allCourts, courtById, keys, namesOf } from "./registry.ts";
import { courtsOfSimilarName } from "./similar.ts";
import { spelledAsKnown } from "./spelling.ts";
import { stateWord } from "./words.ts";

/** A longer text names no court; matching it would only cost time. */
export const NAME_CHARS_MAX = 300;

let wordIndex: WordIndex | undefined;
let wordsByLength: ReadonlyMap<number, readonly string[]> | undefined;

export type CourtNotFound = {
  /** Courts with a similar name or abbreviation, nearest first, at most five. */
  readonly suggestions: readonly Court[];
};

export type ResolveOptions = {
  /** Year of the decision: picks among courts that bore one name at different times. */
  readonly year?: number | undefined;
  /** The state's name, or `Federal`: leaves out the courts of others. */
  readonly state?: string | undefined;
};

/**
 * The court or courts a text names: an id, a full name, a Bluebook abbreviation or a usual variant (`CA9`,
 * `Ninth Circuit`, `District Court, S.D. New York`, with or without a division or a county after it). More than
 * one court comes back only when the text fits them equally.
 */
export function resolveCourt(text: string, options: ResolveOptions = {}): Result<readonly Court[], CourtNotFound> {
  const cleaned = collapseSpace(text);
  if (cleaned === "" || cleaned.length > NAME_CHARS_MAX) return err({ suggestions: [] });
  const byId = courtById(cleaned.toLowerCase());
  if (byId !== undefined) return ok([byId]);
  const found = courtsNamed(cleaned, options.state);
  return found.length === 0 || isUnknownDistrict(cleaned, found)
    ? err({ suggestions: mayBeMeant(cleaned, options.state) })
    : ok(narrow(found, options.year?.toString()));
}

const SUGGESTIONS_MAX = 5;

/** Where each word is one slip or two from a court's word, the courts of the words so mended; else those of a similar name. */
function mayBeMeant(text: string, state: string | undefined): readonly Court[] {
  const spelled = spelledAsKnown(text, { isKnown: isKnownWord, byLength: knownByLength() });
  const meant = spelled === undefined ? [] : narrow(courtsNamed(spelled, state), undefined);
  const found = meant.length > 0 && !isUnknownDistrict(spelled ?? text, meant) ? meant : courtsOfSimilarName(text);
  return found.slice(0, SUGGESTIONS_MAX);
}

function knownByLength(): ReadonlyMap<number, readonly string[]> {
  wordsByLength ??= Map.groupBy(
    new Set([...wordsOfCourts().bagsByWord.keys(), ...keys().byAbbreviationKey.keys()]),
    ({ length }) => length,
  );
  return wordsByLength;
}

/** Stands for all district courts, where a source leaves the district unsaid. */
const DISTRICT_UNSAID = "usdistct";

/** `D. Xyz.` and `Bankr. D. Xyz.` say a district that there is not; only `U.S. District Court` says none. */
function isUnknownDistrict(text: string, [found, ...others]: readonly Court[]): boolean {
  if (found?.id !== DISTRICT_UNSAID || others.length > 0) return false;
  const own = new Set(namesOf(found).flatMap((name) => [...courtWords(name)]));
  return !isWithin(wordsWithin(text), own);
}

/**
 * A whole name decides, unless it is a local court's that leaves its state unsaid: another state may have a
 * `Franklin County Court` under a slightly different name.
 */
function courtsNamed(text: string, state: string | undefined): readonly Court[] {
  const fits = (court: Court): boolean => state === undefined || court.state === state;
  const exact = (keys().byKey.get(courtKey(text)) ?? []).filter(fits);
  if (exact.length > 0 && (state !== undefined || !exact.some((court) => court.partOf !== null))) return exact;
  const words = wordsWithin(text);
  if (exact.some((court) => words.has(stateWord(court.state)))) return exact;
  if (state !== undefined) words.add(state === "Federal" ? "us" : stateWord(state));
  return [...new Set([...exact, ...matchByWords(wordsOfCourts(), words).filter(fits)])];
}

export type NamedCourt = {
  readonly name: string;
  readonly abbreviation?: string | undefined;
  /** The state, or `United States` for the federal courts. */
  readonly jurisdictionName?: string | undefined;
  /** Date of the decision, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly date?: string | undefined;
};

/**
 * The one court an importer's source means, or null when no court or several fit. The name decides; where it fits
 * several courts, the abbreviation and the date choose.
 */
export function resolveCourtNamed(source: NamedCourt): Court | null {
  const { name, abbreviation = "", jurisdictionName = "", date } = source;
  for (const state of statesOf(jurisdictionName)) {
    const named = courtsNamed(collapseSpace(name).slice(0, NAME_CHARS_MAX), state);
    const abbreviated = (keys().byKey.get(courtKey(abbreviation)) ?? []).filter(
      (court) => court.state === (state ?? court.state),
    );
    const both = named.filter((court) => abbreviated.includes(court));
    for (const choice of [named, both, named.length === 0 ? abbreviated : []]) {
      const narrowed = narrow(choice, date);
      if (narrowed.length === 1) return narrowed[0] ?? null;
    }
  }
  return null;
}

/** Where to look, in order; reporters file the federal court of appeals of the capital under the District. */
function statesOf(jurisdictionName: string): (string | undefined)[] {
  if (jurisdictionName === "") return [undefined];
  if (jurisdictionName === "United States" || jurisdictionName === "U.S.") return ["Federal"];
  return jurisdictionName === "District of Columbia" ? [jurisdictionName, "Federal"] : [jurisdictionName];
}

/** A spelled-out name in other words than the table's, every word of which the court's own name has. */
export function courtsOfWholeName(text: string): readonly Court[] {
  if (!/\b(?:court|circuit|district)\b/iu.test(text)) return [];
  const said = wordsWithin(text);
  const matched = matchByWords(wordsOfCourts(), said);
  return matched.filter((court) => namesOf(court).some((name) => isWithin(said, courtWords(name))));
}

/**
 * Those that sat at the time, or without a time those in use; all of them when that leaves none, since a table's
 * dates are less certain than a name.
 */
export function narrow(courts: readonly Court[], date: string | undefined): readonly Court[] {
  const [first] = courts;
  if (first === undefined || courts.length === 1) return courts;
  // Being in use chooses between a court and its own past, not between courts of different states.
  if (date === undefined && courts.some((court) => court.state !== first.state)) return courts;
  const sitting = courts.filter((court) => (date === undefined ? court.inUse : satAt(court, date)));
  return sitting.length === 0 ? courts : sitting;
}

/** The words of a text, with run-together abbreviations (`USDC SDNY`) opened up. */
function wordsWithin(text: string): Set<string> {
  const words = courtWords(mendMisprints(text, isKnownWord));
  for (const word of words) {
    const court = word.length >= 3 ? onlyCourt(keys().byAbbreviationKey.get(word)) : undefined;
    if (court === undefined || court.state !== "Federal" || /^[a-z]+$/u.test(court.abbreviation)) continue;
    words.delete(word);
    for (const meaning of courtWords(court.fullName)) words.add(meaning);
  }
  return words;
}

function isKnownWord(word: string): boolean {
  return isCourtWord(word) || wordsOfCourts().bagsByWord.has(word);
}

function onlyCourt(courts: readonly Court[] | undefined): Court | undefined {
  return courts?.length === 1 ? courts[0] : undefined;
}

/** Builds what looking up names needs (about a fifth of a second), so that no request waits for it. */
export function prepareCourtNames(): void {
  resolveCourt("no court is called this");
}

/** Built apart from the keys: it costs ten times as much and most texts never need it. */
function wordsOfCourts(): WordIndex {
  wordIndex ??= buildWordIndex(allCourts());
  return wordIndex;
}
