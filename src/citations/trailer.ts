import { isDigit, isLower, isSpace, skipSpace } from "./characters.ts";
import { MONTH, readDecided } from "./decided.ts";
import { printedYear } from "./plausible-year.ts";
import type { Parenthetical, Span } from "./model.ts";

/** How far a closing bracket is looked for. Longer parentheticals are left without one. */
export const PARENTHETICAL_CHARS_MAX = 1500;
const COURT_CHARS_MAX = 120;
const PARENTHETICALS_MAX = 6;

/** Court and date as they stand in one pair of brackets after a citation. */
export type CourtDate = {
  readonly span: Span;
  readonly courtText: string | null;
  readonly year: number | null;
  readonly month: string | null;
  readonly day: string | null;
  /** What stood before the year without white space between, as in `1st Cir.1990`. */
  readonly tight: boolean;
  /** Words with a year among them that were not understood. */
  readonly unread: string | null;
};

/** What stands after a group of parallel citations and belongs to all of them. */
export type Trailer = {
  readonly courtDate: CourtDate | null;
  readonly parentheticals: Parenthetical[];
  readonly end: number;
  /** Words with a page or a year among them that were not understood. */
  readonly unread: string | null;
};

/** The index of the bracket that closes the one at `open`, or -1 within `chars_max`. */
export function closingBracket(text: string, open: number, chars_max: number): number {
  const limit = Math.min(text.length, open + chars_max);
  const opening = text.charCodeAt(open);
  const closing = opening === 91 ? 93 : 41;
  let depth = 0;
  for (let index = open; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (code === opening) depth += 1;
    else if (code === closing) {
      depth -= 1;
      if (depth === 0) return index;
    } else if (code === 10 && text.charCodeAt(index + 1) === 10) return -1;
  }
  return -1;
}

const COURT_DATE = new RegExp(
  `^(?:(.*?)(\\s*)[, ]?\\s?)?(?:(${MONTH})\\s?(?:(\\d{1,2}),?)?\\s?)?((?:1[5-9]|20)\\d\\d)(?:\\s?[-\u2013/]\\s?\\d{2,4})?(?:,\\s(?:no|pet|writ|rev|as|cert|en|aff|superseded|mem|per)[^()]{0,60})?$`,
  "u",
);

/** Court and date in the brackets that open at `open`, or undefined when they hold something else. */
export function readCourtDate(text: string, open: number): CourtDate | undefined {
  const close = closingBracket(text, open, COURT_CHARS_MAX);
  if (close < 0) return undefined;
  const printed = text.slice(open + 1, close);
  if (!/\d/u.test(printed)) return undefined;
  const inside = asYear(printed.replace(/\s+/gu, " ").trim());
  const match = COURT_DATE.exec(inside);
  if (match === null) return readDatedWords(inside, { start: open, end: close + 1 });
  const [, before = "", gap = "", month, day, digits = ""] = match;
  const courtText = before.replace(/[,\s]+$/u, "");
  if (!looksLikeCourt(courtText) || SAYS_WHEN.test(courtText))
    return readDatedWords(inside, { start: open, end: close + 1 });
  const tight =
    courtText !== "" &&
    gap === "" &&
    !/[\s,]$/u.test(inside.slice(0, inside.length - (inside.length - inside.lastIndexOf(month ?? digits))));
  return {
    span: { start: open, end: close + 1 },
    courtText: courtText === "" ? null : courtText,
    year: printedYear(digits),
    month: month ?? null,
    day: day ?? null,
    tight,
    unread: null,
  };
}

/** `l971`, `197l`: letters that a scan makes of a year's figures. */
function asYear(inside: string): string {
  return inside.replace(
    /(?<!\w)(?:[lI|](?=[6-9]\d\d)|1(?=[6-9]))[\dlIO|]{2,3}(?!\w)|(?<!\w)20\d[lIO|](?!\w)/u,
    (year) => year.replaceAll(/[lI|]/gu, "1").replaceAll("O", "0"),
  );
}

const SAYS_WHEN = /\b(?:decided|filed|issued|argued|submitted|rendered|amended|modified)\b/u;

/** What speaks of something else than the decision, though a year may stand in it. */
const REMARK =
  /\b(?:holding|quoting|citing|noting|emphasis|stating|see|that|was|is|were|are|has|had|finding|explaining|describing|internal|collecting|discussing|rejecting|concluding|applying|section|sec|sess|stat|ch|art|hereinafter|footnotes?|repealed|codified)\b|["\u201c\u201d\u00a7]|\d\s[A-Z][\w.]*\s\d|\bv\.\s|^(?:In re|Ex parte|Matter of)\b/iu;

/** Words around the date other than a court's: `decided March 18, 1971`, `1971, 5-4`. */
function readDatedWords(inside: string, span: Span): CourtDate | undefined {
  if (!/\d/u.test(inside) || REMARK.test(inside)) return undefined;
  const decided = readDecided(inside);
  if (decided === undefined) return undefined;
  const { date, courtText, unread } = decided;
  if (courtText !== null && !looksLikeCourt(courtText)) {
    const isShort = inside.length <= UNREAD_CHARS_MAX && /\b(?:1[6-9]|20)\d\d\b/u.test(inside);
    return isShort
      ? { span, courtText: null, year: null, month: null, day: null, tight: false, unread: inside }
      : undefined;
  }
  return {
    span,
    courtText,
    year: date?.year ?? null,
    month: date?.month ?? null,
    day: date?.day ?? null,
    tight: false,
    unread,
  };
}

/** A longer bracket is a remark. */
const UNREAD_CHARS_MAX = 40;

const DECIDED_CHARS_MAX = 70;
const DECIDED = new RegExp(
  `^(?:\\s?[{\u2013\u2014-]\\s?(?:1[6-9]|20)\\d\\d(?!\\w)\\}?|,?\\s(?:which\\swas\\s)?(?:decided|filed|issued|rendered)\\s(?:(?:on|in)\\s)?(?:(?:${MONTH})\\s(?:\\d{1,2},?\\s)?)?(?:1[6-9]|20)\\d\\d(?!\\w))`,
  "u",
);

/** `9 Samp. 310, decided March 18, 1971`: the day told in a clause of its own. */
export function readDecidedClause(text: string, at: number): CourtDate | undefined {
  const clause = DECIDED.exec(text.slice(at, at + DECIDED_CHARS_MAX))?.[0];
  if (clause === undefined) return undefined;
  return readDatedWords(clause.replace(/^,?\s(?:which\swas\s)?|[{}\u2013\u2014-]/gu, "").trim(), {
    start: at,
    end: at + clause.length,
  });
}

const YEAR_ALONE = /^\s?[([]((?:1[6-9]|20)\d\d)[)\]]/u;

/** A court alone in brackets, its year in the next (`(Cal.) (1987)`) or to come with the history: `(2d Cir.), cert. denied, 510 U.S. 12 (1993)`. */
export function readCourtAlone(
  text: string,
  open: number,
  isCourt: (abbreviation: string) => boolean,
): CourtDate | undefined {
  const close = closingBracket(text, open, COURT_CHARS_MAX);
  const year = close < 0 ? null : YEAR_ALONE.exec(text.slice(close + 1, close + 9));
  if (close < 0 || (year === null && !/^,\s/u.test(text.slice(close + 1, close + 3)))) return undefined;
  const courtText = text
    .slice(open + 1, close)
    .replace(/\s+/gu, " ")
    .trim();
  if (courtText === "" || !looksLikeCourt(courtText) || !isCourt(courtText)) return undefined;
  return {
    span: { start: open, end: close + 1 + (year?.[0].length ?? 0) },
    courtText,
    year: year?.[1] === undefined ? null : printedYear(year[1]),
    month: null,
    day: null,
    tight: false,
    unread: null,
  };
}

/** A court is called in a few words that start with a capital or a number, not in a clause. */
function looksLikeCourt(before: string): boolean {
  if (before === "") return true;
  if (before.length > 70 || !/^(?:[A-Z\d]|en banc|mem)/u.test(before)) return false;
  return (
    !/\b(?:holding|quoting|citing|noting|emphasis|stating|see|that|was|is)\b/u.test(before) &&
    !/["\u201c\u201d;]/u.test(before)
  );
}

/** The parentheticals that stand one after the other from `at`; the end is where the last of them closes. */
export function readParentheticals(text: string, at: number): { list: Parenthetical[]; end: number } {
  const list: Parenthetical[] = [];
  let end = at;
  for (let count = 0; count < PARENTHETICALS_MAX; count += 1) {
    const open = skipSpace(text, end, 4);
    if (text.charCodeAt(open) !== 40) break;
    const close = closingBracket(text, open, PARENTHETICAL_CHARS_MAX);
    if (close < 0 || close === open + 1) break;
    const inside = text.slice(open + 1, close);
    list.push({ text: inside, span: { start: open + 1, end: close }, gerund: gerundOf(inside) });
    end = close + 1;
  }
  return { list, end };
}

function gerundOf(inside: string): string | null {
  const word = /^(?:\S+ly\s)?([A-Za-z]+ing)\b/u.exec(inside)?.[1];
  return word === undefined ? null : word.toLowerCase();
}

/** Whether the brackets at `at` start a remark in words, not a place where another citation begins. */
export function startsRemark(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 40) return false;
  const code = text.charCodeAt(at + 1);
  return (
    isLower(code) ||
    /^\(\d{1,2}\s?[-\u2013]\s?\d{1,2}(?!\d)/u.test(text.slice(at, at + 10)) ||
    code === 8220 ||
    code === 34 ||
    (!isDigit(code) &&
      !isSpace(code) &&
      /^\((?:[A-Z][\w.]+,\s(?:C\.\s?)?J+\.|[A-Z][a-z]+ing\b)/u.test(text.slice(at, at + 40)))
  );
}

/** `(en banc) (1971)`: the year behind a remark, in a bracket of its own. */
export function datedRemark(
  text: string,
  remarks: readonly Parenthetical[],
): { remark: Parenthetical; courtDate: CourtDate } | undefined {
  for (const remark of remarks) {
    const courtDate = readCourtDate(text, remark.span.start - 1);
    if (courtDate !== undefined && courtDate.year !== null && courtDate.unread === null) return { remark, courtDate };
  }
  return undefined;
}

const LEFT_WORD = `(?:at|in|on|of|and|from|to|through|see|esp|especially|pp?|pgs?|pages?|paras?|ll?|lines?|cols?|slip|op|ff?|vol|nn?|fns?|notes?|et|seqq?|decided|filed|issued|dated|${MONTH})\\.?(?![a-z_])`;
/** Signs, numbers and the words that lead to them; the first other word is prose. */
const LEFT = new RegExp(
  `^(?:[\\s,:;~*#\u00b6\u00a7{}<>()[\\]|/\u2013\u2014-]|${LEFT_WORD}|\\d{1,9}(?=ff?\\b)|\\d{1,9}(?![\\w%]|,\\d))+`,
  "iu",
);
const LEFT_CHARS_MAX = 60;
/** A note's call, or a page of the paper itself. */
const CALL = /^\s{1,3}\d{1,3}(?!\d)|^\s?[[(]\d{1,2}[)\]]$|^\s*\n/u;
/** Behind the year only what says that it points at a place is one. */
const POINTS = /^,?\s{0,2}(?:(?:at|pp?\.|pages?|nn?\.|\u00b6)\s|@)|^:\s\d|^\s?\[\d{2,4}\]/iu;
const POINTS_CHARS = 12;
const PERIOD = 46;
const SEMICOLON = 59;

/**
 * The numbers right behind a citation that were read neither as a page nor as a year, with the words that lead to them;
 * `isDated`: the year was read.
 */
export function unreadNumber(text: string, from: number, until: number, isDated = false): string | null {
  const code = text.charCodeAt(from);
  if (code === PERIOD) return null;
  if (isDated && (code === SEMICOLON || !POINTS.test(text.slice(from, from + POINTS_CHARS)))) return null;
  const near = text.slice(from, Math.min(until, from + LEFT_CHARS_MAX));
  if (!/\d/u.test(near)) return null;
  const run = LEFT.exec(near)?.[0] ?? "";
  const left = /^.*\d(?:ff?\b)?[)\]}>]{0,2}/su.exec(run)?.[0];
  if (left === undefined || CALL.test(left)) return null;
  // What touches the next citation is its volume.
  if (until < from + left.length + 1) return null;
  // A list goes on behind a semicolon; a number that counts something has a word behind it.
  if (
    /^;\s?\d+$/u.test(left) &&
    !/^[^\S\n]{0,2}(?:$|[\n.,;)\]]|and\s)/u.test(text.slice(from + left.length, from + left.length + 7))
  )
    return null;
  const words = left
    .replace(/\s+/gu, " ")
    .replace(/^[\s,:;]+/u, "")
    .trim();
  return words === "" ? null : words;
}
