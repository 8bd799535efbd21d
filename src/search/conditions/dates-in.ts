import type { Span } from "#index/tree.ts";
import { filedWithin } from "#search/opinions.ts";
import { daysThat, periodAt } from "#search/query/date-period.ts";
import type { Comparison, Days, Period } from "#search/query/date-period.ts";
import type { Condition } from "./conditions.ts";

const YEAR = String.raw`(?:1[6-9]|20)\d\d`;
const DECIDED = String.raw`(?:(?:that (?:are|were) |was |were )?(?:decided|issued|handed down|filed)\s+)`;
const CASES = String.raw`(?:(?:cases?|case law|decisions?|opinions?|rulings?|precedents?)\s+)`;

const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
/** A year, or a month or day with its year. */
const WHEN = String.raw`(?:${MONTH}\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?)?${YEAR}`;

type DaysOf = (one: Period, two: Period | undefined) => Days;

const both: DaysOf = (one, two) => ({ from: one.first, to: (two ?? one).last });
const compared =
  (comparison: Comparison): DaysOf =>
  (one) =>
    daysThat(comparison, one);

/** Ways to say when a decision was filed, each with the days that it means. */
const WAYS: readonly (readonly [RegExp, DaysOf])[] = [
  [phrase(String.raw`(?:between|from)\s+(?<one>${WHEN})\s+(?:and|to|until|through)\s+(?<two>${WHEN})`), both],
  [phrase(String.raw`(?<one>${WHEN})\s?(?:-|–|to)\s?(?<two>${WHEN})`), both],
  [phrase(String.raw`since\s+(?<one>${WHEN})`), compared(">=")],
  [
    phrase(String.raw`(?:from\s+)?(?<one>${WHEN})\s+(?:onwards?|or later|and later|to (?:the )?present|to date)`),
    compared(">="),
  ],
  [phrase(String.raw`(?:after|post[-\s])\s*(?<one>${WHEN})`), compared(">")],
  [phrase(String.raw`(?:before|prior to|pre[-\s])\s*(?<one>${WHEN})`), compared("<")],
  [phrase(String.raw`(?:until|through|up to)\s+(?<one>${WHEN})`), compared("<=")],
  [phrase(String.raw`(?:(?:in|from|of|during)\s+)?(?:the\s+)?(?<decade>(?:1[6-9]|20)\d)0['’]?s`), both],
  [phrase(String.raw`(?:in|from|of)\s+(?<one>${WHEN})`), both],
];

function phrase(words: string): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}$§.])(?<lead>${CASES}?${DECIDED}?)${words}(?![\p{L}\p{N}]|[.,]\d)`,
    "giu",
  );
}

/**
 * When the decisions were filed that a text asks for. A year may be one of its facts as well: it is certain behind words
 * for decisions (`cases since 2015`), likely where the text begins or ends with it, and elsewhere not read so.
 */
export function datesIn(text: string): readonly Condition[] {
  const found: Condition[] = [];
  for (const [at, way] of WAYS.entries()) {
    const [pattern, daysOf] = way;
    for (const match of text.matchAll(pattern)) {
      const { lead = "", decade, one = `${decade ?? ""}0`, two = decade && `${decade}9` } = match.groups ?? {};
      const span = { start: match.index, end: match.index + match[0].length };
      const isYearAlone = at === WAYS.length - 1;
      if ((isYearAlone && lead === "") || !isFree(found, span)) continue;
      const [first, last] = [periodOf(one), two === undefined ? undefined : periodOf(two)];
      if (first === undefined || (two !== undefined && last === undefined)) continue;
      const { from, to } = daysOf(first, last);
      if (from !== undefined && to !== undefined && from > to) continue;
      const isSure = lead !== "";
      if (!isSure && !isAtEdge(text, span)) continue;
      found.push({
        kind: "date",
        at: span,
        meaning: meaningOf(from, to),
        within: [filedWithin(from, to)],
        isSure,
        keeps: false,
      });
    }
  }
  return found;
}

/** Nothing for a day that no calendar has. */
function periodOf(text: string): Period | undefined {
  const read = periodAt(text);
  return read?.length === text.length ? read.value : undefined;
}

function isFree(found: readonly Condition[], { start, end }: Span): boolean {
  return found.every(({ at }) => at.end <= start || end <= at.start);
}

function isAtEdge(text: string, { start, end }: Span): boolean {
  return text.slice(0, start).trim() === "" || !/\p{L}|\p{N}/u.test(text.slice(end));
}

function meaningOf(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `${to ?? ""} or earlier`;
  return to === undefined ? `${from} or later` : `${from} to ${to}`;
}
