/** What the store compares: lower case, without white space, periods and apostrophes. */
export function lookupKey(citation: string): string {
  return citation.toLowerCase().replace(/[\s.'\u2019]+/gu, "");
}
