import { distance } from "fastest-levenshtein";
import { isSlip } from "./misprints.ts";

/** Shorter words have too many neighbours. */
const LETTERS_MIN = 4;
/** From so many letters on two slips are forgiven. */
const TWO_SLIPS_FROM = 7;

export type KnownWords = {
  readonly isKnown: (word: string) => boolean;
  /** Those that may be meant, by their length. */
  readonly byLength: ReadonlyMap<number, readonly string[]>;
};

/**
 * The text with each word that no court's name has in the spelling of the one word that is nearest: for suggestions, since
 * it may be another word. Undefined where nothing is mended, or a word is like none or like several.
 */
export function spelledAsKnown(text: string, known: KnownWords): string | undefined {
  let [mended, isLost] = [0, false];
  const spelled = text.replace(/[A-Za-z]+/gu, (word) => {
    const lower = word.toLowerCase();
    if (isLost || lower.length < LETTERS_MIN || known.isKnown(lower)) return word;
    const nearest = nearestOf(lower, known.byLength);
    if (nearest === undefined) isLost = true;
    else mended += 1;
    return nearest ?? word;
  });
  return isLost || mended === 0 ? undefined : spelled;
}

function nearestOf(word: string, byLength: KnownWords["byLength"]): string | undefined {
  const near = [-2, -1, 0, 1, 2]
    .flatMap((longer) => byLength.get(word.length + longer) ?? [])
    .filter((known) => known.length >= LETTERS_MIN && isNear(word, known))
    .map((known) => ({ known, edits: isSlip(word, known) ? 1 : distance(word, known) }))
    .toSorted((one, other) => one.edits - other.edits);
  const [first, second] = near;
  return first === undefined || first.edits === second?.edits ? undefined : first.known;
}

/** One letter more, less or other, or two neighbours swapped; of a long word two such slips. */
export function isNear(word: string, known: string): boolean {
  return isSlip(word, known) || (word.length >= TWO_SLIPS_FROM && distance(word, known) <= 2);
}
