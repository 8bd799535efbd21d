import type { Span } from "../model.ts";

const MARK = /["\u201c\u201d]|\n[^\S\n]*\n/gu;
/** A longer run is one whose end was not found. */
const QUOTED_CHARS_MAX = 5_000;

/** The outermost quotations of a text, marks left out. What is not closed in its paragraph is none. */
export function findQuotes(text: string): Span[] {
  const found: Span[] = [];
  let open = 0;
  let depth = 0;
  for (const match of text.matchAll(MARK)) {
    const at = match.index;
    if (match[0].startsWith("\n")) depth = 0;
    else if (isOpening(text, at, depth > 0)) {
      if (depth === 0) open = at + 1;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0 && at - open <= QUOTED_CHARS_MAX) found.push({ start: open, end: at });
    }
  }
  return found;
}

/**
 * Curly marks say which side they are of. A straight one opens where a word follows and none stands before it, or where
 * another mark follows; the number of a note may stand before it. In doubt it opens what is not open.
 */
function isOpening(text: string, at: number, isInside: boolean): boolean {
  const mark = text[at];
  if (mark === "\u201c") return true;
  if (mark === "\u201d") return false;
  const before = text[at - 1] ?? " ";
  const after = text.slice(at + 1, at + 3);
  const isApart = /[\s([{\u2014\u2013`\u2018-]/u.test(before);
  if (isApart && /^\S/u.test(after)) return !/^[.,;:?!)\]]/u.test(after);
  if (isInside) return false;
  return /^\s?['`\u2018]/u.test(after) || (/\d/u.test(before) && /^\p{Lu}/u.test(after));
}
