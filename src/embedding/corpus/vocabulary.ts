import type { TermRows } from "./term-rows.ts";

/** Words and pairs in fewer passages say little of others. */
const WORD_PASSAGES_MIN = 4;
const PAIR_PASSAGES_MIN = 12;
export const WORDS_MAX = 60_000;
export const PAIRS_MAX = 50_000;
/** A pair's two words count as well, each for itself. */
const PAIR_WEIGHT = 0.5;
/** Pairs are counted in so many buckets at most: one that shares its bucket seems more frequent than it is, never less. */
const BUCKETS_MAX = 1 << 24;

/** The terms that a model knows, the most frequent of each kind, in the order of their hashes. */
export type Vocabulary = {
  readonly hashes: Uint32Array;
  /** Of each term: the logarithm of how rare it is among passages; for a pair half of it. */
  readonly weights: Float32Array;
};

/** Throws nothing: texts without a frequent term have an empty vocabulary. */
export function chooseVocabulary(rows: TermRows): Vocabulary {
  const words = countWords(rows);
  const pairs = countPairs(rows);
  const chosen = [
    ...mostFrequent(words, WORD_PASSAGES_MIN, WORDS_MAX).map(([hash, passages]) => ({ hash, passages, factor: 1 })),
    ...mostFrequent(pairs, PAIR_PASSAGES_MIN, PAIRS_MAX).map(([hash, passages]) => ({
      hash,
      passages,
      factor: PAIR_WEIGHT,
    })),
  ].toSorted((left, right) => left.hash - right.hash);
  const count = rows.starts.length - 1;
  return {
    hashes: Uint32Array.from(chosen, ({ hash }) => hash),
    weights: Float32Array.from(chosen, ({ passages, factor }) => factor * Math.log(1 + count / (1 + passages))),
  };
}

/** The same rows with each term's place in the vocabulary; the others are left out. Written over what was there. */
export function placedRows(rows: TermRows, { hashes }: Vocabulary): TermRows {
  const places = new TermPlaces(hashes);
  const { starts, terms, counts } = rows;
  const placed = new Uint32Array(starts.length);
  let end = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
      const place = places.of(terms[at] as number);
      if (place < 0) continue;
      terms[end] = place;
      counts[end] = counts[at] as number;
      end++;
    }
    placed[row + 1] = end;
  }
  return { starts: placed, terms: terms.subarray(0, end), counts: counts.subarray(0, end) };
}

/** Where each term of a vocabulary stands: a table of twice as many slots, probed in order. */
export class TermPlaces {
  readonly #hashes: Uint32Array;
  readonly #slots: Int32Array;

  constructor(hashes: Uint32Array) {
    this.#hashes = hashes;
    let size = 16;
    while (size < hashes.length * 2) size *= 2;
    this.#slots = new Int32Array(size).fill(-1);
    for (const [place, hash] of hashes.entries()) {
      let slot = slotOf(hash, size);
      while (this.#slots[slot] !== -1) slot = (slot + 1) & (size - 1);
      this.#slots[slot] = place;
    }
  }

  /** -1 for a term that is not known. */
  of(hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = slotOf(hash, mask + 1); ; slot = (slot + 1) & mask) {
      const place = this.#slots[slot] as number;
      if (place < 0 || this.#hashes[place] === hash) return place;
    }
  }
}

function slotOf(hash: number, size: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 7) & (size - 1);
}

/** Words are at most some hundred thousand, so each is counted for itself. */
function countWords({ terms }: TermRows): Map<number, number> {
  const counts = new Map<number, number>();
  for (const hash of terms) if ((hash & 1) === 0) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return counts;
}

/** Pairs are many millions: only those whose bucket is full enough are counted one by one. */
function countPairs({ terms }: TermRows): Map<number, number> {
  let size = 1 << 12;
  while (size < terms.length && size < BUCKETS_MAX) size *= 2;
  const buckets = new Uint8Array(size);
  for (const hash of terms) {
    const bucket = (hash >>> 1) & (size - 1);
    if ((hash & 1) === 1 && (buckets[bucket] as number) < PAIR_PASSAGES_MIN) {
      buckets[bucket] = (buckets[bucket] as number) + 1;
    }
  }
  const counts = new Map<number, number>();
  for (const hash of terms) {
    const isFrequent = (hash & 1) === 1 && (buckets[(hash >>> 1) & (size - 1)] as number) >= PAIR_PASSAGES_MIN;
    if (isFrequent) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return counts;
}

/** The most frequent first; of equally frequent ones the smaller hash, so that the choice is always the same. */
function mostFrequent(counts: ReadonlyMap<number, number>, least: number, most: number): (readonly [number, number])[] {
  return [...counts]
    .filter(([, passages]) => passages >= least)
    .toSorted(([leftHash, left], [rightHash, right]) => right - left || leftHash - rightHash)
    .slice(0, most);
}
