import { foldTypography } from "#text/typography.ts";

import { DIRECTIONS, KIND_WORDS, NOISE, PHRASES, PLACE_KIND_WORDS, STATE_WORD_SET, WORDS } from "./words.ts";

/**
 * The letters and digits of a name in lower case, with 2nd and 3rd in the Bluebook's form (2d, 3d): equal for
 * `S.D.N.Y.`, `S. D. N. Y.` and `sdny`.
 */
export function courtKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/(\d)(?:nd|rd)\b/gu, "$1d")
    .replace(/^\s*the\s+/u, "")
    .replace(/[^a-z0-9]/gu, "");
}

/**
 * What a court's name says, as a set of words that no longer depends on abbreviation, order, plural or filler:
 * `Bankr. S.D. Ohio` and `United States Bankruptcy Court for the Southern District of Ohio` differ only in `us`.
 */
export function courtWords(text: string): Set<string> {
  const words = expandPhrases(splitWords(text));
  const hasState = words.some((word) => STATE_WORD_SET.has(WORDS.get(word) ?? word) && !DIRECTIONS.has(word));
  const meanings = words.flatMap((word) => meaningsOf(word, hasState));
  const found = new Set(meanings.filter((word, index) => !NOISE.has(word) && !isSeatName(meanings, index)));
  // New York's town and village courts are its justice courts.
  if (found.has("town") || found.has("village")) found.add("justice");
  dropPlaceKinds(found);
  return found;
}

/** In `N.D. Cal., Southern Division` the second direction is the seat's; in `Northern Division of Georgia` it is the district's. */
function isSeatName(meanings: readonly string[], index: number): boolean {
  return (
    DIRECTION_WORDS.has(meanings[index] ?? "") &&
    meanings[index + 1] === "division" &&
    meanings.some((word, at) => DIRECTION_WORDS.has(word) && [meanings[at - 1], meanings[at + 1]].includes("district"))
  );
}

export const DIRECTION_WORDS: ReadonlySet<string> = new Set(DIRECTIONS.values());

/** `county` tells a kind of court only in `County Court`; in `Family Court, Kings County` it only marks a place. */
function dropPlaceKinds(words: Set<string>): void {
  const hasOtherKind = [...words].some((word) => KIND_WORDS.has(word) && !PLACE_KIND_WORDS.has(word));
  if (!hasOtherKind) return;
  for (const word of PLACE_KIND_WORDS) words.delete(word);
}

function meaningsOf(word: string, hasState: boolean): string[] {
  const direction = hasState ? DIRECTIONS.get(word) : undefined;
  if (direction !== undefined) return ["district", direction];
  // `D. Or.`: the lone D of a state that is one federal district.
  if (word === "d") return ["us", "district"];
  const ordinal = /^(\d{1,2})(?:st|nd|rd|th|d)$/u.exec(word)?.[1];
  if (ordinal !== undefined) return [ordinal];
  const expanded = WORDS.get(word) ?? WORDS.get(singular(word)) ?? singular(word);
  return expanded.split(" ");
}

/** Whether a lower-case word is one this table of words knows, itself or as a plural. */
export function isCourtWord(word: string): boolean {
  const one = singular(word);
  return (
    WORDS.has(word) ||
    WORDS.has(one) ||
    KIND_WORDS.has(one) ||
    NOISE.has(one) ||
    DIRECTION_WORDS.has(one) ||
    PHRASE_WORDS.has(word)
  );
}

const PHRASE_WORDS: ReadonlySet<string> = new Set(
  [...PHRASES.values()].flatMap((phrases) => phrases.flatMap(([from]) => from)),
);

function singular(word: string): string {
  return word.length > 4 && word.endsWith("s") && !word.endsWith("ss") && !STATE_WORD_SET.has(word)
    ? word.slice(0, -1)
    : word;
}

/** Lower-case words; dotted and spaced initials are joined (`U. S.`, `N.Y.` -> `us`, `ny`). */
function splitWords(text: string): string[] {
  const raw = foldTypography(text)
    .toLowerCase()
    .replace(/'/gu, "")
    .split(/[^a-z0-9.]+/u)
    .flatMap((piece) => (/^(?:[a-z]\.)+[a-z]?$/u.test(piece) ? piece.replaceAll(".", "") : piece.split(".")))
    .filter((piece) => piece !== "");
  const words: string[] = [];
  let initials = "";
  for (const piece of raw) {
    if (piece.length === 1 && /[a-z]/u.test(piece)) {
      initials += piece;
      continue;
    }
    // `S D W Va`: the last initial is West Virginia's.
    if (piece === "va" && initials.endsWith("w")) {
      words.push(initials.slice(0, -1), "wva");
    } else {
      words.push(initials, piece);
    }
    initials = "";
  }
  words.push(initials);
  return words.filter((word) => word !== "");
}

function expandPhrases(words: readonly string[]): string[] {
  const out: string[] = [];
  for (let index = 0; index < words.length;) {
    const phrase = PHRASES.get(words[index] ?? "")?.find(([from]) =>
      from.every((word, offset) => words[index + offset] === word),
    );
    if (phrase === undefined) {
      out.push(words[index] ?? "");
      index += 1;
    } else {
      out.push(...phrase[1]);
      index += phrase[0].length;
    }
  }
  return out;
}
