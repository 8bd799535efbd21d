import { distance } from "fastest-levenshtein";

import { countyWords } from "./counties.ts";
import { DIRECTION_WORDS, KIND_WORDS, PHRASE_WORDS, WORDS } from "./words.ts";

/** Shorter words have too many neighbours one letter away. */
const LETTERS_MIN = 5;
const WRITTEN_LETTERS_MIN = 4;

/** The words worth mending, by length: those that decide which court is meant. Place names are left alone. */
const MENDABLE: ReadonlyMap<number, readonly string[]> = byLength([
  "united",
  "states",
  "district",
  ...DIRECTION_WORDS,
  ...KIND_WORDS,
  ...[...KIND_WORDS].map((word) => `${word}s`),
  "court",
  ...PHRASE_WORDS,
  ...[...WORDS.keys()].filter((word) =>
    /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh)$/u.test(word),
  ),
  ...[...WORDS.values()].filter((word) => !word.includes(" ")),
]);

function byLength(words: readonly string[]): Map<number, string[]> {
  return Map.groupBy(new Set(words), ({ length }) => length);
}

/** A word as written, and the word it was read as. */
export type Correction = { readonly written: string; readonly read: string };

export type Mended = { readonly text: string; readonly corrections: readonly Correction[] };

/** How far a county's name may begin before the word that says so. */
const COUNTY_WORDS_MAX = 3;

/** The same for a word beside `County` that is one slip away from exactly one county's, or the beginning of one alone. */
export function mendCounties(text: string, isKnown: (word: string) => boolean): Mended {
  const corrections: Correction[] = [];
  const words = text.split(" ");
  const marked = words.flatMap((word, at) => (/^(?:County|C(?:ou?n?)?ty\.?|Parish)\b/iu.test(word) ? [at] : []));
  const mended = words.map((word, at) => {
    const lower = word.toLowerCase().replace(/[^a-z]/gu, "");
    const isBeside = marked.some((place) => Math.abs(place - at) <= COUNTY_WORDS_MAX && place !== at);
    if (!isBeside || lower.length < LETTERS_MIN || isKnown(lower)) return word;
    const near = countyWords().filter(
      (county) => county.length >= LETTERS_MIN && (isSlip(lower, county) || county.startsWith(lower)),
    );
    const [read] = near;
    if (near.length !== 1 || read === undefined) return word;
    corrections.push({ written: word, read });
    return word.replace(/[A-Za-z]+/u, read);
  });
  return { text: mended.join(" "), corrections };
}

/**
 * Puts right a word that no court's name knows and that is one letter away from exactly one that decides
 * (`Nothern`, `Eigth`).
 */
export function mendMisprints(text: string, isKnown: (word: string) => boolean): Mended {
  const corrections: Correction[] = [];
  const mended = text.replace(/[A-Za-z]+/gu, (word) => {
    const lower = word.toLowerCase();
    if (lower.length < WRITTEN_LETTERS_MIN - 1 || isKnown(lower)) return word;
    const read = lower.length < WRITTEN_LETTERS_MIN ? swappedFiller(word) : onlyNear(lower);
    if (read === undefined) return word;
    corrections.push({ written: word, read });
    return read;
  });
  return { text: mended, corrections };
}

const FILLERS = ["the", "for", "and"];

/** `Fot The Eastern District`, `Teh`: an abbreviation has a capital letter that is not its only one, or a period. */
function swappedFiller(word: string): string | undefined {
  const near = FILLERS.filter((filler) => isSlip(word.toLowerCase(), filler));
  return /^[A-Z]?[a-z]+$/u.test(word) && near.length === 1 ? near[0] : undefined;
}

/**
 * The one word that is a slip away, of which the first letter is there (`Myers` is no `oyers`), or of a long word all
 * others (`Galifornia`); of several, the one that begins with it.
 */
function onlyNear(word: string): string | undefined {
  const near = [-1, 0, 1]
    .flatMap((longer) => MENDABLE.get(word.length + longer) ?? [])
    .filter((candidate) => candidate.length >= LETTERS_MIN && isSlip(word, candidate))
    .filter(
      (candidate) =>
        candidate[0] === word[0] ||
        candidate[0] === word[1] ||
        candidate[1] === word[0] ||
        (word.length >= TWO_SLIPS_FROM && candidate.slice(1) === word.slice(1)),
    );
  const [only, ...others] = near.length > 1 ? near.filter((candidate) => candidate[0] === word[0]) : near;
  return others.length === 0 ? only : undefined;
}

/** One letter more, less or other, or two neighbours swapped. */
export function isSlip(word: string, meant: string): boolean {
  const edits = distance(word, meant);
  if (edits === 1) return true;
  if (edits !== 2 || word.length !== meant.length) return false;
  const at = word.split("").findIndex((letter, index) => letter !== meant[index]);
  return word[at] === meant[at + 1] && word[at + 1] === meant[at] && word.slice(at + 2) === meant.slice(at + 2);
}

/** From so many letters on two slips are forgiven. */
const TWO_SLIPS_FROM = 7;

/** One slip, or of a long word two. */
export function isNear(word: string, known: string): boolean {
  return isSlip(word, known) || (word.length >= TWO_SLIPS_FROM && distance(word, known) <= 2);
}
