import type { DocketSighting } from "../model.ts";

/**
 * The last day, in the court's time, through which docket reports together tell of everything but what came in later on
 * that day: that of a whole report, or of one that goes on from where the others end. Null where none is whole.
 */
export function completeThrough(reports: readonly Pick<DocketSighting, "asOf" | "range">[]): string | null {
  const dated = reports.flatMap(({ asOf, range }) => (asOf === null ? [] : [{ day: asOf.slice(0, 10), range }]));
  let through: string | null = null;
  for (const { day, range } of dated.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    const { firstNumber = null, lastNumber = null, firstDay = null, lastDay = null } = range ?? {};
    if (firstNumber !== null || lastNumber !== null || lastDay !== null) continue;
    const goesOn = firstDay === null || (through !== null && firstDay <= through);
    if (goesOn) through = day;
  }
  return through;
}
