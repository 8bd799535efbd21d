/** A day, month or year as its first and last day, `YYYY-MM-DD`. */
export type Period = { readonly first: string; readonly last: string };

/** Days of decision, both ends included; one left out is open. */
export type Days = { readonly from?: string; readonly to?: string };

/** Something read at the beginning of a text, and how much of it was read. */
export type ReadHere<Value> = { readonly value: Value; readonly length: number };

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = String.raw`(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`;

/** `2010`, `2010-05`, `2010-05-03`, `5/3/2010`, `5/2010`, `May 3, 2010`, `May 2010`. */
const FORMS: readonly RegExp[] = [
  /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})(?![\d-])/u,
  /^(?<year>\d{4})[-/](?<month>\d{1,2})(?![\d-])/u,
  /^(?<year>\d{4})(?!\d)/u,
  /^(?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<year>\d{4})(?!\d)/u,
  /^(?<month>\d{1,2})[-/](?<year>\d{4})(?!\d)/u,
  new RegExp(String.raw`^${MONTH}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?!\d)`, "iu"),
  new RegExp(String.raw`^${MONTH},?\s+(?<year>\d{4})(?!\d)`, "iu"),
];

/** The date with which a text begins; undefined for none, and for a day that no calendar has. */
export function periodAt(text: string): ReadHere<Period> | undefined {
  for (const form of FORMS) {
    const match = form.exec(text);
    if (match === null) continue;
    const { year = "", month, name, day } = match.groups ?? {};
    const number = name === undefined ? month : String(MONTHS.indexOf(name.toLowerCase()) + 1);
    const value = periodOf(Number(year), number, day);
    return value === undefined ? undefined : { value, length: match[0].length };
  }
  return undefined;
}

function periodOf(year: number, month: string | undefined, day: string | undefined): Period | undefined {
  const firstMonth = month === undefined ? 1 : Number(month);
  const lastMonth = month === undefined ? 12 : firstMonth;
  const lastOfMonth = new Date(Date.UTC(year, lastMonth, 0)).getUTCDate();
  const firstDay = day === undefined ? 1 : Number(day);
  const lastDay = day === undefined ? lastOfMonth : firstDay;
  const isReal = year > 0 && firstMonth >= 1 && lastMonth <= 12 && firstDay >= 1 && lastDay <= lastOfMonth;
  if (!isReal) return undefined;
  return { first: written(year, firstMonth, firstDay), last: written(year, lastMonth, lastDay) };
}

function written(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

export type Comparison = ">" | ">=" | "<" | "<=" | "=";

/** The days that compare so with a period: those after 2010 begin with 2011. */
export function daysThat(comparison: Comparison, { first, last }: Period): Days {
  switch (comparison) {
    case ">":
      return { from: dayBeside(last, 1) };
    case ">=":
      return { from: first };
    case "<":
      return { to: dayBeside(first, -1) };
    case "<=":
      return { to: last };
    case "=":
      return { from: first, to: last };
  }
}

function dayBeside(day: string, step: 1 | -1): string {
  const time_ms = Date.parse(`${day}T00:00:00Z`) + step * 24 * 60 * 60 * 1000;
  return new Date(time_ms).toISOString().slice(0, 10);
}

/** The days that are in both. */
export function bothOf(one: Days, other: Days): Days {
  const from = [one.from, other.from]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);
  const [to] = [one.to, other.to].filter((day) => day !== undefined).toSorted();
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
