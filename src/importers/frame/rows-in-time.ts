import { eachWithinTime, TOOK_TOO_LONG, withinTime } from "#base/within-time.ts";
import type { RejectReason, Row } from "./source.ts";

/** What making rows of raw ones may take. The longest known take a second. */
export const ROW_BUDGET: { row_ms_max: number } = { row_ms_max: 60_000 };

/**
 * Makes rows of raw ones. One that does not come to an end is broken off and left out with its name, and those beside
 * it are made; `empty` is a row with its name and nothing in it. What `toRow` keeps elsewhere must bear to be kept twice.
 */
export function rowsInTime<Raw, Made extends Row>(
  raws: readonly Raw[],
  toRow: (raw: Raw) => Made,
  empty: (raw: Raw) => Made,
): Made[] {
  const rows = eachWithinTime(raws, ROW_BUDGET.row_ms_max, toRow);
  return raws.map((raw, at) => {
    const row = rows[at];
    return row === undefined || row === TOOK_TOO_LONG ? { ...empty(raw), rejects: [tookTooLong()] } : row;
  });
}

/** The same of one. */
export function rowInTime<Made extends Row>(toRow: () => Made, empty: Made): Made {
  const row = withinTime(ROW_BUDGET.row_ms_max, toRow);
  return row === TOOK_TOO_LONG ? { ...empty, rejects: [tookTooLong()] } : row;
}

export function tookTooLong(): RejectReason {
  return {
    reason: "takes_too_long",
    message: `reading it takes more than ${ROW_BUDGET.row_ms_max / 1000} s`,
    hint: "it may be damaged; if it is not, please report it",
  };
}
