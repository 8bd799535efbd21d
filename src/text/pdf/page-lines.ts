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

export type PageLine = {
  readonly text: string;
  readonly y: number;
  /** From where to where it runs; both 0 where that is not known. */
  readonly from: number;
  readonly to: number;
};

/** Where a line stands lower than others do below the line before, a paragraph begins. */
const PARAGRAPH_GAP = 1.35;

/**
 * The lines of a page from head to foot, of one set in columns column after column; an empty one stands between
 * paragraphs. Numbers of lines in the margin stand before their lines, what is printed aslant stands last. A line that the
 * file has out of its turn stands where the page shows it; so do the values of a form.
 */
export function linesOfPage(items: readonly PlacedText[], values: readonly PlacedText[] = []): string[] {
  const turned = items.filter(({ isTurned, text }) => isTurned && text.trim() !== "");
  const upright = items.filter(({ isTurned }) => !isTurned);
  const { numbers, others } = marginNumbers(upright);
  const ordered = inColumns(others);
  const read = linesOf(ordered);
  const lines = withNumbers(withValues(ordered === others ? inTheirTurn(read) : read, values), numbers);
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
  let [from, to] = [Infinity, -Infinity];
  for (const item of items) {
    text += item.text;
    if (item.text.trim() !== "") {
      y ??= item.y;
      [from, to] = [Math.min(from, item.x), Math.max(to, item.x + item.width)];
    }
    if (!item.isLineEnd) continue;
    if (text.trim() !== "") lines.push({ text: text.trimEnd(), y: y ?? item.y, from, to });
    [text, y, from, to] = ["", undefined, Infinity, -Infinity];
  }
  if (text.trim() !== "") lines.push({ text: text.trimEnd(), y: y ?? 0, from, to });
  return lines;
}

/** How far lines of one row may stand apart in height. */
const ROW_MAX = 4;

/**
 * Lines that are drawn behind lower ones, moved between the two whose heights take them in, where those stand in the same
 * column: a block beside another stays as it is.
 */
function inTheirTurn(lines: readonly PageLine[]): PageLine[] {
  const placed: PageLine[] = [];
  for (const line of lines) {
    const last = placed.at(-1);
    const below = last === undefined || last.y >= line.y ? -1 : placed.findIndex((one) => one.y < line.y - ROW_MAX);
    const [above, next] = [placed[below - 1], placed[below]];
    const isMeant =
      next !== undefined &&
      isInColumn(line, next) &&
      (above === undefined || (above.y > line.y + ROW_MAX && isInColumn(line, above)));
    if (isMeant) placed.splice(below, 0, line);
    else placed.push(line);
  }
  return placed;
}

/** Whether one of two lines runs over half of the other. */
function isInColumn(one: PageLine, other: PageLine): boolean {
  const common = Math.min(one.to, other.to) - Math.max(one.from, other.from);
  return common * 2 >= Math.min(one.to - one.from, other.to - other.from);
}

/** The values of a form's fields in the lines that they stand beside, or on lines of their own. */
function withValues(lines: readonly PageLine[], values: readonly PlacedText[]): PageLine[] {
  const filled = [...lines];
  for (const { text, x, y, width } of values.toSorted((one, other) => other.y - one.y || one.x - other.x)) {
    const at = filled.findIndex((line) => Math.abs(line.y - y) <= BESIDE_MAX);
    const line = filled[at];
    const to = x + width;
    if (line === undefined) {
      const below = filled.findIndex((one) => one.y < y);
      filled.splice(below === -1 ? filled.length : below, 0, { text, y, from: x, to });
    } else if (x >= line.from)
      filled[at] = {
        ...line,
        text: `${line.text.replace(/(?<![\s_])[\s_]+$/u, "")} ${text}`,
        to: Math.max(line.to, to),
      };
    else filled[at] = { ...line, text: `${text} ${line.text.trimStart()}`, from: x };
  }
  return filled;
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
    numbered.splice(below === -1 ? numbered.length : below, 0, { text: text.trim(), y, from: 0, to: 0 });
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
