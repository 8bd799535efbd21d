import { hashTerm } from "#text/tokenize.ts";

/** Words per row of a `.pass` file: two hashes of the source, document, first position, end position. */
export const PASSAGE_WORDS = 5;

/** Positions left free between two passages (or two entries of a list), more than any proximity spans. */
export const PASSAGE_GAP = 1024;

/** Two independent 32-bit hashes of a source: 64 bits tell a thousand million apart. */
export function sourceHashes(source: string): readonly [number, number] {
  const bytes = Buffer.from(source);
  const first = hashTerm(bytes, bytes.length);
  let second = 0x9e3779b9 | 0;
  for (const byte of bytes) second = Math.imul(second ^ byte, 0x5bd1e995) ^ (second >>> 13);
  return [first, second | 0];
}

/** Rows (see PASSAGE_WORDS) in the order of their hashes, then document, then position. */
export function sortPassages(rows: Int32Array): Int32Array {
  const count = rows.length / PASSAGE_WORDS;
  const order = new Uint32Array(count).map((_, i) => i);
  order.sort((a, b) => comparePassages(rows, a, rows, b));
  const sorted = new Int32Array(rows.length);
  order.forEach((row, i) => {
    sorted.set(rows.subarray(row * PASSAGE_WORDS, (row + 1) * PASSAGE_WORDS), i * PASSAGE_WORDS);
  });
  return sorted;
}

/** Compares the `a`-th row of some rows with the `b`-th of others. */
export function comparePassages(rows: Int32Array, a: number, others: Int32Array, b: number): number {
  for (let word = 0; word < PASSAGE_WORDS; word++) {
    const difference = (rows[a * PASSAGE_WORDS + word] as number) - (others[b * PASSAGE_WORDS + word] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Stretches of positions with their fields' bases, `[start, end)` in pairs, by document. */
export type LeftOut = ReadonlyMap<number, readonly number[]>;
