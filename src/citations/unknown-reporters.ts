import { isDigit } from "./characters.ts";
import type { Citation, Span } from "./model.ts";

/** `Roe v. Wade, 9 Foo. 113`: a volume and a page around words that are no reporter of the tables. */
const AFTER_NAME =
  /^[^;()]{1,120}?,\s(\d{1,4}\s[A-Z][A-Za-z.&'\u2019 ]{0,28}?(?:\s?(?:[1-9]d|\d{1,2}(?:st|nd|rd|th)))?\s(?:(?<=No\.\s)\d{1,2},\d{3}[a-z]?|\d{1,5}))(?![\w-])/u;
const AFTER_NAME_CHARS_MAX = 170;

/** A series number makes a reporter of unknown words even where no name stands before them: `410 Zed. 3d 22`. */
const SERIES = /[1-9](?<!\d.)(?:d|\d?(?:st|nd|rd|th))(?=\s(?:at\s)?\d)/gu;
const WITH_SERIES =
  /(?<![\w.,$*-])\d{1,4}\s(?:[A-Z][A-Za-z'\u2019]{0,14}\.?\s?(?:&\s)?){1,4}\s?(?:[1-9]d|[1-9]\d?(?:st|nd|rd|th))\s(?:at\s)?\d{1,5}(?![\w,]\d|\w)/gu;
const CHARS_BEFORE_SERIES_MAX = 90;
const CHARS_AFTER_SERIES_MAX = 16;
/** `5 District 2d 7` is a list of numbers as well as not; an abbreviation or a capital alone is a reporter's. */
const ABBREVIATED = /\.|\b[A-Z]{1,4}\s?(?:[1-9]d|\d{1,2}(?:st|nd|rd|th))/u;

/** `12 Zed. 45, 47 (Tex. 1999)`: brackets that tell a year behind a page. */
const DATED = /(?<=\d\s?)\((?:[A-Z][\w.,'\u2019 ]{0,40}\s)?(?:1[6-9]|20)\d\d\)/gu;
const BEFORE_DATE =
  /(?<![\w.,$*-])(\d{1,4}\s(?:[A-Z][A-Za-z'\u2019]{0,14}\.?\s?(?:&\s)?){1,5}\s\d{1,5})(?:,\s\d{1,5}(?:[-\u2013]\d{1,5})?)?$/u;
const CHARS_BEFORE_DATE_MAX = 90;

/** `5 Jan. 12 (1990)`, `2 Tr. 345 (1996)`: days, and places in a record, a book or a law. */
const NO_REPORTER =
  /^\d+\s(?:Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|Tr|App|R|Rec|Ex|Exh|Vols?|No|Ch|Art|Sec|Pt|Div|Doc|Dkt|Cl|Dep|Rep|Stat|Ord|Amend|Res|Reg)\.\s/u;

/** `83 Civ. 1082` is a number on a docket. */
const DOCKET_SERIES = /^(?:\d\d\s(?:Civ|Crim|Misc|Cv|Adv|Bk|Mag)|[6-9]\d\sCr)\.?\s\d+$/u;

/**
 * Where the text has something like a citation that was not read as one, in order. `named`: the places behind the `v.` of
 * names that no citation has to itself.
 */
export function unknownReporters(text: string, citations: readonly Citation[], named: readonly number[]): Span[] {
  const read = unionOf(citations.map((one) => (isWhole(one) ? withoutRemarks(one) : one.span)));
  const spans: Span[] = [...withSeries(text, read), ...withDate(text, read)];
  for (const at of named) {
    if (/s\.?\s$/u.test(text.slice(at - 3, at))) continue;
    const match = AFTER_NAME.exec(text.slice(at, at + AFTER_NAME_CHARS_MAX));
    if (match?.[1] === undefined) continue;
    const end = at + match[0].length;
    spans.push({ start: end - match[1].length, end });
  }
  const unknown = spans.filter(({ start, end }) => !DOCKET_SERIES.test(text.slice(start, end)));
  return apart(
    unknown.toSorted((one, other) => one.start - other.start),
    read,
  );
}

/** Of a citation, what stands before its remarks: they may quote another (`(quoting 12 Zed. 45 (1999))`). */
function withoutRemarks({ fullSpan, parentheticals }: Citation): Span {
  const [remark] = parentheticals;
  return remark === undefined ? fullSpan : { start: fullSpan.start, end: Math.max(fullSpan.start, remark.span.start) };
}

/** Most numbers of series stand in citations that were read: only around the others are words looked at. */
function withSeries(text: string, read: readonly Span[]): Span[] {
  const spans: Span[] = [];
  const series = outside(
    Array.from(text.matchAll(SERIES), ({ index, 0: { length } }) => ({ start: index, end: index + length })),
    read,
  );
  for (const { start, end } of series) {
    const from = Math.max(0, start - CHARS_BEFORE_SERIES_MAX);
    for (const match of text.slice(from, end + CHARS_AFTER_SERIES_MAX).matchAll(WITH_SERIES)) {
      const span = { start: from + match.index, end: from + match.index + match[0].length };
      if (span.start < start && span.end > end && ABBREVIATED.test(match[0])) spans.push(span);
    }
  }
  return spans;
}

function withDate(text: string, read: readonly Span[]): Span[] {
  const dates = Array.from(text.matchAll(DATED), ({ index, 0: { length } }) => ({
    start: index - (isDigit(text.charCodeAt(index - 1)) ? 1 : 2),
    end: index + length,
  }));
  return outside(dates, read).flatMap(({ start }) => {
    const from = Math.max(0, start + 1 - CHARS_BEFORE_DATE_MAX);
    const match = BEFORE_DATE.exec(text.slice(from, start + 1));
    if (match?.[1] === undefined || !match[1].includes(".") || NO_REPORTER.test(match[1])) return [];
    return [{ start: from + match.index, end: from + match.index + match[1].length }];
  });
}

/** `16 id. 310` has no name of its own: what stands before it is another citation. */
export function isWhole(one: Citation): boolean {
  return one.kind === "case" || one.kind === "short" ? !/^(?:id|ibid|ib)\b/iu.test(one.reporter) : false;
}

/** Those that touch no citation, nor one of these before them. */
export function apart(spans: readonly Span[], citations: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of outside(spans, unionOf(citations))) if ((kept.at(-1)?.end ?? -1) <= span.start) kept.push(span);
  return kept;
}

/** Those that touch none of `union`. */
export function outside(spans: readonly Span[], union: readonly Span[]): Span[] {
  let next = 0;
  return spans.filter((span) => {
    while ((union[next]?.end ?? Infinity) <= span.start) next += 1;
    return (union[next]?.start ?? Infinity) >= span.end;
  });
}

/** The same characters as runs that do not touch, in order: one walk along them answers every question of overlap. */
export function unionOf(spans: readonly Span[]): Span[] {
  const union: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = union.at(-1);
    if (last === undefined || start > last.end) union.push({ start, end });
    else last.end = Math.max(last.end, end);
  }
  return union;
}
