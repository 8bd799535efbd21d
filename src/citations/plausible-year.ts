const YEAR_MIN = 1600;
/** A decision of next January is cited in December. */
const YEARS_AHEAD_MAX = 1;

export function plausibleYear(digits: string): number | null {
  const year = Number(digits);
  return year >= YEAR_MIN && year <= new Date().getFullYear() + YEARS_AHEAD_MAX ? year : null;
}
