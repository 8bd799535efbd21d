import { goesOn, isOpen } from "#text/furniture/page-line.ts";
import { lineJoint, wholeWords } from "./hyphens.ts";
import { FURNITURE, linesOf, withoutFurniture } from "./page-furniture.ts";
import { paragraphsOfChunks } from "./paragraphs-of-chunks.ts";
import type { LeftOut } from "./text-account.ts";
import type { Token } from "./token.ts";

/**
 * What a line break in plain text means: `wrap`, the end of a printed line or of a chunk of one (blank lines part
 * paragraphs); `paragraph`, the end of a paragraph, as in the Caselaw Access Project's texts.
 */
export type LineBreaks = "wrap" | "paragraph";

/** Plain text to tokens: paragraphs, with the printed page's furniture taken off where the text is laid out as a page. */
export function readPlain(source: string, lineBreaks: LineBreaks): Token[] {
  const leftOut: LeftOut[] = [];
  const paragraphs = paragraphsOf(readableText(source, leftOut), lineBreaks, leftOut);
  return [...paragraphTokens(paragraphs), ...leftOut.map((one): Token => ({ kind: "left-out", ...one }))];
}

/** Line ends of one kind, words whole over soft hyphens, and no character that this reader means something by. */
function readableText(source: string, leftOut: LeftOut[]): string {
  const drop = (reason: LeftOut["reason"]) => (text: string) => {
    leftOut.push({ reason, text });
    return "";
  };
  return source
    .replace(/\r\n?/gu, "\n")
    .replace(/\u00ad\s*/gu, drop("soft hyphen"))
    .replaceAll(LINE_KEPT, drop("unprintable"))
    .replaceAll(FURNITURE, drop("unprintable"));
}

function paragraphsOf(text: string, lineBreaks: LineBreaks, leftOut: LeftOut[]): readonly string[] {
  if (lineBreaks === "paragraph") return text.split("\n");
  const lines = withoutFurniture(linesOf(text), leftOut);
  const filled = lines.filter((line) => line !== FURNITURE);
  return isPageLayout(filled) ? paragraphsOfLayout(lines, leftOut) : paragraphsOfChunks(lines, leftOut);
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

type Line = {
  readonly words: string;
  readonly indent: number;
  readonly end: number;
  readonly blanksBefore: number;
};

function paragraphsOfLayout(lines: readonly string[], leftOut: LeftOut[]): string[] {
  const page = measured(lines, leftOut);
  const flows = flowTest(page);
  const known = wholeWords(page.map(({ words }) => words));
  const paragraphs: string[] = [];
  // Pieces, not one growing string: to look at its end each time would copy it each time.
  let current: string[] = [];
  let previous: Line | undefined;
  // A first line may be indented; the lines below it stand at the margin.
  let bodyIndent = 0;
  for (const [at, line] of page.entries()) {
    const flow = previous === undefined ? "apart" : flows(previous, line, at, bodyIndent);
    if (flow === "on") {
      const before = current.at(-1) ?? "";
      const { glue, dropsHyphen } = lineJoint(before, line.words, known);
      if (dropsHyphen) {
        current[current.length - 1] = before.slice(0, -1);
        leftOut.push({ reason: "hyphen at line end", text: "-" });
      }
      if (glue !== "") current.push(glue);
      current.push(line.words);
      bodyIndent = Math.min(bodyIndent, line.indent);
    } else if (flow === "line") {
      current.push(LINE_KEPT, line.words);
      bodyIndent = Math.min(bodyIndent, line.indent);
    } else {
      if (current.length > 0) paragraphs.push(current.join(""));
      current = [line.words];
      bodyIndent = line.indent;
    }
    previous = line;
  }
  if (current.length > 0) paragraphs.push(current.join(""));
  return paragraphs;
}

/** `on`: the sentence goes on; `line`: a line of its own in the same paragraph; `apart`: a new paragraph. */
type Flow = "on" | "line" | "apart";

function flowTest(page: readonly Line[]): (previous: Line, line: Line, at: number, bodyIndent: number) => Flow {
  const margin = rightMargin(page);
  const full = (line: Line): boolean => line.end >= margin - RAGGED_COLUMNS || line.words.endsWith("-");
  const blanks_max = isDoubleSpaced(page, full) ? 3 : 0;
  const leftMargin = Math.min(...page.slice(0, LINES_SAMPLED).map((line) => line.indent));
  const blockMargins = marginsOfBlocks(page);
  return (previous, line, at, bodyIndent) => {
    // The label of a note on a line of its own.
    if (/^\d{1,3}$/u.test(line.words) && line.blanksBefore > 0) return "apart";
    const inBlock = line.blanksBefore === 0 && line.indent === previous.indent;
    const firstWord = line.words.search(/\s|$/u);
    if (inBlock && previous.end + 1 + firstWord > (blockMargins[at] ?? 0)) return "on";
    const inLine = line.indent <= leftMargin + 2 || Math.abs(line.indent - bodyIndent) <= 2;
    if (full(previous) && inLine && line.indent <= bodyIndent + 2 && line.blanksBefore <= blanks_max) return "on";
    return line.blanksBefore === 0 && !full(previous) ? "line" : "apart";
  };
}

/** For each line, where the longest line ends of those around it that stand at its own indent with no blank between. */
function marginsOfBlocks(page: readonly Line[]): number[] {
  const margins: number[] = [];
  let from = 0;
  for (let at = 1; at <= page.length; at++) {
    const line = page[at];
    if (line !== undefined && line.blanksBefore === 0 && line.indent === page[from]?.indent) continue;
    let margin = 0;
    for (const { end } of page.slice(from, at)) margin = Math.max(margin, end);
    for (; from < at; from++) margins[from] = margin;
  }
  return margins;
}

function measured(lines: readonly string[], leftOut: LeftOut[]): Line[] {
  const found: Line[] = [];
  let blanks = 0;
  // What followed furniture flows on from what stood before it.
  let isOverFurniture = false;
  for (const raw of lines) {
    if (raw === FURNITURE) {
      isOverFurniture = true;
      continue;
    }
    const line = raw.replace(/^\f/u, "").replaceAll("\t", "        ").trimEnd();
    const words = line.trim();
    if (words === "" || /^[_\s]+$/u.test(words)) {
      if (words !== "") leftOut.push({ reason: "ruled line", text: words });
      blanks++;
      continue;
    }
    const runsOver = isOpen(found.at(-1)?.words ?? "") && goesOn(words);
    const blanksBefore = isOverFurniture ? Math.min(blanks, runsOver ? 0 : 1) : blanks;
    found.push({ words, indent: line.length - words.length, end: line.length, blanksBefore });
    blanks = 0;
    isOverFurniture = false;
  }
  return found;
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
