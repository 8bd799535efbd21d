import type { DocketView, EntryWithDocuments } from "./model.ts";

/** A docket as far as it is held. */
export type SheetHeld = {
  readonly view: DocketView;
  readonly entries: readonly EntryWithDocuments[];
  /** The entries are all that there are up to the day of the sheet. */
  readonly isWhole: boolean;
};

/** How far it can be told that nothing stands on a docket: ` on the docket sheet as of 2021-01-01`. */
export function asFarAsHeld({ view, entries, isWhole }: SheetHeld): string {
  const { reportAsOf, asOf } = view.docket.freshness;
  const day = (reportAsOf ?? asOf)?.slice(0, 10);
  if (!isWhole) return ` among the ${entries.length} entries held, which may not be all`;
  return day === undefined ? "" : ` on the docket sheet as of ${day}`;
}

/** What is told of events of a docket of which no entries are held. */
export const NOTHING_HELD = {
  sentences: ["No entries of this docket are held."],
  entries: [],
  isOpen: true,
} as const;
