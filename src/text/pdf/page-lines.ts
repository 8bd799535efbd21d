import { furnitureOfLines } from "#text/furniture/furniture.ts";
import type { FurnitureKind, LineMark, SourceLine } from "#text/furniture/page-line.ts";
import { inColumns } from "./columns.ts";
import { marginNumbers } from "./margin-numbers.ts";

/** A run of characters on a page; `x` counts from its left, `y` from its foot. */
export type PlacedText = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isLineEnd: boolean;
  /** Printed aslant or upright along the page, as watermarks and stamps at its side are. */
  readonly isTurned: boolean;
};

export type PageLine = { readonly text: string; readonly y: number };

/** Where a line stands lower than others do below the line before, a paragraph begins. */
const PARAGRAPH_GAP = 1.35;

/**
 * The lines of a page from head to foot, of one set in columns column after column; an empty one stands between
 * paragraphs. Numbers of lines in the margin stand before their lines, what is printed aslant stands last.
 */
export function linesOfPage(items: readonly PlacedText[]): string[] {
  const turned = items.filter(({ isTurned, text }) => isTurned && text.trim() !== "");
  const upright = items.filter(({ isTurned }) => !isTurned);
  const { numbers, others } = marginNumbers(upright);
  const lines = withNumbers(linesOf(inColumns(others)), numbers);
  const gaps = lines
    .slice(1)
    .map((line, at) => (lines[at]?.y ?? 0) - line.y)
    .filter((gap) => gap > 1);
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY;
  const body = lines.flatMap((line, at) => {
    const above = lines[at - 1];
    return above !== undefined && above.y - line.y > usual * PARAGRAPH_GAP ? ["", line.text] : [line.text];
  });
  return turned.length === 0 ? body : [...body, "", turned.map(({ text }) => text.trim()).join(" ")];
}

function linesOf(items: readonly PlacedText[]): PageLine[] {
  const lines: PageLine[] = [];
  let text = "";
  let y: number | undefined;
  for (const item of items) {
    text += item.text;
    if (item.text.trim() !== "") y ??= item.y;
    if (!item.isLineEnd) continue;
    if (text.trim() !== "") lines.push({ text: text.trimEnd(), y: y ?? item.y });
    text = "";
    y = undefined;
  }
  if (text.trim() !== "") lines.push({ text: text.trimEnd(), y: y ?? 0 });
  return lines;
}

/** How far, in points, a number of pleading paper may stand from the line that it numbers. */
const BESIDE_MAX = 6;

function withNumbers(lines: readonly PageLine[], numbers: readonly PlacedText[]): PageLine[] {
  if (numbers.length === 0) return [...lines];
  const left = new Set(numbers);
  const numbered = lines.map((line): PageLine => {
    for (const number of left) {
      if (Math.abs(number.y - line.y) > BESIDE_MAX) continue;
      left.delete(number);
      return { ...line, text: `${number.text.trim().padStart(2)}  ${line.text.trimStart()}` };
    }
    return line;
  });
  for (const { text, y } of left) {
    const below = numbered.findIndex((line) => line.y < y);
    numbered.splice(below === -1 ? numbered.length : below, 0, { text: text.trim(), y });
  }
  return numbered;
}

/** What a page bore beside its text: where in the text it stood, and what it was. */
export type PageMark = { readonly kind: FurnitureKind; readonly at: number; readonly text: string };

/** Text in pages: where each begins in it, in characters. */
export type PagedText = {
  readonly text: string;
  readonly pageStarts: readonly number[];
  readonly marks: readonly PageMark[];
};

/**
 * The pages as one text without their furniture: a sentence that runs over a page's end is not broken by a blank line.
 */
export function textOfPages(pages: readonly (readonly string[])[]): PagedText {
  const found = Map.groupBy(furnitureOfLines(sourceLines(pages)), ({ line }) => line);
  let text = "";
  let line = 0;
  const pageStarts: number[] = [];
  const marks: PageMark[] = [];
  for (const lines of pages) {
    const body: string[] = [];
    const marked: { readonly mark: LineMark; readonly before: number; readonly text: string }[] = [];
    for (const given of lines) {
      const ofLine = found.get(line) ?? [];
      line += 1;
      for (const mark of ofLine) marked.push({ mark, before: body.length, text: given.slice(mark.from, mark.to) });
      const rest = ofLine.reduceRight((left, { from, to }) => left.slice(0, from) + left.slice(to), given);
      const isGone = ofLine.length > 0 && rest.trim() === "";
      if (!isGone) body.push(ofLine.length > 0 ? rest.trimStart() : given);
    }
    const kept = withoutEdgeBlanks(body);
    if (kept.lines.length > 0 && text !== "") {
      const goesOn = /^\s*[\p{Ll}\d(&]/u.test(kept.lines[0] ?? "");
      const isOpen = goesOn || !/[.!?:;"\u201d)]\s*$/u.test(text.slice(-20));
      text += isOpen ? pageJoint(text.slice(-LINE_CHARS_MIN)) : "\n\n";
    }
    pageStarts.push(text.length);
    const starts = lineStartsOf(kept.lines, text.length);
    const end = text.length + kept.lines.join("\n").length;
    for (const { mark, before, text: words } of marked) {
      marks.push({ kind: mark.kind, at: starts[Math.max(0, before - kept.dropped)] ?? end, text: words });
    }
    text += kept.lines.join("\n");
  }
  return { text, pageStarts, marks };
}

/** A full line goes on over the page as a sentence does; a word that a hyphen breaks is put together by its line's end. */
function pageJoint(end: string): string {
  return end.length < LINE_CHARS_MIN || /\n|[-\u2010\u00ad]$/u.test(end) ? "\n" : " ";
}

/** A shorter last line may be a heading. */
const LINE_CHARS_MIN = 30;

function sourceLines(pages: readonly (readonly string[])[]): SourceLine[] {
  return pages.flatMap((lines) =>
    lines.map((text, at): SourceLine => {
      const isApart = (at > 0 && lines[at - 1] === "") || lines[at + 1] === "";
      return { text, isPageStart: at === 0, isApart };
    }),
  );
}

function withoutEdgeBlanks(lines: readonly string[]): { readonly lines: readonly string[]; readonly dropped: number } {
  let from = 0;
  let to = lines.length;
  while (from < to && lines[from] === "") from += 1;
  while (to > from && lines[to - 1] === "") to -= 1;
  const kept = lines.slice(from, to).filter((line, at, all) => line !== "" || all[at - 1] !== "");
  return { lines: kept, dropped: from };
}

function lineStartsOf(lines: readonly string[], from: number): number[] {
  const starts: number[] = [];
  let at = from;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}
