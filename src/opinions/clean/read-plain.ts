import { joinHyphenated } from "./hyphens.ts";
import type { Token } from "./token.ts";

/**
 * What a line break in plain text means: `wrap`, the end of a printed line or of a chunk of one (blank lines part
 * paragraphs); `paragraph`, the end of a paragraph, as in the Caselaw Access Project's texts.
 */
export type LineBreaks = "wrap" | "paragraph";

/** Plain text to tokens: paragraphs, with the printed page's furniture taken off where the text is laid out as a page. */
export function readPlain(source: string, lineBreaks: LineBreaks): Token[] {
  const text = source.replace(/\r\n?/gu, "\n").replace(/\u00ad\s*/gu, "");
  if (lineBreaks === "paragraph") return paragraphTokens(text.split("\n"));
  const lines = withoutLineNumbers(text.split(/[\n\f]/u));
  if (!isPageLayout(lines)) return paragraphTokens(text.split(/\n[^\S\n]*\n\s*|\f/u));
  return paragraphTokens(paragraphsOfLayout(lines));
}

function paragraphTokens(paragraphs: readonly string[]): Token[] {
  const tokens: Token[] = [];
  for (const paragraph of paragraphs) {
    if (paragraph.trim() === "") continue;
    tokens.push({ kind: "open", tag: "p" });
    for (const [at, line] of paragraph.split(LINE_KEPT).entries()) {
      if (at > 0) tokens.push({ kind: "line-break" });
      tokens.push({ kind: "text", text: line });
    }
    tokens.push({ kind: "close", tag: "p" });
  }
  return tokens;
}

/** Stands between lines that were short on the page (a caption, an address) and stay lines. */
const LINE_KEPT = "\u0000";
const PAGE_COLUMNS_MAX = 110;
const LINES_MIN = 12;
/** A line that reaches this near the right margin was broken by the margin, not by its author. */
const RAGGED_COLUMNS = 14;

/** Text set as a printed page: no line runs beyond a page's width, and most are not blank for the sake of it. */
function isPageLayout(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== "");
  const long = filled.filter((line) => line.trimEnd().length > PAGE_COLUMNS_MAX).length;
  return filled.length >= LINES_MIN && long <= filled.length / 100;
}

/** Enough lines to find the left margin; a spread argument list must stay short. */
const LINES_SAMPLED = 5_000;

/** Some courts number each line of a page, from 1 to about 25: when most lines bear such a number, all are taken off. */
function withoutLineNumbers(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== "");
  const numbered = filled.filter((line) => LINE_NUMBER.test(line)).length;
  if (filled.length < LINES_MIN || numbered < filled.length * NUMBERED_SHARE_MIN) return lines;
  return lines.map((line) => line.replace(LINE_NUMBER, (number) => " ".repeat(number.length)));
}

const LINE_NUMBER = /^\s{0,8}[1-3]?\d(?=\s|$)/u;
const NUMBERED_SHARE_MIN = 0.7;

type Line = { readonly words: string; readonly indent: number; readonly end: number; readonly blanksBefore: number };

function paragraphsOfLayout(lines: readonly string[]): string[] {
  const page = withoutPageNumbers(measured(lines));
  const margin = rightMargin(page);
  const full = (line: Line): boolean => line.end >= margin - RAGGED_COLUMNS || line.words.endsWith("-");
  const doubleSpaced = isDoubleSpaced(page, full);
  const paragraphs: string[] = [];
  const known = new Set(page.flatMap((line) => line.words.toLowerCase().match(/\p{L}+/gu) ?? []));
  const leftMargin = Math.min(...page.map((line) => line.indent).slice(0, LINES_SAMPLED));
  let current = "";
  let previous: Line | undefined;
  let bodyIndent = 0;
  for (const line of page) {
    const inLine = line.indent <= leftMargin + 2 || Math.abs(line.indent - bodyIndent) <= 2;
    const flows = previous !== undefined && full(previous) && line.indent <= bodyIndent + 2 && inLine;
    const blanks_max = doubleSpaced ? 3 : 0;
    if (previous !== undefined && flows && line.blanksBefore <= blanks_max) {
      current = joinHyphenated(current, line.words, known);
    } else if (previous !== undefined && line.blanksBefore === 0 && !full(previous)) {
      current += LINE_KEPT + line.words;
    } else {
      if (current !== "") paragraphs.push(current);
      current = line.words;
      // A first line may be indented; the lines below it stand at the margin.
      bodyIndent = line.indent;
    }
    bodyIndent = Math.min(bodyIndent, line.indent);
    previous = line;
  }
  if (current !== "") paragraphs.push(current);
  return paragraphs;
}

function measured(lines: readonly string[]): Line[] {
  const found: Line[] = [];
  let blanks = 0;
  for (const raw of lines) {
    const line = raw.replaceAll("\t", "        ").trimEnd();
    const words = line.trim();
    if (words === "" || /^[_\s]+$/u.test(words)) {
      blanks++;
      continue;
    }
    found.push({ words, indent: line.length - words.length, end: line.length, blanksBefore: blanks });
    blanks = 0;
  }
  return found;
}

/** Takes off the page's own number at its foot: `-4-`, or a bare number where these count up through the text. */
function withoutPageNumbers(lines: readonly Line[]): Line[] {
  const bare = lines.flatMap((line) => (/^\d{1,3}$/u.test(line.words) ? [Number(line.words)] : []));
  const counting = bare.length >= 3 && bare.every((page, at) => at === 0 || page === (bare[at - 1] ?? 0) + 1);
  let carried = 0;
  return lines.flatMap((line) => {
    const isNumber = /^-\s?\d{1,3}\s?-$/u.test(line.words) || (counting && /^\d{1,3}$/u.test(line.words));
    if (isNumber) {
      carried = 1;
      return [];
    }
    // What followed the number flows on from what stood before it.
    const blanksBefore = carried > 0 ? Math.min(line.blanksBefore, carried) : line.blanksBefore;
    carried = 0;
    return [{ ...line, blanksBefore }];
  });
}

/** Where most long lines end: the ninth decile, so that one overlong line does not move it. */
function rightMargin(lines: readonly Line[]): number {
  const ends = lines.map((line) => line.end).sort((one, other) => one - other);
  return ends[Math.floor(ends.length * 0.9)] ?? 0;
}

function isDoubleSpaced(lines: readonly Line[], full: (line: Line) => boolean): boolean {
  let apart = 0;
  let close = 0;
  for (const [at, line] of lines.entries()) {
    const previous = lines[at - 1];
    if (previous === undefined || !full(previous) || line.indent > previous.indent) continue;
    if (line.blanksBefore === 0) close++;
    else apart++;
  }
  return apart > close;
}
