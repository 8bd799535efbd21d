/** A stretch of a text. */
type Span = { readonly start: number; readonly end: number };

/**
 * What a federal court's filing system prints on every page of a filed paper (`Case 1:19-cv-01234-ABC Document 12 Filed
 * 01/02/20 Page 2 of 2`, `Case: 20-1234 Document: 12 Page: 3 Date Filed: 01/02/2020`), on a line of its own.
 */
const STAMP =
  /^[^\S\n]{0,80}(?:USCA\d{0,2}\s{1,3})?(?:Case|Appeal)\s?:?\s?(?:\d{1,2}:)?\d{2}-(?:[a-z]{2,4}-)?\d{1,6}[\w-]{0,20}[^\S\n]{1,40}(?:Doc(?:ument|\.)?|DktEntry|ECF)\s?:?\s?(?:No\.\s)?#?\s?[\d.-]{1,12}[^\n]{0,120}\bPage(?:ID)?\s?(?:#|:)?\s?:?\s?\d{1,6}(?:\s{1,3}of\s{1,3}\d{1,6})?[^\n]{0,40}$/gmu;
const NUMBER_LINE_BEFORE = /\n[^\S\n]{0,80}(?:-\s?)?\d{1,4}(?:\s?-)?[^\S\n]{0,80}\n\s{0,40}$/u;
const NUMBER_LINE_AFTER = /^\s{0,40}\n[^\S\n]{0,80}(?:-\s?)?\d{1,4}(?:\s?-)?[^\S\n]{0,80}(?=\n)/u;
const NEAR_CHARS = 300;

/** The stamps of pages with the page number beside them and the white space around, in order. */
export function pageStamps(text: string): readonly Span[] {
  if (!text.includes("Page")) return [];
  const found: { start: number; end: number }[] = [];
  for (const { index, 0: stamp } of text.matchAll(STAMP)) {
    const last = found.at(-1);
    if (last !== undefined && index < last.end) continue;
    const floor = last?.end ?? 0;
    const before = text.slice(Math.max(floor, index - NEAR_CHARS), index);
    const number = NUMBER_LINE_BEFORE.exec(before);
    let start = number === null ? index : index - (before.length - number.index);
    let end = index + stamp.length;
    end += NUMBER_LINE_AFTER.exec(text.slice(end, end + NEAR_CHARS))?.[0].length ?? 0;
    while (start > floor && /\s/u.test(text.charAt(start - 1))) start -= 1;
    while (end < text.length && /\s/u.test(text.charAt(end))) end += 1;
    found.push({ start, end });
  }
  return found;
}
