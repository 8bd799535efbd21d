import { onesIn } from "#index/embedded/segment/bits.ts";

const LETTERS = 26;
const LOWER_A = 0x61;
/** Lengths from here on are one. */
const LENGTH_MAX = 63;

/**
 * Of each word of a dictionary, which of the letters a to z it has and how long it is, in one number: a word a few
 * letters away from another has nearly the same letters and nearly its length, so that few words need be compared
 * letter by letter. Four bytes a word of memory.
 */
export class LetterFilter {
  readonly #words: Int32Array;

  constructor(words: number) {
    this.#words = new Int32Array(words);
  }

  set(ordinal: number, word: Uint8Array, length: number): void {
    this.#words[ordinal] = lettersOf(word, length);
  }

  /** Ordinals from `from` up to `end` of all words at most `max` changes away, in order, and of some that are farther. */
  near(word: Uint8Array, max: number, from: number, end: number): number[] {
    const sought = lettersOf(word, word.length);
    const soughtLength = sought >>> LETTERS;
    const found: number[] = [];
    const words = this.#words;
    for (let ordinal = from; ordinal < end; ordinal++) {
      const own = words[ordinal] as number;
      const apart = (own >>> LETTERS) - soughtLength;
      if (apart > max || apart < -max) continue;
      // A letter that is changed takes one from the set and adds another.
      if (onesIn((own ^ sought) << (32 - LETTERS)) <= 2 * max) found.push(ordinal);
    }
    return found;
  }
}

/** The letters in the low bits, above them the length in UTF-16 units. */
function lettersOf(word: Uint8Array, size_bytes: number): number {
  let letters = 0;
  let length = 0;
  for (let i = 0; i < size_bytes; i++) {
    const byte = word[i] as number;
    const letter = byte - LOWER_A;
    if (letter >= 0 && letter < LETTERS) letters |= 1 << letter;
    // A byte 10xxxxxx goes on with the character before it; one from 1111xxxx begins a character of two units.
    if ((byte & 0xc0) !== 0x80) length += byte >= 0xf0 ? 2 : 1;
  }
  return (Math.min(length, LENGTH_MAX) << LETTERS) | letters;
}
