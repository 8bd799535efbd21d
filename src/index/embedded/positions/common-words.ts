/**
 * A position tells which of these words stands right before it, so that a phrase need not read where they stand:
 * "of" in "breach of contract" is known from "contract". They were chosen by count over real texts, where these six
 * are a fifth of all words, and the pair "of the" is more frequent than any word that is not among them but "that".
 */
export const COMMON_WORDS: readonly string[] = ["the", "of", "to", "and", "in", "a"];

/** Bits of a position's varint that tell of the word before; the gap stands above them. */
export const BEFORE_BITS = 3;
export const BEFORE_MASK: number = (1 << BEFORE_BITS) - 1;

/** Before a position: nothing told, or COMMON_WORDS[code - 1], or the two words "of the". */
export const BEFORE_NOTHING = 0;
const BEFORE_THE = 1;
const BEFORE_OF = 2;
const BEFORE_OF_THE = 7;

/** A set of codes, a bit each: whatever stands before. */
export const ANY_BEFORE = 0xff;

/** Follows a text word by word and answers each word's code. */
export class BeforeTracker {
  #last = BEFORE_NOTHING;
  #lastButOne = BEFORE_NOTHING;

  /** At the beginning of a text or passage. */
  reset(): void {
    this.#last = BEFORE_NOTHING;
    this.#lastButOne = BEFORE_NOTHING;
  }

  /** The code of the next word, which is COMMON_WORDS[own - 1], or none of them when `own` is 0. */
  next(own: number): number {
    const last = this.#last;
    const code = last === BEFORE_THE && this.#lastButOne === BEFORE_OF ? BEFORE_OF_THE : last;
    this.#lastButOne = last;
    this.#last = own;
    return code;
  }
}

/** A word of a phrase that must be read: its place in the phrase, and what may stand before it there. */
export type ReadWord = { readonly offset: number; readonly before: number };

/**
 * Which words of a phrase must be read so that the others follow. `words` are the exact words, undefined for one
 * that is known only by a pattern.
 */
export function wordsToRead(words: readonly (string | undefined)[]): readonly ReadWord[] {
  const read: ReadWord[] = [];
  for (let offset = words.length - 1; offset >= 0; offset--) {
    const before = codeOfWord(words[offset - 1]);
    if (before === BEFORE_NOTHING) {
      read.push({ offset, before: ANY_BEFORE });
    } else if (before !== BEFORE_THE) {
      read.push({ offset, before: 1 << before });
      offset--;
    } else if (codeOfWord(words[offset - 2]) === BEFORE_OF) {
      read.push({ offset, before: 1 << BEFORE_OF_THE });
      offset -= 2;
    } else {
      read.push({ offset, before: (1 << BEFORE_THE) | (1 << BEFORE_OF_THE) });
      offset--;
    }
  }
  return read.toReversed();
}

function codeOfWord(word: string | undefined): number {
  return word === undefined ? BEFORE_NOTHING : COMMON_WORDS.indexOf(word) + 1;
}
