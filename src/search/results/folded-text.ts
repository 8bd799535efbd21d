import { alterationBrackets } from "#text/alterations.ts";

/** A text as the index folds it, near enough to look for words in, with the way back. */
export type FoldedText = {
  readonly folded: string;
  /** Where in the text the character at this place of the folded one stands. */
  readonly placeOf: (at: number) => number;
};

/** What the index drops inside words: apostrophes, soft hyphens, accents that are characters of their own, brackets of alterations. */
const DROPPED = /[\u0300-\u036f\u00ad\u2018\u2019'[\]]/gu;
const ACCENTED = /[\u00e0-\u024f]/gu;

/**
 * Small letters without accents, apostrophes, soft hyphens and brackets of alterations: `O’Connor`, `García` and
 * `[t]hreadbare` are found as they are typed.
 */
export function foldText(text: string): FoldedText {
  const lower = text.toLowerCase();
  // A few capitals grow when folded (`İ`); offsets would shift, so such a text is searched with its capitals.
  const small = lower.length === text.length ? lower : text;
  const brackets = alterationBrackets(small);
  // Entry i: how long the folded text was when the (i+1)th character was dropped.
  const dropped: number[] = [];
  const folded = small.replace(ACCENTED, withoutAccent).replace(DROPPED, (character, at: number) => {
    if ((character === "[" || character === "]") && !brackets.has(at)) return character;
    dropped.push(at - dropped.length);
    return "";
  });
  return { folded, placeOf: (at) => at + countUpTo(dropped, at) };
}

/** Letters that are no base letter with an accent (`ø`, `æ`) stay. */
function withoutAccent(letter: string): string {
  return letter.normalize("NFD").charAt(0);
}

/** Entries of a rising list that are at most `limit`. */
function countUpTo(rising: readonly number[], limit: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
