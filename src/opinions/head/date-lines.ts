import type { HeadLine } from "./head-lines.ts";
import { DATE, daysOf } from "./printed-days.ts";

/** What a court did on a day that its head prints. */
export type DateRole =
  /** Argued, heard, submitted. */
  | "heard"
  /** The decision itself: decided, delivered, promulgated. */
  | "decided"
  /** Filed, signed, entered: mostly the decision, in a trial court sometimes another paper. */
  | "filed"
  /** What came after it: amended, rehearing denied. */
  | "later"
  /** A date without a word. */
  | "bare";

/** A printed date with its place in the opinion's text. */
export type PrintedDate = {
  readonly role: DateRole;
  readonly days: readonly string[];
  readonly start: number;
  readonly end: number;
};

/** In this order: `Rehearing Denied` is no decision, and a case `Decided on Briefs` was decided. */
const ROLES: readonly (readonly [DateRole, RegExp])[] = [
  [
    "later",
    /\b(?:re-?hear|amend|modif|correct|cert\b|certiorari|petition|reconsider|transfer|mandate|denied|granted|withdrawn|supersed|publi|revis|appeal|effective|stay|complaint|motion)/iu,
  ],
  ["decided", /\b(?:decided|decision|delivered|promulgated|rendered)\b/iu],
  ["heard", /\b(?:re-?argu|argu|heard|hearing|re-?submi|submi|brief|considered|calendar|conference|trial|tried)/iu],
  ["filed", /\b(?:filed|signed|dated|entered|issued|released|handed down)\b/iu],
];

const LABEL = "\\p{Lu}[\\p{L}\\s,&.'\\u2019()-]{0,60}?";
const CLAUSE = new RegExp(
  `[\\s([{\\])};,.\\u2010-\\u2015-]*(?<label>${LABEL})?[\\s:.,]*(?<![\\p{L}\\d])(?<date>${DATE})(?:,?\\s+at\\s+\\p{Lu}[\\p{L} .]{2,30})?`,
  "iuy",
);
/** What may stand behind the last date: closing marks, and the mark of a footnote. */
const CLOSING = /^[\s\])}.;:,*\u2020\u2021]*(?:\[[*\d]{1,3}\]|\d{1,2})?[\s\])}.;,*]*$/u;
const LINE_CHARS_MAX = 240;

/** The dates of a line that says nothing else: `Argued Oct. 11, 12, 1944. Decided Dec. 18, 1944.` Empty for another. */
export function datesOfLine({ text, start }: HeadLine): PrintedDate[] {
  if (text.length > LINE_CHARS_MAX || !/\d{4}/u.test(text)) return [];
  const dates: PrintedDate[] = [];
  for (let at = 0; ;) {
    CLAUSE.lastIndex = at;
    const match = CLAUSE.exec(text);
    if (match === null) return dates.length > 0 && CLOSING.test(text.slice(at)) ? dates : [];
    const { label, date = "" } = match.groups ?? {};
    const role = roleOf(label);
    const days = daysOf(date);
    if (role === null || days === null) return [];
    const dateStart = match.index + match[0].indexOf(date);
    dates.push({ role, days, start: start + dateStart, end: start + dateStart + date.length });
    at = CLAUSE.lastIndex;
  }
}

function roleOf(label: string | undefined): DateRole | null {
  if (label === undefined || !/\p{L}/u.test(label)) return "bare";
  return ROLES.find(([, words]) => words.test(label))?.[0] ?? null;
}
