/**
 * What stands beside a word on its position, so that one field answers for exact words, for other forms and for where
 * sentences and paragraphs begin and end. The letters are of Unicode's private use: no word has one.
 */
const JOINER = "\ue000";
const STEM = "\ue001";
const MARK = "\ue002";

/** What a word can be in its sentence or paragraph, written as a term of its own. */
export const EDGES = {
  sentence: { first: `${MARK}sf`, last: `${MARK}sl`, only: `${MARK}so` },
  paragraph: { first: `${MARK}pf`, last: `${MARK}pl`, only: `${MARK}po` },
} as const;

/** The analyzer's pattern for the parts of a position, and the class of characters that begin a word. */
export const PART_PATTERN = `([^${JOINER}]+)`;
export const WORD_BEGINNING = `[^${STEM}${MARK}]`;

/** The term that stands for all forms of a word that has others. */
export function stemTerm(stem: string): string {
  return STEM + stem;
}

/** The terms of one position. */
export function joined(terms: readonly string[]): string {
  return terms.join(JOINER);
}

/** Whether a term of the index is a word and not what stands beside one. */
export function isWord(term: string): boolean {
  return !term.startsWith(STEM) && !term.startsWith(MARK);
}
