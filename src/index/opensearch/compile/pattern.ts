import { WORD_BEGINNING } from "#index/opensearch/words/marks.ts";

/**
 * A wildcard as a regular expression of Lucene's. One that begins with `*` or `?` is kept from what stands beside
 * words: their stems and marks.
 */
export function luceneRegexp(pattern: string): string {
  const [leading = ""] = /^[*?]*/u.exec(pattern) ?? [];
  const letters = leading.replaceAll("*", "").length;
  const rest = regexpOf(pattern.slice(leading.length));
  if (leading === "") return rest;
  const any = leading.includes("*") ? ".*" : "";
  if (letters === 0) return `(${WORD_BEGINNING}.*)?${rest}`;
  return `${WORD_BEGINNING}${".".repeat(letters - 1)}${any}${rest}`;
}

/** Whether a word is what a wildcard stands for. */
export function patternTester(pattern: string): (word: string) => boolean {
  const regexp = new RegExp(`^${regexpOf(pattern.replaceAll(/\*+/gu, "*"))}$`, "su");
  return (word) => regexp.test(word);
}

function regexpOf(pattern: string): string {
  return pattern.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => {
    if (sign === "*") return ".*";
    if (sign === "?") return ".";
    return /[\\^$.+()[\]{}|/"#@&<>~-]/u.test(sign) ? `\\${sign}` : sign;
  });
}
