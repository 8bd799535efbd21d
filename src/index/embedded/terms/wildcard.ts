const STAR = 0x2a;
const QUESTION = 0x3f;

/**
 * A pattern over folded words, compiled once per search: `*` is any run of characters, `?` one character.
 * Matching is linear in the word for each `*` (the last star is the only one retried).
 */
export class Wildcard {
  /** Literal bytes every match begins with. */
  readonly prefix: Uint8Array;
  /** The runs of literal bytes, in order. */
  readonly runs: readonly Uint8Array[];
  readonly #pattern: Uint8Array;

  constructor(pattern: string) {
    this.#pattern = Buffer.from(pattern.replace(/\*+/gu, "*"));
    const open = this.#pattern.findIndex((byte) => byte === STAR || byte === QUESTION);
    this.prefix = open < 0 ? this.#pattern : this.#pattern.subarray(0, open);
    this.runs = pattern.split(/[*?]+/u).map((run) => Buffer.from(run));
  }

  /** About what trying a word of this length costs; a star that begins again behind every letter costs more. */
  cost(length: number): number {
    return length + ((length * this.#pattern.length) >>> 5);
  }

  matches(word: Uint8Array, length: number): boolean {
    const pattern = this.#pattern;
    let p = this.prefix.length;
    let w = p;
    if (length < p) return false;
    for (let i = 0; i < p; i++) if (word[i] !== pattern[i]) return false;
    let star = -1;
    let retry = 0;
    while (w < length) {
      const wanted = p < pattern.length ? (pattern[p] as number) : -1;
      if (wanted === STAR) {
        star = p++;
        retry = w;
      } else if (wanted === QUESTION) {
        p++;
        w = afterCharacter(word, w, length);
      } else if (wanted === word[w]) {
        p++;
        w++;
      } else if (star >= 0) {
        p = star + 1;
        retry = afterCharacter(word, retry, length);
        w = retry;
      } else return false;
    }
    while (p < pattern.length && pattern[p] === STAR) p++;
    return p === pattern.length;
  }
}

/** Index of the next UTF-8 character. */
function afterCharacter(word: Uint8Array, at: number, length: number): number {
  let next = at + 1;
  while (next < length && ((word[next] as number) & 0xc0) === 0x80) next++;
  return next;
}
