import { docketNumbers } from "#cases/docket-key.ts";
import type { HeadLine } from "./head-lines.ts";

/** The docket numbers of a line of a head, as printed, without the words before them. */
export type PrintedDocket = { readonly numbers: string; readonly start: number; readonly end: number };

/** Words that say that the number of this case follows. The number of a case below has others: `Crim. App. No.`, `D.C. No.` */
const WORDS = String.raw`(?:(?:Consolidated|Dockets?|Dkt|Case|Cause|Patent|Customs|Appeal|Record|Civil|Civ|Criminal|Crim|Action|A|Bankruptcy|Adversary|Adv|Proceeding|Court|Misc|Gen|General|File|Index|Calendar|MDL|I\.D|S\.\s?F|L\.\s?A|Sac|C\.\s?A|Cr)\.?\s*){0,3}`;
const BELOW = /^[[(\s]*(?:Crim\. App|Civ\. App|Court Civil|Gen\. Docket)\b/u;
const DESIGNATION = new RegExp(
  String.raw`^(?<open>[\s[({*]*)${WORDS}(?:N[Oo]s?\.|No\b|Numbers?)\s*:?\s*(?<rest>\S.*)$`,
  "iu",
);
/** `Civil Action 12-00731-CB-C`, `Docket 45422`: the number without `No.`. */
const UNMARKED = /^[\s[(]*(?:Civil Action|Docket|Criminal(?: Action)?)\s+(?<rest>[A-Z]{0,3}[\s.-]?\d.*)$/u;
/** `No. 248, Docket 29298`: the first is the place in the term's calendar, the second the docket's number. */
const BEHIND_CALENDAR = /^[\d\s,to-]{1,60},\s+Dockets?\s+(?:Nos?\.\s*)?(?<rest>\d.*)$/u;
/** `No. CIV.A. 01-0408`, `No. Civ. H-84-816`: a kind of case that is no part of the number. */
const KIND_BEFORE = /^(?:CIV|Civ|CR|Cr|CRIM|Crim)(?:\.\s?A)?\.\s*(?=[A-Z]{0,4}[\s.-]?\d)/u;
/** `(Appeal No. 1.)`, `(No. 3.)`: the place among appeals decided together. */
const COMPANION = /^\d{1,2}\.?\s*\)/u;
/** The Second Circuit's summary orders begin with their numbers, and Georgia's reports with theirs. */
const ALONE = /^(?<rest>\d{2}-\d{2,5}(?:-[a-z]{2,3})?(?:\s\((?:L|con|XAP|CON)\))?(?:,?\s.*)?)$/u;
const ALONE_LINES_MAX = 3;
const SERIAL_ALONE = /^(?<rest>\d{5,6})\.$/u;
const LINES_MAX = 40;

/** What ends the run of numbers: a term, a date, the words of a docket sheet, a note. */
const BEHIND =
  /(?:(?<!\s)\s+)?(?:[[\]{}*\u2020]|\)\s+\d{1,2}$|\.\s+(?=\p{L})|\.$|\(Consolidated|(?<=\s)[\u2013\u2014]\s|(?:,\s+|(?<=\s))(?:(?:January|February|March|April|May|June|July|August|September|Sept|October|Oct|November|December|Summer|Spring|Fall|Winter|Argued|Submitted|Decided|Filed|Reported|Heard)\b|(?:Non-)?(?:Argument|Summary)\s+Calendar))/iu;

/**
 * One number as courts print it, word by word: digits with letters and dashes, letters of a division or a kind of case,
 * initials of judges with or without parentheses.
 */
const WORD =
  /^(?:[A-Z]{0,5}[.:-]?\d[\dA-Za-z:.,\u2010-\u2015/()-]*|[A-Z]{1,5}(?:[.\u2010-\u2015/-]{1,2}[A-Z]{0,5}){0,3}|(?:Civil|Civ|Crim|Criminal|Cr|Cv|CIVIL|Orig|Misc)\.?|\((?:[A-Za-z]{1,4}[/,]?){1,3}\)|[A-Z]{1,3}\([A-Z]{1,4}\))$/u;
const WORDS_MAX = 5;
const LIST = /(?:(?<!\s)\s+)?(?:,(?!\d{3}(?!\d))|;|\band\b|&)\s*/u;

/** The docket numbers that a head prints on lines of their own, in the order printed. */
export function headDockets(lines: readonly HeadLine[], head: string): PrintedDocket[] {
  const found: PrintedDocket[] = [];
  for (const [at, line] of lines.slice(0, LINES_MAX).entries()) {
    const before = found.at(-1);
    const above = lines[at - 1];
    const docket = docketOfLine(line, at) ?? continuation(before, line, above);
    if (docket === null) continue;
    // `No. 127.` with `Docket 23644.` under it: the first is the place in the term's calendar.
    const isOfCalendar =
      UNMARKED.test(line.text) && before !== undefined && above !== undefined && before.start >= above.start;
    if (isOfCalendar) found.pop();
    found.push(docket);
  }
  return found.length > 0 ? found : docketOfSlip(head);
}

function docketOfLine({ text, start }: HeadLine, at: number): PrintedDocket | null {
  if (BELOW.test(text)) return null;
  const match =
    DESIGNATION.exec(text) ??
    UNMARKED.exec(text) ??
    (at < ALONE_LINES_MAX ? ALONE.exec(text) : null) ??
    SERIAL_ALONE.exec(text);
  const told = match?.groups?.["rest"];
  if (told === undefined || (match?.groups?.["open"]?.includes("(") === true && COMPANION.test(told))) return null;
  const rest = (BEHIND_CALENDAR.exec(told)?.groups?.["rest"] ?? told).replace(KIND_BEFORE, "");
  const numbers = numbersOf(rest);
  if (numbers === null) return null;
  const from = start + text.indexOf(numbers);
  return { numbers, start: from, end: from + numbers.length };
}

/** The run of numbers that a text begins with, or null where it says anything else. */
function numbersOf(rest: string): string | null {
  const behind = BEHIND.exec(rest);
  const run = rest
    .slice(0, behind?.index ?? rest.length)
    .replace(/(?<![\s.,;)])[\s.,;)]+$/u, (end) => (isOpen(rest, end) ? ")" : ""));
  const numbers = run
    .replace(/(?:,\s*|(?<!\s)\s+)?(Orig|Misc)(?:inal)?\b\.?/giu, " $1")
    .split(LIST)
    .filter((number) => number !== "");
  return numbers.length > 0 && numbers.every(isNumber) && docketNumbers(run).length > 0 ? run : null;
}

function isNumber(printed: string): boolean {
  const words = printed.replace(/^Nos?\.\s*/u, "").split(/\s+/u);
  return words.length <= WORDS_MAX && words.some((word) => /\d/u.test(word)) && words.every((word) => WORD.test(word));
}

/** The parenthesis that closes at the end of the run was opened within it: `97-01(JWJx).` */
function isOpen(rest: string, end: string): boolean {
  return end.startsWith(")") && rest.slice(0, rest.lastIndexOf(end)).includes("(");
}

/** `Nos. 91-1290` with `91-1365` on the next line. */
function continuation(
  before: PrintedDocket | undefined,
  { text, start }: HeadLine,
  lineAbove: HeadLine | undefined,
): PrintedDocket | null {
  if (before === undefined || lineAbove === undefined || before.end < lineAbove.start) return null;
  if (!/^\d{2,4}-\d{1,6}(?:-[a-z]{2,3})?(?:\s?\([A-Za-z]{1,3}\))?[,.]?$/u.test(text)) return null;
  const numbers = text.replace(/[,.]$/u, "");
  return { numbers, start, end: start + numbers.length };
}

const SLIP_CHARS_MAX = 3_000;
/** In a slip opinion the number stands in running text, before the days of the case. */
const SLIP = new RegExp(
  `\\bNos?\\.\\s*(?<run>(?:[\\dA]\\d{0,2}[\\u2010-\\u2015-]\\d{1,5}(?:,\\s*(?:and\\s+)?|\\s+and\\s+)?){1,8})[.\\s]*(?:\\[|Argued|Reargued|Decided)`,
  "u",
);

function docketOfSlip(head: string): PrintedDocket[] {
  const match = SLIP.exec(head.slice(0, SLIP_CHARS_MAX));
  const run = match?.groups?.["run"];
  if (match === null || run === undefined) return [];
  const start = head.indexOf(run, match.index);
  return [{ numbers: run.trim(), start, end: start + run.trim().length }];
}
