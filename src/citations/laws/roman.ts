const VALUES: readonly (readonly [letters: string, value: number])[] = [
  ["C", 100],
  ["XC", 90],
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
];

/** `14` and `xiv` as `XIV`, as amendments and articles are numbered; anything else as it stands. */
export function romanNumeral(number: string): string {
  let left = /^\d{1,2}$/u.test(number) ? Number(number) : 0;
  if (left === 0) return number.toUpperCase();
  let letters = "";
  for (const [sign, value] of VALUES) {
    for (; left >= value; left -= value) letters += sign;
  }
  return letters;
}
