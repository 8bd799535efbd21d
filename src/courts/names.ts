/**
 * The letters and digits of a name in lower case, with 2nd and 3rd in the Bluebook's form (2d, 3d): equal for
 * `S.D.N.Y.`, `S. D. N. Y.` and `sdny`.
 */
export function courtKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/(\d)(?:nd|rd)\b/gu, "$1d")
    .replace(/^\s*the\s+/u, "")
    .replace(/[^a-z0-9]+/gu, "");
}
