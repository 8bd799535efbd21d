/** The months in small letters, January first. */
export const MONTHS: readonly string[] =
  "january february march april may june july august september october november december".split(" ");

/**
 * A day that is printed as `January 2, 2020` or `Jan 2, 2020`, as `2020-01-02`; undefined where no month has that name.
 * Whether the month has so many days is not looked at.
 */
export function printedDay(month: string, day: string, year: string): string | undefined {
  const low = month.toLowerCase();
  const at = MONTHS.findIndex((name) => name === low || (low.length === 3 && name.startsWith(low)));
  return at === -1 ? undefined : `${year}-${String(at + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
