import { MONTHS } from "#text/printed-day.ts";

/** What the heading of a section says: `§ 6-2-305. Sexual assault. [Repealed.]`. */
export type SectionHead = {
  /** `6-2-305`; of several, as printed: `6-4-101 through 6-4-103`. */
  readonly number: string;
  readonly isSeveral: boolean;
  readonly title: string | null;
  readonly isTombstone: boolean;
  /** `[Effective July 1, 2022]`. */
  readonly effectiveDate: string | null;
  /** `[Effective until July 1, 2022]`: the first day on which these words are law no more. */
  readonly expiresOn: string | undefined;
};

const NUMBER = /\d[\w.:-]{0,40}/uy;
const BETWEEN = /\s?(?:,|–|—|\bto\b|\bthrough\b|\band\b)\s?(?=\d)/uy;
const NUMBERS_MAX = 40;

const GONE_WORDS =
  "(?:repealed|reserved|expired|renumbered|recodified|transferred|omitted|superseded|redesignated|executed|obsolete|deleted)";
/** `Repealed by Acts 2003`; `Reserved name` is a title. */
const GONE = new RegExp(`^${GONE_WORDS}\\.?$|(?:^|\\.\\s)${GONE_WORDS}\\s(?:by|effective|pursuant)\\b`, "iu");
/** `[Repealed.]`, where a heading ends with it. */
const GONE_IN_BRACKETS = new RegExp(`^[[(]${GONE_WORDS}\\b[^\\])]*[\\])]\\.?$`, "iu");
const DAY = String.raw`(${MONTHS.join("|")})\s(\d{1,2}),\s((?:19|20)\d{2})`;
const EFFECTIVE = new RegExp(String.raw`[[(]effective\s${DAY}[^\]]{0,40}[\])]`, "iu");
const UNTIL = new RegExp(String.raw`[[(]effective\s(?:until|through|to)\s${DAY}[^\]]{0,80}[\])]`, "iu");

/** Undefined where the heading begins with no number. */
export function readSectionHead(text: string): SectionHead | undefined {
  const numbers = numbersAt(text, /^§{0,2}\s?/u.exec(text)?.[0].length ?? 0);
  if (numbers === undefined) return undefined;
  const { number, isSeveral, end } = numbers;
  const rest = text.slice(end).trim();
  // The days stand in fields of their own: a title with them would be another when they have passed.
  const title = rest.replace(EFFECTIVE, "").replace(UNTIL, "").trim();
  const bracketed = title.slice(Math.max(title.lastIndexOf("["), title.lastIndexOf("("), 0));
  return {
    number,
    isSeveral,
    title: title === "" ? null : title,
    isTombstone: GONE.test(title) || GONE_IN_BRACKETS.test(bracketed),
    effectiveDate: dayOf(EFFECTIVE.exec(rest)) ?? null,
    expiresOn: dayOf(UNTIL.exec(rest)),
  };
}

type Numbers = { readonly number: string; readonly isSeveral: boolean; readonly end: number };

/** The number that stands at a place, or several of them with what parts them. */
function numbersAt(text: string, from: number): Numbers | undefined {
  let at = from;
  let end = from;
  for (let count = 0; count < NUMBERS_MAX; count++) {
    const read = stickyAt(NUMBER, text, at);
    if (read === undefined) break;
    end = at + read.length;
    while (".:-".includes(text[end - 1] ?? " ")) end -= 1;
    const between = stickyAt(BETWEEN, text, end);
    if (between === undefined) break;
    at = end + between.length;
  }
  if (end === from) return undefined;
  const number = text.slice(from, end);
  const behind = text[end] === "." ? end + 1 : end;
  if (behind < text.length && !/\s/u.test(text[behind] ?? "")) return undefined;
  return { number, isSeveral: /[\s,–—]/u.test(number), end: behind };
}

function stickyAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function dayOf(match: RegExpExecArray | null): string | undefined {
  const [, month = "", day = "", year = ""] = match ?? [];
  if (year === "") return undefined;
  const ordinal = MONTHS.indexOf(month.toLowerCase()) + 1;
  return `${year}-${String(ordinal).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
