import { TermReader } from "./terms.ts";

/**
 * Texts as counted terms, row by row (compressed sparse rows): of row `r` the terms are `terms[starts[r], starts[r + 1])`,
 * ascending, each as often as `counts` says (255 at most).
 */
export type TermRows = {
  readonly starts: Uint32Array;
  readonly terms: Uint32Array;
  readonly counts: Uint8Array;
};

const HASH_SEED = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/**
 * A term is known by 32 bits of its hash; of the some hundred thousand terms of a vocabulary hardly two share one. The
 * last bit tells pairs (1) from words (0), which are chosen apart.
 */
export function hashedTerm(term: string, isPair: boolean): number {
  let hash = HASH_SEED;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), HASH_PRIME);
  hash ^= hash >>> 15;
  return ((hash & ~1) | (isPair ? 1 : 0)) >>> 0;
}

/** Counts the terms of one text after another. */
export class TermCounter {
  readonly #reader = new TermReader();
  #hashes = new Uint32Array(1 << 12);
  #length = 0;

  /** The distinct terms of a text by hash, ascending, with their counts; valid until the next call. */
  count(text: string): { readonly terms: Uint32Array; readonly counts: Uint8Array } {
    this.#length = 0;
    this.#reader.read(
      text,
      (stem) => this.#push(hashedTerm(stem, false)),
      (stems) => this.#push(hashedTerm(stems, true)),
    );
    const sorted = this.#hashes.subarray(0, this.#length).sort();
    const terms = new Uint32Array(sorted.length);
    const counts = new Uint8Array(sorted.length);
    let distinct = 0;
    for (const hash of sorted) {
      if (distinct === 0 || terms[distinct - 1] !== hash) terms[distinct++] = hash;
      const count = counts[distinct - 1] as number;
      if (count < 255) counts[distinct - 1] = count + 1;
    }
    return { terms: terms.subarray(0, distinct), counts: counts.subarray(0, distinct) };
  }

  #push(hash: number): void {
    if (this.#length === this.#hashes.length) {
      const grown = new Uint32Array(this.#length * 2);
      grown.set(this.#hashes);
      this.#hashes = grown;
    }
    this.#hashes[this.#length++] = hash;
  }
}

/** Gathers rows as they come; terms are hashes until a vocabulary gives them their places. */
export class TermRowsBuilder {
  readonly #counter = new TermCounter();
  readonly #starts: number[] = [0];
  #terms = new Uint32Array(1 << 20);
  #counts = new Uint8Array(1 << 20);

  get rows(): number {
    return this.#starts.length - 1;
  }

  add(text: string): void {
    const { terms, counts } = this.#counter.count(text);
    const start = this.#starts.at(-1) ?? 0;
    const end = start + terms.length;
    while (end > this.#terms.length) this.#grow();
    this.#terms.set(terms, start);
    this.#counts.set(counts, start);
    this.#starts.push(end);
  }

  build(): TermRows {
    const end = this.#starts.at(-1) ?? 0;
    return {
      starts: Uint32Array.from(this.#starts),
      terms: this.#terms.subarray(0, end),
      counts: this.#counts.subarray(0, end),
    };
  }

  #grow(): void {
    const terms = new Uint32Array(this.#terms.length + (this.#terms.length >> 1));
    terms.set(this.#terms);
    this.#terms = terms;
    const counts = new Uint8Array(terms.length);
    counts.set(this.#counts);
    this.#counts = counts;
  }
}
