import { distance } from "fastest-levenshtein";

/** Letters that may differ from the word that is meant. */
const DISTANCE_MAX = 3;

/** `did you mean cap? ` for a word near a known one, else nothing. */
export function suggestionFor(word: string, known: readonly string[]): string {
  const begun = known.find((one) => word !== "" && (word.startsWith(one) || one.startsWith(word)));
  if (begun !== undefined) return `did you mean ${begun}? `;
  const [nearest] = known.toSorted((one, other) => distance(word, one) - distance(word, other));
  if (nearest === undefined || distance(word, nearest) > Math.min(DISTANCE_MAX, nearest.length - 2)) return "";
  return `did you mean ${nearest}? `;
}
