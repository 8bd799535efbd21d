const YEAR_MIN = 1600;
/** A decision of next January is cited in December. */
const YEARS_AHEAD_MAX = 1;

export function plausibleYear(digits: string): number | null {
  const year = Number(digits);
  return year >= YEAR_MIN && year <= new Date().getFullYear() + YEARS_AHEAD_MAX ? year : null;
}

/** A year in the brackets of a citation is one whatever it says: one still to come is a slip that the record or the series tells. */
export function printedYear(digits: string): number | null {
  const year = Number(digits);
  return year >= YEAR_MIN ? year : null;
}

/** Whether no decision can be of that year yet. */
export function isToCome(year: number, now: Date): boolean {
  return year > now.getFullYear() + YEARS_AHEAD_MAX;
}
