import { markLineNumbers } from "./line-numbers.ts";
import { Neighbours, pageLines } from "./page-line.ts";
import type { FurnitureKind, LineMark, PageLine, SourceLine } from "./page-line.ts";
import { markPageNumbers } from "./page-numbers.ts";
import { markRunningHeads } from "./running-heads.ts";
import { markStamps } from "./stamp-lines.ts";

/** What a page bears beside its text, where it stands in the source. */
export type FurnitureMark = {
  readonly kind: FurnitureKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

/** A stretch of the source that is none of the running text: marks with the white space around them. */
export type FurnitureGap = {
  readonly start: number;
  readonly end: number;
  /** What stands for it in the running text: a space, a line's end, or the end of a paragraph. */
  readonly joint: string;
};

/**
 * The furniture of pages in their lines: stamps of filing systems, numbers of pages and lines, running heads and feet,
 * watermarks. Known by what repeats and counts from page to page and by a shape of its own, never by one look alike;
 * all else is text. In the order of the lines; linear in their length.
 */
export function furnitureOfLines(lines: readonly SourceLine[]): LineMark[] {
  const filled = pageLines(lines);
  markStamps(filled);
  const numbers = markLineNumbers(filled);
  const text = filled.filter(({ words, kind }) => words !== "" || kind !== undefined);
  const near = new Neighbours(text);
  markPageNumbers(text, near);
  markRunningHeads(text, near);
  return [...numbers, ...filled.flatMap(wholeLine)].toSorted(
    (one, other) => one.line - other.line || one.from - other.from,
  );
}

function wholeLine({ kind, line, from, words }: PageLine): LineMark[] {
  return kind === undefined ? [] : [{ kind, line, from, to: from + words.length }];
}

/** The furniture in a text with lines; a form feed begins a page. */
export function furnitureIn(text: string): FurnitureMark[] {
  const { starts, lines } = linesOf(text);
  if (lines.length < 3) return [];
  return furnitureOfLines(lines).map(({ kind, line, from: column, to }) => {
    const start = (starts[line] ?? 0) + column;
    const end = (starts[line] ?? 0) + to;
    return { kind, start, end, text: text.slice(start, end) };
  });
}

function linesOf(text: string): { readonly starts: readonly number[]; readonly lines: readonly SourceLine[] } {
  const starts: number[] = [];
  const lines: SourceLine[] = [];
  // Most texts part their lines by line feeds alone, which are found at less cost.
  const isPlain = !text.includes("\r") && !text.includes("\f");
  for (let from = 0; ;) {
    const end = isPlain ? text.indexOf("\n", from) : lineEnd(text, from);
    starts.push(from);
    lines.push({ text: end < 0 ? text.slice(from) : text.slice(from, end), isPageStart: text[from - 1] === "\f" });
    if (end < 0) return { starts, lines };
    from = text.startsWith("\r\n", end) ? end + 2 : end + 1;
  }
}

function lineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? -1;
}

const LINE_END = /[\n\r\f]/gu;

/** Marks with nothing but white space between them, and the white space around them, as one gap. */
export function gapsOf(text: string, marks: readonly FurnitureMark[]): FurnitureGap[] {
  const gaps: { start: number; end: number; joint: string }[] = [];
  for (const mark of marks) {
    let { start, end } = mark;
    const last = gaps.at(-1);
    while (start > (last?.end ?? 0) && isSpace(text, start - 1)) start -= 1;
    while (end < text.length && isSpace(text, end)) end += 1;
    if (last !== undefined && start <= last.end) last.end = end;
    else gaps.push({ start, end, joint: "" });
  }
  for (const gap of gaps) gap.joint = jointOf(text, gap);
  return gaps;
}

function isSpace(text: string, at: number): boolean {
  return /\s/u.test(text.charAt(at));
}

/** Behind a sentence a paragraph may have ended; within one the text goes on, behind a hyphen as over a line's end. */
function jointOf(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  if (start === 0 || end === text.length) return "";
  const endsSentence = /[.!?:]["'\u2019\u201d)\]]{0,2}$/u.test(text.slice(Math.max(0, start - 4), start));
  const beginsSentence = /^["'\u2018\u201c([]{0,2}\p{Lu}/u.test(text.slice(end, end + 4));
  if (endsSentence && beginsSentence) return "\n\n";
  return /[-\u2010\u00ad]/u.test(text.charAt(start - 1)) ? "\n" : " ";
}

/** A text as its sentences run over its pages, and what was taken out of it: the two together are the source. */
export type RunningText = {
  readonly text: string;
  readonly marks: readonly FurnitureMark[];
  /** Where in the running text each gap was, what stands there, and what stood there. */
  readonly gaps: readonly { readonly at: number; readonly joint: string; readonly source: string }[];
};

export function runningText(source: string): RunningText {
  const marks = furnitureIn(source);
  const parts: string[] = [];
  const gaps: { at: number; joint: string; source: string }[] = [];
  let length = 0;
  let read = 0;
  for (const { start, end, joint } of gapsOf(source, marks)) {
    parts.push(source.slice(read, start), joint);
    gaps.push({ at: length + start - read, joint, source: source.slice(start, end) });
    length += start - read + joint.length;
    read = end;
  }
  parts.push(source.slice(read));
  return { text: parts.join(""), marks, gaps };
}

type Span = { readonly start: number; readonly end: number };

/** Where a stretch of the running text stands in its source: one that runs over a page holds the page's furniture there. */
export function inSource({ gaps }: RunningText): (span: Span) => Span {
  // Where each gap ends in the running text, and how much longer the source is up to there.
  const ends: { at: number; joint: number; shift: number }[] = [];
  let shift = 0;
  for (const { at, joint, source } of gaps) {
    ends.push({ at, joint: joint.length, shift });
    shift += source.length - joint.length;
  }
  const whole = shift;
  const shiftAt = (place: number): number => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const end = ends[middle];
      if (end !== undefined && end.at + end.joint <= place) low = middle + 1;
      else high = middle;
    }
    return ends[low]?.shift ?? whole;
  };
  return ({ start, end }) => {
    const from = start + shiftAt(start);
    return { start: from, end: end <= start ? from : end - 1 + shiftAt(end - 1) + 1 };
  };
}

/** The source again, from its running text and what was taken out of it. */
export function sourceOf({ text, gaps }: RunningText): string {
  const parts: string[] = [];
  let read = 0;
  for (const { at, joint, source } of gaps) {
    parts.push(text.slice(read, at), source);
    read = at + joint.length;
  }
  parts.push(text.slice(read));
  return parts.join("");
}
