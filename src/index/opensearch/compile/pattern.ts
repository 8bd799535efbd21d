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

/**
 * Whether a word is what a wildcard stands for. What one `*` stands for is found again from the last one on alone: an
 * expression with many of them would try all their lengths.
 */
export function patternTester(pattern: string): (word: string) => boolean {
  const signs = Array.from(pattern);
  return (word) => {
    const letters = Array.from(word);
    let sign = 0;
    let star = -1;
    let from = 0;
    for (let at = 0; at < letters.length;) {
      if (signs[sign] === "*") {
        star = sign++;
        from = at;
      } else if (signs[sign] === "?" || signs[sign] === letters[at]) {
        sign += 1;
        at += 1;
      } else if (star >= 0) {
        sign = star + 1;
        at = ++from;
      } else return false;
    }
    return signs.slice(sign).every((left) => left === "*");
  };
}

function regexpOf(pattern: string): string {
  return pattern.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => {
    if (sign === "*") return ".*";
    if (sign === "?") return ".";
    return /[\\^$.+()[\]{}|/"#@&<>~-]/u.test(sign) ? `\\${sign}` : sign;
  });
}
