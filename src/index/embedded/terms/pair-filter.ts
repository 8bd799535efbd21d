/** Bits in a block's signature, a power of two. A block of 32 words has some 150 pairs of neighbouring letters. */
const SIGNATURE_BITS = 512;
const SIGNATURE_WORDS = SIGNATURE_BITS / 32;

/**
 * For each block of a dictionary, which pairs of neighbouring bytes its words may have: a wildcard that begins
 * with `*` need only look into the blocks that may have all of its pairs. Half a byte to a byte per word of memory.
 */
export class PairFilter {
  readonly words: Int32Array;

  constructor(blocks: number) {
    this.words = new Int32Array(blocks * SIGNATURE_WORDS);
  }

  /** The pairs that end at or after the byte `from`: those before it are known from the word before. */
  add(block: number, word: Uint8Array, from: number, length: number): void {
    const { words } = this;
    for (let i = Math.max(1, from); i < length; i++) {
      const bit = bitOf(word[i - 1] as number, word[i] as number);
      const at = block * SIGNATURE_WORDS + (bit >>> 5);
      words[at] = (words[at] as number) | (1 << (bit & 31));
    }
  }

  /** Whether a word of the block may have all of the pairs of `signatureOf`. */
  mayHave(block: number, signature: Int32Array): boolean {
    const first = block * SIGNATURE_WORDS;
    for (let i = 0; i < SIGNATURE_WORDS; i++) {
      const wanted = signature[i] as number;
      if (((this.words[first + i] as number) & wanted) !== wanted) return false;
    }
    return true;
  }
}

/** The pairs within these runs of bytes. Runs of one byte have none. */
export function signatureOf(runs: readonly Uint8Array[]): Int32Array {
  const one = new PairFilter(1);
  for (const run of runs) one.add(0, run, 0, run.length);
  return one.words;
}

function bitOf(first: number, second: number): number {
  return (Math.imul(first * 256 + second, 0x9e3779b1) >>> 16) & (SIGNATURE_BITS - 1);
}
