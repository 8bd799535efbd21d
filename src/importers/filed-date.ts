import type { FiledDate } from "#opinions/model.ts";

const SHAPE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:[T ].*)?$/u;

/** The first decision an American court could have filed, and a margin over the present for clocks and typing. */
const YEAR_MIN = 1600;
const YEARS_AHEAD_MAX = 1;

/**
 * Reads a source's date of filing. A year or a month alone gives its first day with that precision. A day that the
 * calendar lacks (`1899-02-30`) is lowered to its month and a month it lacks to its year: the rest of the date is
 * likelier right than wrong. No date gives none; text that is no date at all, or a year no court sat in, is
 * undefined, and the row's reader decides.
 */
export function filedDate(text: string | null, approximate = false, now: Date = new Date()): FiledDate | undefined {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return { date: null, precision: "none" };
  const [, year, month, day] = SHAPE.exec(trimmed) ?? [];
  if (year === undefined) return undefined;
  const yearNumber = Number(year);
  if (yearNumber < YEAR_MIN || yearNumber > now.getUTCFullYear() + YEARS_AHEAD_MAX) return undefined;
  const monthNumber = Number(month ?? 0);
  if (monthNumber < 1 || monthNumber > 12) return { date: `${year}-01-01`, precision: "year" };
  const monthText = `${year}-${String(monthNumber).padStart(2, "0")}`;
  const dayNumber = Number(day ?? 0);
  const daysInMonth = new Date(Date.UTC(yearNumber, monthNumber, 0)).getUTCDate();
  if (dayNumber < 1 || dayNumber > daysInMonth) return { date: `${monthText}-01`, precision: "month" };
  return { date: `${monthText}-${String(dayNumber).padStart(2, "0")}`, precision: approximate ? "approximate" : "day" };
}

/** A date that only accompanies a record: whole and real, or nothing. */
export function dayOrNull(text: string | null): string | null {
  const filed = filedDate(text);
  return filed?.precision === "day" ? filed.date : null;
}
