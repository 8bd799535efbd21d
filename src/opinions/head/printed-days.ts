/** Days printed as one date: `January 13, 16, 1928` names two of one hearing. */
export type PrintedDays = {
  /** `YYYY-MM-DD`, in the order printed; never empty. */
  readonly days: readonly string[];
  /** In the text that was read; `end` is not included. */
  readonly start: number;
  readonly end: number;
};

const MONTH =
  "(?:Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?\\.?|July?\\.?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?)";
const DAY = "\\d{1,2}(?:st|nd|rd|d|th)?(?!\\d)";
const YEAR = "(?:1[6-9]|20)\\d\\d(?!\\d)";
const AND = "\\s*(?:(?:,|;|&|and|[-\\u2010-\\u2015])\\s*)+";

/** `December 11-12, 1967`, `Jan. 31 and Feb. 1, 1944`, `21 December 1999`, `October 15th, 1882`. */
export const DATE = `(?:${MONTH}\\s*${DAY}(?:${AND}(?:${MONTH}\\s*)?${DAY})*\\s*[,.]?\\s*${YEAR}|${DAY}\\s+${MONTH},?\\s+${YEAR})`;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;

/** The date that is the whole of a text, or null where it names a day that the calendar lacks. */
export function daysOf(date: string): readonly string[] | null {
  const year = Number(/\d{4}$/u.exec(date)?.[0]);
  const parts = date.slice(0, -4).match(/\p{L}{3,}|\d{1,2}/gu) ?? [];
  const isDayFirst = /^\d/u.test(date);
  const days: { month: number; day: number }[] = [];
  let month = isDayFirst ? monthOf(parts[1]) : 0;
  for (const part of isDayFirst ? parts.slice(0, 1) : parts) {
    if (/^\d/u.test(part)) days.push({ month, day: Number(part) });
    else if (monthOf(part) > 0) month = monthOf(part);
  }
  const last = days.at(-1);
  if (last === undefined) return null;
  // A hearing over the turn of the year prints the later year alone.
  const texts = days.map((one) => dayText(one.month > last.month ? year - 1 : year, one.month, one.day));
  return texts.every((text) => text !== null) ? texts : null;
}

const ANY_DATE = new RegExp(`\\b${DATE}`, "giu");

/** Every date in a text, in order. */
export function datesIn(text: string): PrintedDays[] {
  return [...text.matchAll(ANY_DATE)].flatMap((match) => {
    const days = daysOf(match[0]);
    return days === null ? [] : [{ days, start: match.index, end: match.index + match[0].length }];
  });
}

function monthOf(word: string | undefined): number {
  return 1 + MONTHS.findIndex((name) => word?.toLowerCase().startsWith(name));
}

function dayText(year: number, month: number, day: number): string | null {
  if (month < 1 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
