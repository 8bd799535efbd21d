/**
 * Letters changed, left out, added or swapped with their neighbour between two words, counted by the whole table of
 * the textbook; slow and plain.
 */
export function lettersApart(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, (_, i) =>
    Array.from({ length: right.length + 1 }, (_column, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= left.length; i++) {
    for (let j = 1; j <= right.length; j++) {
      const ways = [
        table[i - 1]![j - 1]! + Number(left[i - 1] !== right[j - 1]),
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
      ];
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (isSwapped) ways.push(table[i - 2]![j - 2]! + 1);
      table[i]![j] = Math.min(...ways);
    }
  }
  return table[left.length]![right.length]!;
}
