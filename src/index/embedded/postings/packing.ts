/** Postings are packed in blocks of this many numbers; what is left over at a term's end is varint-coded. */
export const BLOCK = 128;

/** Bits needed for any of `count` numbers (0 when all are 0). */
export function bitsFor(values: Int32Array, count: number): number {
  let all = 0;
  for (let i = 0; i < count; i++) all |= values[i] as number;
  return 32 - Math.clz32(all);
}

/** Writes 128 numbers of `bits` bits each as 4 * bits words, low bits first. */
export function pack(values: Int32Array, bits: number, out: Int32Array, at: number): void {
  if (bits === 0) return;
  let word = 0;
  let used = 0;
  for (let i = 0; i < BLOCK; i++) {
    const value = values[i] as number;
    word |= value << used;
    used += bits;
    if (used < 32) continue;
    out[at++] = word;
    used -= 32;
    word = used === 0 ? 0 : value >>> (bits - used);
  }
}

/** The inverse of `pack`. Reads one word past the block's end, so the array must have it. */
export function unpack(words: Int32Array, at: number, bits: number, out: Int32Array): void {
  if (bits === 0) {
    out.fill(0, 0, BLOCK);
    return;
  }
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  let word = words[at] as number;
  let used = 0;
  for (let i = 0; i < BLOCK; i++) {
    let value = word >>> used;
    used += bits;
    if (used >= 32) {
      used -= 32;
      word = words[++at] as number;
      if (used > 0) value |= word << (bits - used);
    }
    out[i] = value & mask;
  }
}

/** `unpack` of gaps less one, summed up from `before`: rising document numbers. */
export function unpackRising(words: Int32Array, at: number, bits: number, before: number, out: Int32Array): void {
  unpackSummed(words, at, bits, before, 1, out, 0);
}

/** `unpack` of counts, summed up from 0: 129 places at which 128 runs of these lengths begin and end. */
export function unpackSums(words: Int32Array, at: number, bits: number, out: Int32Array): void {
  out[0] = 0;
  unpackSummed(words, at, bits, 0, 0, out, 1);
}

/** Running sums from `before` of 128 packed numbers, each `more` larger than it is packed, into `out` from `first` on. */
function unpackSummed(
  words: Int32Array,
  at: number,
  bits: number,
  before: number,
  more: number,
  out: Int32Array,
  first: number,
): void {
  let sum = before;
  const end = first + BLOCK;
  if (bits === 0) {
    for (let i = first; i < end; i++) out[i] = sum += more;
    return;
  }
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  let word = words[at] as number;
  let used = 0;
  for (let i = first; i < end; i++) {
    let value = word >>> used;
    used += bits;
    if (used >= 32) {
      used -= 32;
      word = words[++at] as number;
      if (used > 0) value |= word << (bits - used);
    }
    sum += (value & mask) + more;
    out[i] = sum;
  }
}
