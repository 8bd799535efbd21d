import { docketKey, docketNumbers, isSpreadsheetDate, maySpreadsheetHaveMade } from "#cases/docket-key.ts";
import type { DocketNumber } from "#cases/docket-key.ts";
import type { PrintedDocket } from "./docket-lines.ts";

export type SettledDocket = {
  /** As the record shows it. */
  readonly docketNumber: string | null;
  /** Every number that leads to the case. */
  readonly numbers: readonly DocketNumber[];
};

/** Whether a record takes the numbers its head prints: the source has none, or one of these, or spoilt one of these. */
export function takesPrinted(told: string | null, printed: readonly PrintedDocket[]): boolean {
  const keys = printed.flatMap(({ numbers }) => docketNumbers(numbers).map(({ key }) => key));
  if (isSpreadsheetDate(told)) return keys.some((key) => maySpreadsheetHaveMade(told, key));
  const toldKeys = docketNumbers(told).map(({ key }) => key);
  return toldKeys.length === 0 || toldKeys.some((key) => keys.includes(key));
}

/**
 * The number of a case from its source's and the printed ones that its decisions' records take. The source's stays,
 * unless it is none or what a spreadsheet made of it, which is no number: the printed ones then stand for it, if any.
 */
export function docketOfCase(told: string | null, printed: readonly string[]): SettledDocket {
  const list = listed(printed);
  const stays = docketNumbers(told).length > 0 && !isSpreadsheetDate(told);
  if (stays) return { docketNumber: told, numbers: docketNumbers(listed([told ?? "", list ?? ""])) };
  return { docketNumber: list ?? (isSpreadsheetDate(told) ? null : told), numbers: docketNumbers(list) };
}

/** Each number once, as it was printed first. */
function listed(runs: readonly string[]): string | null {
  const seen = new Set<string | null>();
  const kept = runs
    .flatMap((run) => docketNumbers(run).map(({ number }) => number))
    .filter((number) => {
      const key = docketKey(number);
      return !seen.has(key) && seen.add(key);
    });
  return kept.length === 0 ? null : kept.join(", ");
}
