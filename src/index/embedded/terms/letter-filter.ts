import { onesIn } from "#index/embedded/segment/bits.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";

const LETTERS = 26;
const LOWER_A = 0x61;
/** Lengths from here on are one. */
const LENGTHS = 64;
const POWERS = 32;

/** Of a word, its place in the dictionary, its bytes and in how many documents it stands. */
export type FilteredWord = {
  readonly ordinal: number;
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly frequency: number;
};

/** A word a few letters away from another: how many, and two or more only where their ordinals lie in `alike`. */
export type Nearness = {
  readonly max: number;
  readonly alike: { readonly from: number; readonly end: number };
  /** Words in fewer documents need not be told. */
  readonly documents_min: number;
};

/**
 * Of each word of a dictionary, which of the letters a to z it has and how long it is, in one number: a word a few
 * letters away from another has nearly the same letters and nearly its length, so that few words need be compared
 * letter by letter. They stand by frequency, in powers of two, and by length: who looks for frequent words passes over
 * the many that stand in a document or two, and over all that are much longer or shorter. Eight bytes a word of memory.
 */
export class LetterFilter {
  readonly #words: Int32Array;
  readonly #ordinals: Int32Array;
  /** Where the words of a power of two and a length begin. */
  readonly #starts: Int32Array = new Int32Array(POWERS * LENGTHS + 1);

  /** `words` goes through all `size` of them, each once. */
  constructor(size: number, words: () => Iterable<FilteredWord>) {
    this.#words = new Int32Array(size);
    this.#ordinals = new Int32Array(size);
    const starts = this.#starts;
    for (const { bytes, length, frequency } of words())
      add(starts, groupOf(frequency, lettersOf(bytes, length)) + 1, 1);
    for (let group = 1; group < starts.length; group++) add(starts, group, starts[group - 1] as number);
    const next = starts.slice();
    for (const { ordinal, bytes, length, frequency } of words()) {
      const letters = lettersOf(bytes, length);
      const group = groupOf(frequency, letters);
      const at = next[group] as number;
      add(next, group, 1);
      this.#words[at] = letters;
      this.#ordinals[at] = ordinal;
    }
  }

  /** Ordinals of all words that near, in order, and of some that are farther or in fewer documents. */
  near(word: Uint8Array, { max, alike, documents_min }: Nearness, meter: WorkMeter): number[] {
    const sought = lettersOf(word, word.length);
    const shortest = Math.max(0, (sought >>> LETTERS) - max);
    const longest = Math.min(LENGTHS - 1, (sought >>> LETTERS) + max);
    const found: number[] = [];
    for (let power = powerOf(documents_min); power < POWERS; power++) {
      const from = this.#starts[power * LENGTHS + shortest] as number;
      const end = this.#starts[power * LENGTHS + longest + 1] as number;
      meter.add(end - from);
      for (let at = from; at < end; at++) {
        // A letter that is changed takes one from the set and adds another.
        const changed = onesIn(((this.#words[at] as number) ^ sought) << (32 - LETTERS));
        if (changed > 2 * max) continue;
        const ordinal = this.#ordinals[at] as number;
        if (changed <= 2 || (ordinal >= alike.from && ordinal < alike.end)) found.push(ordinal);
      }
    }
    return found.sort((left, right) => left - right);
  }
}

/** By the greatest power of two that is not above the number of documents, then by length. */
function groupOf(documents: number, letters: number): number {
  return powerOf(documents) * LENGTHS + (letters >>> LETTERS);
}

function powerOf(documents: number): number {
  return POWERS - 1 - Math.clz32(Math.max(1, documents));
}

function add(counts: Int32Array, at: number, more: number): void {
  counts[at] = (counts[at] as number) + more;
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
  return (Math.min(length, LENGTHS - 1) << LETTERS) | letters;
}
