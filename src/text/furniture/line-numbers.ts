import { goesOn, isFigure, isOpen } from "./page-line.ts";
import type { LineMark, PageLine } from "./page-line.ts";

/** A line with a number before its words, or with a number alone. */
type Numbered = { readonly at: number; readonly value: number; readonly end: number; readonly rest: string };

const NUMBERED = /^(?<number>[1-9]\d?)(?:(?<gap>\s+)(?<rest>\S.*))?$/u;
/** Blank lines and lines without number (a block quotation, a heading) that a page's count may run over. */
const UNNUMBERED_MAX = 3;
/** Notes at the foot of a page bear no numbers. */
const NOTES_LINES_MAX = 40;
/** Pleading paper numbers 24 to 32 lines; a page may end early, and its count begins at 1 again on the next. */
const RESTART_FROM = 6;
const COLUMNS_APART_MAX = 3;
/** So many numbered lines are a page whatever it begins with; fewer must go on in the middle of sentences, and begin above 1. */
const RUN_MIN = 10;
const SHORT_RUN_MIN = 3;
/** Of the lines that follow one another in a run, those that go on with a sentence; items of a list never do. */
const GOING_ON_MIN = 0.3;
const SHORT_GOING_ON_MIN = 0.6;
const WORDS_MIN = 3;

/**
 * The numbers that pleading paper and some courts print before each line, in the margin or, where a program has taken the
 * text off a page, on lines of their own between those of the text. They count up line by line through sentences.
 */
export function markLineNumbers(lines: readonly PageLine[]): LineMark[] {
  const marks: LineMark[] = [];
  for (const run of [...runsIn(lines), ...columnsIn(lines)]) {
    for (const { at, rest, value } of run) {
      const line = lines[at];
      if (line === undefined || line.kind !== undefined) continue;
      if (rest === "") line.kind = "line number";
      else {
        const width = String(value).length;
        marks.push({ kind: "line number", line: line.line, from: line.from, to: line.from + width });
        line.from += line.words.length - rest.length;
        line.words = rest;
      }
    }
  }
  return marks;
}

type Chain = { readonly last: Numbered; readonly before: Chain | undefined; readonly length: number };

/** Every number goes on the longest count that it can go on; what then is no end of a longer one is a run. */
function runsIn(lines: readonly PageLine[]): Numbered[][] {
  const ends = new Map<number, Chain>();
  const goneOn = new Set<Chain>();
  const chains: Chain[] = [];
  // The longest count that a page may have ended with.
  let page: Chain | undefined;
  for (const [at] of lines.entries()) {
    const numbered = lines[at]?.kind === undefined ? numberedAt(lines, at) : undefined;
    if (numbered === undefined) continue;
    const candidate = numbered.value === 1 ? page : ends.get(numbered.value - 1);
    const before = candidate !== undefined && follows(candidate.last, numbered) ? candidate : undefined;
    const chain = { last: numbered, before, length: (before?.length ?? 0) + 1 };
    if (before !== undefined) goneOn.add(before);
    const known = ends.get(numbered.value);
    if (known === undefined || known.length <= chain.length || at - known.last.at > UNNUMBERED_MAX) {
      ends.set(numbered.value, chain);
    }
    if (numbered.value >= RESTART_FROM) {
      if (page === undefined || page.length <= chain.length || at - page.last.at > NOTES_LINES_MAX) page = chain;
    }
    chains.push(chain);
  }
  const used = new Set<number>();
  const runs: Numbered[][] = [];
  for (const end of chains.filter((chain) => !goneOn.has(chain)).toSorted((one, other) => other.length - one.length)) {
    if (end.length < 2) break;
    const run = numbersOf(end);
    if (run.some(({ at }) => used.has(at)) || !isPaper(run, lines)) continue;
    for (const { at } of run) used.add(at);
    runs.push(run);
  }
  return runs;
}

function numbersOf(last: Chain): Numbered[] {
  const run: Numbered[] = [];
  for (let chain: Chain | undefined = last; chain !== undefined; chain = chain.before) run.push(chain.last);
  return run.toReversed();
}

function numberedAt(lines: readonly PageLine[], at: number): Numbered | undefined {
  const line = lines[at];
  if (line === undefined || !isFigure(line.words.charCodeAt(0))) return undefined;
  const found = NUMBERED.exec(line.words)?.groups;
  const number = found?.["number"];
  if (number === undefined) return undefined;
  return { at, value: Number(number), end: line.indent + number.length, rest: found?.["rest"] ?? "" };
}

/** Numbers alone may have been set where the words are; those before words, and empty lines among them, stand in one column. */
function follows(last: Numbered, next: Numbered): boolean {
  const isNext = next.value === last.value + 1 || (next.value === 1 && last.value >= RESTART_FROM);
  if (!isNext || next.at - last.at > (next.value === 1 ? NOTES_LINES_MAX : UNNUMBERED_MAX + 1)) return false;
  const isAlone = next.rest === "" && last.rest === "";
  return isAlone || Math.abs(next.end - last.end) <= COLUMNS_APART_MAX;
}

function isPaper(run: readonly Numbered[], lines: readonly PageLine[]): boolean {
  if (run.length < 2) return false;
  const texts = run.flatMap(({ rest }) => (rest === "" ? [] : [rest]));
  if (texts.length === 0) return standsBetween(run, lines);
  const goingOn = texts.slice(1).filter((rest, at) => isOpen(texts[at] ?? "") && goesOn(rest)).length;
  const share = goingOn / Math.max(1, texts.length - 1);
  if (run.length >= RUN_MIN) return share >= GOING_ON_MIN && texts.length > SHORT_RUN_MIN;
  const isAbove = (run[0]?.value ?? 1) > 1;
  const isWhole = (run.at(-1)?.at ?? 0) - (run[0]?.at ?? 0) === run.length - 1;
  const isProse = run.every(({ rest }) => rest.split(/\s+/u).length >= WORDS_MIN);
  return run.length >= SHORT_RUN_MIN && isAbove && isWhole && isProse && share >= SHORT_GOING_ON_MIN;
}

/** Numbers on lines of their own: each stands between two halves of a sentence that are more than a word. */
function standsBetween(run: readonly Numbered[], lines: readonly PageLine[]): boolean {
  return run.every(({ at }) => {
    const before = lines[at - 1]?.words ?? "";
    const after = lines[at + 1]?.words ?? "";
    return isOpen(before) && goesOn(after) && [before, after].every((words) => words.split(/\s+/u).length >= WORDS_MIN);
  });
}

/** A page's line numbers may come all together, before or behind its text: 1 to 24 and more, each on a line. */
const COLUMN_MIN = 20;

function columnsIn(lines: readonly PageLine[]): Numbered[][] {
  const columns: Numbered[][] = [];
  let column: Numbered[] = [];
  const settle = (): void => {
    if (column.length >= COLUMN_MIN) columns.push(column);
    column = [];
  };
  for (const [at] of lines.entries()) {
    const numbered = numberedAt(lines, at);
    const isNext = numbered?.rest === "" && numbered.value === column.length + 1;
    if (!isNext) settle();
    if (numbered?.rest === "" && numbered.value === column.length + 1) column.push(numbered);
  }
  settle();
  return columns;
}
