import type { Sums } from "./counts.ts";
import type { Row } from "./source.ts";

/** Different remarks that are kept of one import; the rows of further ones are counted together. */
const REMARKS_MAX = 100;
const OTHERS = "";

/** How often each remark is made on these rows, as a sum of that name. */
export function toldOf(rows: readonly Row[]): Sums {
  const said: Record<string, number> = {};
  for (const { told } of rows) if (told !== undefined) said[told] = (said[told] ?? 0) + 1;
  return Object.keys(said).length === 0 ? {} : { told: said };
}

/** Leaves of the remarks no more than one import keeps. */
export function boundTold(sums: Sums): void {
  const said = sums["told"];
  if (typeof said !== "object") return;
  for (const remark of Object.keys(said)
    .filter((one) => one !== OTHERS)
    .slice(REMARKS_MAX)) {
    said[OTHERS] = Number(said[OTHERS] ?? 0) + Number(said[remark] ?? 0);
    delete said[remark];
  }
}

/** The remarks as whoever imports reads them. */
export function toldNotes({ told = {} }: Sums): string[] {
  return Object.entries(told).map(([remark, count]) => {
    const rows = `${String(count)} ${count === 1 ? "row" : "rows"}`;
    return remark === OTHERS
      ? `${rows}: other names of courts were read as other than they are written`
      : `${rows}: ${remark}`;
  });
}
