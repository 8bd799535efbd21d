import { distance } from "fastest-levenshtein";

import { DIRECTION_WORDS } from "./names.ts";
import { KIND_WORDS, WORDS } from "./words.ts";

/** Shorter words have too many neighbours one letter away. */
const LETTERS_MIN = 5;

/** The words worth mending, by length: those that decide which court is meant. Place names are left alone. */
const MENDABLE: ReadonlyMap<number, readonly string[]> = byLength([
  "united",
  "states",
  "district",
  ...DIRECTION_WORDS,
  ...KIND_WORDS,
  ...[...WORDS.keys()].filter((word) =>
    /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh)$/u.test(word),
  ),
  ...[...WORDS.values()].filter((word) => !word.includes(" ")),
]);

function byLength(words: readonly string[]): Map<number, string[]> {
  return Map.groupBy(new Set(words), ({ length }) => length);
}

/**
 * Puts right a word that no court's name knows and that is one letter away from exactly one that decides
 * (`Nothern`, `Eigth`): left alone, `Nothern District of Illinois` would read as the District of Illinois.
 */
export function mendMisprints(text: string, isKnown: (word: string) => boolean): string {
  return text.replace(/[A-Za-z]+/gu, (word) => {
    const lower = word.toLowerCase();
    if (lower.length < LETTERS_MIN || isKnown(lower)) return word;
    const near = [-1, 0, 1]
      .flatMap((longer) => MENDABLE.get(lower.length + longer) ?? [])
      .filter((candidate) => candidate.length >= LETTERS_MIN && isSlip(lower, candidate));
    return near.length === 1 ? (near[0] ?? word) : word;
  });
}

/** One letter more, less or other, or two neighbours swapped. */
export function isSlip(word: string, meant: string): boolean {
  const edits = distance(word, meant);
  if (edits === 1) return true;
  if (edits !== 2 || word.length !== meant.length) return false;
  const at = word.split("").findIndex((letter, index) => letter !== meant[index]);
  return word[at] === meant[at + 1] && word[at + 1] === meant[at] && word.slice(at + 2) === meant.slice(at + 2);
}
