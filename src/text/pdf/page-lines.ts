/** A run of characters on a page; `y` counts from its foot. */
export type PlacedText = {
  readonly text: string;
  readonly y: number;
  readonly height: number;
  readonly isLineEnd: boolean;
};

/** Where a line stands lower than others do below the line before, a paragraph begins. */
const PARAGRAPH_GAP = 1.35;
/** Pleading paper numbers its lines at the margin. */
const LINE_NUMBERS_MIN = 18;

/** The lines of a page from head to foot; an empty one stands between paragraphs. */
export function linesOfPage(items: readonly PlacedText[]): string[] {
  const numbers = items.filter(({ text }) => /^\s*\d{1,2}\s*$/u.test(text)).length;
  const lines: { text: string; y: number }[] = [];
  let text = "";
  let y: number | undefined;
  for (const item of items) {
    if (numbers >= LINE_NUMBERS_MIN && /^\s*\d{1,2}\s*$/u.test(item.text)) continue;
    text += item.text;
    if (item.text.trim() !== "") y ??= item.y;
    if (!item.isLineEnd) continue;
    if (text.trim() !== "") lines.push({ text: text.trimEnd(), y: y ?? item.y });
    text = "";
    y = undefined;
  }
  if (text.trim() !== "") lines.push({ text: text.trimEnd(), y: y ?? 0 });
  const body = withoutPageNumbers(lines);
  const gaps = body
    .slice(1)
    .map((line, at) => (body[at]?.y ?? 0) - line.y)
    .filter((gap) => gap > 1);
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY;
  return body.flatMap((line, at) => {
    const above = body[at - 1];
    return above !== undefined && above.y - line.y > usual * PARAGRAPH_GAP ? ["", line.text] : [line.text];
  });
}

const PAGE_NUMBER =
  /^\s*(?:[-\u2013]\s*)?(?:Page\s+)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s+of\s+\d{1,4})?(?:\s*[-\u2013])?\s*$/iu;

function withoutPageNumbers<Line extends { readonly text: string }>(lines: readonly Line[]): Line[] {
  return lines.filter(({ text }, at) => (at > 1 && at < lines.length - 2) || !PAGE_NUMBER.test(text));
}

/** Text in pages: where each begins in it, in characters. */
export type PagedText = { readonly text: string; readonly pageStarts: readonly number[] };

/** The pages as one text: a sentence that runs over a page's end is not broken by a blank line. */
export function textOfPages(pages: readonly (readonly string[])[]): PagedText {
  let text = "";
  const pageStarts: number[] = [];
  for (const lines of pages) {
    if (lines.length > 0 && text !== "") {
      const goesOn = /^\s*[\p{Ll}\d(&]/u.test(lines[0] ?? "");
      const isOpen = goesOn || !/[.!?:;"\u201d)]\s*$/u.test(text);
      text += isOpen ? "\n" : "\n\n";
    }
    pageStarts.push(text.length);
    text += lines.join("\n");
  }
  return { text, pageStarts };
}
