/** A line of a head, trimmed, with its place in the opinion's text in UTF-16 units. */
export type HeadLine = { readonly text: string; readonly start: number; readonly end: number };

/** How much of a text is read as its head. Captions of many parties and counsel run long. */
export const HEAD_CHARS = 6_000;

/** The lines of the head of a text, none empty, white space inside a line kept. */
export function headLinesOf(text: string): HeadLine[] {
  const lines: HeadLine[] = [];
  for (const match of text.slice(0, HEAD_CHARS).matchAll(/\S(?:[^\n]*\S)?/gu)) {
    lines.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return lines;
}
