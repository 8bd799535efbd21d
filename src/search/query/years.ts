/** A number that can be the year of a decision, and is no part of a longer one. */
const YEAR = /(?<![\d.,])(?:1[6-9]|20)\d\d(?![\d]|[.,]\d)/gu;

/** The years that a text names, as `(1994)` behind a citation does. A page or a section of that number is taken for one. */
export function yearsIn(text: string): ReadonlySet<number> {
  return new Set(text.match(YEAR)?.map(Number));
}
