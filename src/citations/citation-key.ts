/**
 * What two spellings of one reporter citation share, and what look-ups and stored keys are made of: lower case without
 * white space, periods, commas and apostrophes; every dash is a hyphen. `410 U. S. 113`, `410 us 113` and
 * `410 U.S. 113` all become `410us113`. Stored keys are made by this rule: another rule needs a migration.
 */
export function citationKey(citedAs: string): string {
  return citedAs
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s.,'\u2018\u2019\u00ad]+/gu, "")
    .replace(/[\u2010-\u2015\u2212]/gu, "-");
}
