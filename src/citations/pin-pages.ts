import type { PinCite } from "./model.ts";

const PART = /(?<word>[A-Za-z]+|[\u00b6\u00a7])|(?<digits>\d{1,7})|(?<dash>[-\u2010-\u2015\u2212~])|(?<mark>[:,;&*])/gu;
const PAGE_WORD = /^(?:at|pp?|pgs?|pages?|see|also|esp|especially|particularly|cf|e|g)$/iu;
const NOTE_WORD = /^(?:nn?|fns?|notes?|footnotes?)$/iu;
const SEVERAL_NOTES = /^(?:nn|fns|notes|footnotes)$/iu;
const RANGE_WORD = /^(?:to|through|thru)$/iu;
const JOINING_WORD = /^(?:and|or|et|seqq?|ff?)$/iu;

/** Its pages are no pages of the book. */
const SLIP_OPINION = /\bslip\s?op.*$/su;

/** In a list of notes a number so far behind the one before it is a page. */
const NOTES_APART_MAX = 60;

/** What the next number counts: pages, a note (one, or the first of several), what follows one note, or something else. */
type Counts = "pages" | "note" | "behind a note" | "notes" | "others";

/**
 * The page numbers that a pin gives: `248-49, 255 n. 4, 260` gives 248, 249, 255 and 260. Numbers of notes, paragraphs
 * and lines are none. Behind one note a number is a page again, unless it is too small to be one of this decision.
 */
export function pagesIn({ text: printed }: PinCite): number[] {
  const text = printed.replace(SLIP_OPINION, "");
  const pages: number[] = [];
  let counts: Counts = "pages";
  let last = { printed: "", end: -1 };
  let before = "";
  for (const { groups = {}, index, 0: whole } of text.matchAll(PART)) {
    const { word, digits, dash, mark } = groups;
    if (word !== undefined) {
      // A letter that ends the number belongs to it: `9444n`, `50a`.
      const isSuffix = last.end === index && word.length === 1 && !/^\.?\s?\d/u.test(text.slice(index + 1, index + 4));
      if (!isSuffix) counts = countedBy(word) ?? counts;
    }
    if (digits !== undefined) {
      const number = Number(digits);
      if (counts === "behind a note" || (counts === "notes" && number > Number(last.printed) + NOTES_APART_MAX))
        counts = before !== "range" && number >= (pages[0] ?? 0) ? "pages" : counts;
      if (counts === "pages" && before === "range") pages.push(...lastOfRange(last.printed, digits));
      else if (counts === "pages" && before !== ":") pages.push(number);
      if (counts === "note") counts = "behind a note";
      last = { printed: digits, end: index + whole.length };
    }
    before = dash !== undefined || RANGE_WORD.test(word ?? "") ? "range" : mark === "*" ? before : (mark ?? "");
  }
  return pages;
}

function countedBy(word: string): Counts | undefined {
  if (PAGE_WORD.test(word)) return "pages";
  if (NOTE_WORD.test(word)) return SEVERAL_NOTES.test(word) ? "notes" : "note";
  return RANGE_WORD.test(word) || JOINING_WORD.test(word) ? undefined : "others";
}

/** `248-49` ends on page 249; `499-02` is a slip of the pen. */
function lastOfRange(first: string, last: string): number[] {
  if (first === "") return [];
  const whole = Number(last.length < first.length ? first.slice(0, first.length - last.length) + last : last);
  return whole >= Number(first) || last.length >= first.length ? [whole] : [];
}
