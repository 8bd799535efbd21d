/**
 * What look-ups compare: lower case without white space, periods, commas and apostrophes; every dash is a hyphen.
 * The store builds its keys by the same rule, and a test holds the two together.
 */
export function lookupKey(citation: string): string {
  return citation
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s.,'\u2018\u2019\u00ad]+/gu, "")
    .replace(/[\u2010-\u2015\u2212]/gu, "-");
}
