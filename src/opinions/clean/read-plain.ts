import { lineJoint } from "./hyphens.ts";
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
    .replaceAll(LINE_KEPT, drop("unprintable"));
}

function paragraphsOf(text: string, lineBreaks: LineBreaks, leftOut: LeftOut[]): readonly string[] {
  if (lineBreaks === "paragraph") return text.split("\n");
  const lines = withoutLineNumbers(text.split(/[\n\f]/u), leftOut);
  return isPageLayout(lines) ? paragraphsOfLayout(lines, leftOut) : text.split(/\n[^\S\n]*\n\s*|\f/u);
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
function withoutLineNumbers(lines: readonly string[], leftOut: LeftOut[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== "");
  const numbered = filled.filter((line) => LINE_NUMBER.test(line)).length;
  if (filled.length < LINES_MIN || numbered < filled.length * NUMBERED_SHARE_MIN) return lines;
  return lines.map((line) =>
    line.replace(LINE_NUMBER, (number) => {
      leftOut.push({ reason: "line number", text: number });
      return " ".repeat(number.length);
    }),
  );
}

const LINE_NUMBER = /^\s{0,8}[1-3]?\d(?=\s|$)/u;
const NUMBERED_SHARE_MIN = 0.7;

type Line = {
  readonly words: string;
  readonly indent: number;
  readonly end: number;
  readonly blanksBefore: number;
};

function paragraphsOfLayout(lines: readonly string[], leftOut: LeftOut[]): string[] {
  const page = withoutPageNumbers(measured(lines, leftOut), leftOut);
  const flows = flowTest(page);
  const known = wholeWords(page);
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

/** The words that stand in the text unbroken, in lower case. */
function wholeWords(page: readonly Line[]): ReadonlySet<string> {
  const known = new Set<string>();
  for (const [at, { words }] of page.entries()) {
    const whole = page[at - 1]?.words.endsWith("-") === true ? words.replace(/^\S+/u, "") : words;
    for (const word of whole
      .toLowerCase()
      .replace(/(?<!\S)\S+-$/u, "")
      .match(/\p{L}+/gu) ?? [])
      known.add(word);
  }
  return known;
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
  for (const raw of lines) {
    const line = raw.replaceAll("\t", "        ").trimEnd();
    const words = line.trim();
    if (words === "" || /^[_\s]+$/u.test(words)) {
      if (words !== "") leftOut.push({ reason: "ruled line", text: words });
      blanks++;
      continue;
    }
    found.push({ words, indent: line.length - words.length, end: line.length, blanksBefore: blanks });
    blanks = 0;
  }
  return found;
}

/** Takes off the page's own number at its foot: `-4-`, or a bare number where these count up through the text. */
function withoutPageNumbers(lines: readonly Line[], leftOut: LeftOut[]): Line[] {
  const bare = lines.flatMap((line) => (/^\d{1,3}$/u.test(line.words) ? [Number(line.words)] : []));
  const counting = bare.length >= 3 && bare.every((page, at) => at === 0 || page === (bare[at - 1] ?? 0) + 1);
  let carried = 0;
  return lines.flatMap((line) => {
    const isNumber = /^-\s?\d{1,3}\s?-$/u.test(line.words) || (counting && /^\d{1,3}$/u.test(line.words));
    if (isNumber) {
      leftOut.push({ reason: "page number", text: line.words });
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
