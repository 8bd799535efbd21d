import { authorshipOfHead } from "../derive/author.ts";
import { datesOfLine } from "./date-lines.ts";
import type { PrintedDate } from "./date-lines.ts";
import type { HeadLine } from "./head-lines.ts";
import { DATE, daysOf } from "./printed-days.ts";

/** Behind the line that names the author stands the opinion itself, and its dates are those of the facts. */
const LINES_MAX = 60;

/** The dates of a head that stand on lines of their own or in the form of a slip opinion, in the order printed. */
export function headDates(above: readonly HeadLine[], head: string): PrintedDate[] {
  const dates = above.flatMap(datesOfLine);
  return dates.some(({ role }) => role === "decided") ? dates : [...dates, ...datesOfSlip(head)];
}

/** The lines above the one that names the author, or above the first sentence where none does. */
export function linesAboveAuthor(lines: readonly HeadLine[]): readonly HeadLine[] {
  const author = lines.findIndex(({ text }, at) => {
    const { author: name, perCuriam } = authorshipOfHead([text]);
    return (name !== null || perCuriam) && !isParty(lines, at);
  });
  return lines.slice(0, author < 0 ? LINES_MAX : Math.min(author, LINES_MAX));
}

/** A judge may be a party too: `REYNOLDS, JUDGE, ET AL.` with `v.` under it is no author's line. */
function isParty(lines: readonly HeadLine[], at: number): boolean {
  return [lines[at - 1], lines[at + 1]].some((line) => line !== undefined && /^vs?\.?$/iu.test(line.text));
}

/** A slip opinion runs its head into one paragraph; what is looked for stands within this many characters. */
const SLIP_CHARS_MAX = 3_000;

/** `No. 08-905. Argued November 30, 2009-Decided April 27, 2010`, `Nos. 09-1, 09-2. Decided June 1, 2010`. */
const ARGUED_AND_DECIDED = new RegExp(
  `\\bNos?\\.\\s*(?:[\\dA]\\d{0,2}[\\u2010-\\u2015-]\\d{1,5}[,;.\\s]*(?:and\\s+)?){1,6}(?:(?:Re)?argued\\s+(?<heard>${DATE})[\\s.\\u2010-\\u2015-]*)?(?:Reargued\\s+(?<again>${DATE})[\\s.\\u2010-\\u2015-]*)?Decided\\s+(?<decided>${DATE})`,
  "iu",
);
/** `No. 08-905 [April 27, 2010]`, with a caption between the two at most. */
const BRACKETED = new RegExp(
  `\\bNos?\\.\\s*[\\dA]\\d{0,2}[\\u2010-\\u2015-]\\d{1,5}[^[\\]]{0,400}\\[\\s*(?<decided>${DATE})\\s*\\]`,
  "iu",
);

function datesOfSlip(head: string): PrintedDate[] {
  const slip = head.slice(0, SLIP_CHARS_MAX);
  const match = ARGUED_AND_DECIDED.exec(slip) ?? BRACKETED.exec(slip);
  if (match === null) return [];
  const { heard, again, decided } = match.groups ?? {};
  const dates: PrintedDate[] = [];
  let at = match.index;
  for (const [role, date] of [
    ["heard", heard],
    ["heard", again],
    ["decided", decided],
  ] as const) {
    const days = date === undefined ? null : daysOf(date);
    if (date === undefined || days === null) continue;
    const start = slip.indexOf(date, at);
    at = start + date.length;
    dates.push({ role, days, start, end: at });
  }
  return dates;
}

/** The day a head gives for the decision. */
export type PrintedDecision = {
  readonly day: string;
  /** `stated`: by a word or a form that says so; `filed`: by a word that mostly does; `bare`: by its place alone. */
  readonly how: "stated" | "filed" | "bare";
  readonly date: PrintedDate;
};

/**
 * The day of decision among the printed dates, or null where the choice is not plain. Two dates without a word, one
 * under the other, are the hearing and the decision, as Massachusetts prints them. Of two decisions with a hearing
 * between them the later one is meant.
 */
export function printedDecision(dates: readonly PrintedDate[]): PrintedDecision | null {
  const decided = dates.filter(({ role }) => role === "decided");
  const last = decided.at(-1);
  if (last !== undefined) {
    const between = dates.slice(dates.indexOf(decided[0] ?? last), dates.indexOf(last));
    const isPlain = isOneDay(decided) || between.some(({ role }) => role === "heard");
    return isPlain ? plainly(last, "stated") : null;
  }
  const filed = dates.filter(({ role }) => role === "filed");
  if (filed[0] !== undefined) return isOneDay(filed) ? plainly(filed[0], "filed") : null;
  const bare = dates.filter(({ role }) => role === "bare");
  const [first, second, third] = bare;
  if (first === undefined || third !== undefined) return null;
  if (second === undefined || isOneDay(bare)) return plainly(first, "bare");
  const isHearingAndDecision = dates.indexOf(second) === dates.indexOf(first) + 1 && lastDay(first) < lastDay(second);
  return isHearingAndDecision ? plainly(second, "stated") : null;
}

function plainly(date: PrintedDate, how: PrintedDecision["how"]): PrintedDecision {
  return { day: lastDay(date), how, date };
}

function isOneDay(dates: readonly PrintedDate[]): boolean {
  return new Set(dates.map(lastDay)).size === 1;
}

function lastDay({ days }: PrintedDate): string {
  return days.at(-1) ?? "";
}
