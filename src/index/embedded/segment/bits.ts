/** Searches run over windows of this many neighbouring documents, so that every set of them is a small bitmap. */
export const WINDOW = 4096;
export const WINDOW_WORDS: number = WINDOW / 32;

/** A set of documents of one window, one bit each. */
export type Bits = Int32Array;

export function emptyBits(): Bits {
  return new Int32Array(WINDOW_WORDS);
}

/** The set of one document. */
export function onlyBit(at: number): Bits {
  const bits = emptyBits();
  setBit(bits, at);
  return bits;
}

export function isEmpty(bits: Bits): boolean {
  for (let i = 0; i < WINDOW_WORDS; i++) if (bits[i] !== 0) return false;
  return true;
}

/** Whether any of the documents `from` to `to` (both inclusive, within the window) is in the set. */
export function anyBetween(bits: Bits, from: number, to: number): boolean {
  const first = from >>> 5;
  const last = to >>> 5;
  const lowMask = -1 << (from & 31);
  const highMask = -1 >>> (31 - (to & 31));
  if (first === last) return ((bits[first] as number) & lowMask & highMask) !== 0;
  if (((bits[first] as number) & lowMask) !== 0) return true;
  for (let i = first + 1; i < last; i++) if (bits[i] !== 0) return true;
  return ((bits[last] as number) & highMask) !== 0;
}

/** Writes the members of the set, rising, into `out` and answers how many there are. */
export function listBits(bits: Bits, out: Int32Array): number {
  let count = 0;
  for (let i = 0; i < WINDOW_WORDS; i++) {
    let word = bits[i] as number;
    while (word !== 0) {
      const low = word & -word;
      out[count++] = (i << 5) + 31 - Math.clz32(low);
      word ^= low;
    }
  }
  return count;
}

export function hasBit(bits: Bits, at: number): boolean {
  return ((bits[at >>> 5] as number) & (1 << (at & 31))) !== 0;
}

export function setBit(bits: Bits, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31));
}

export function clearBit(bits: Bits, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] as number) & ~(1 << (at & 31));
}

/** How many bits of a word are set. */
export function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
