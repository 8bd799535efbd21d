/** Character classes over UTF-16 code units; the scanner asks nothing finer. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isUpper(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0xde && code !== 0xd7);
}

export function isLower(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 0xdf && code <= 0xff && code !== 0xf7);
}

export function isLetter(code: number): boolean {
  return isUpper(code) || isLower(code);
}

/** Most characters are asked about, so they stand in a table. */
const WORD_CHARACTERS = Uint8Array.from({ length: 256 }, (_, code) =>
  isDigit(code) || isLetter(code) || code === 95 ? 1 : 0,
);

export function isWordCharacter(code: number): boolean {
  return code < 256 && WORD_CHARACTERS[code] === 1;
}

export function isSpace(code: number): boolean {
  return (
    code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x2009 || code === 0x200b || code === 0x202f
  );
}

/** Hyphen, non-breaking hyphen, figure dash, en dash, em dash, minus. */
export function isDash(code: number): boolean {
  return code === 45 || (code >= 0x2010 && code <= 0x2015) || code === 0x2212;
}

/** White space inside a citation longer than this ends it: page layouts pad lines and leave lines blank. */
export const GAP_CHARS_MAX = 160;

/** Past white space; back at `at` when it is longer than `chars_max` or holds more than two blank lines. */
export function skipSpace(text: string, at: number, chars_max: number = GAP_CHARS_MAX): number {
  const limit = Math.min(text.length, at + chars_max);
  let lines = 0;
  let index = at;
  while (index < limit) {
    const code = text.charCodeAt(index);
    if (!isSpace(code)) return index;
    if (code === 10) {
      lines += 1;
      if (lines > 3) return at;
    }
    index += 1;
  }
  return index < text.length && isSpace(text.charCodeAt(index)) ? at : index;
}

/**
 * Past white space and inline page markers (`*355`) that stand between two parts of a citation. A marker counts
 * only when white space and something else follow it.
 */
export function skipGap(text: string, at: number): number {
  let index = skipSpace(text, at);
  while (text.charCodeAt(index) === 42 && isDigit(text.charCodeAt(index + 1)) && index > at) {
    let end = index + 1;
    while (isDigit(text.charCodeAt(end)) && end - index < 7) end += 1;
    const next = skipSpace(text, end);
    if (next === end) return index;
    index = next;
  }
  return index;
}

export function digitsEnd(text: string, at: number, digits_max = 12): number {
  let index = at;
  while (index - at < digits_max && isDigit(text.charCodeAt(index))) index += 1;
  return index;
}
