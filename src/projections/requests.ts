import type { Clock } from "#base/clock.ts";
import type { Db, Reader } from "#db/connection.ts";
import { forgetProjection, projectionState, saveProjectionPosition } from "#db/outbox.ts";

/** What another process can ask of the one that follows the records, which holds the indexes. */
export type IndexRequest = "rebuild" | "verify";
export type IndexName = "opinions" | "laws" | "filings";
/** What a report is left of; vectors are those of all collections. */
export const REPORTED = ["opinions", "laws", "filings", "vectors"] as const;
export type ReportedIndex = (typeof REPORTED)[number];

/** Marks among the projections, so that they reach whichever process follows the records; one for each index. */
const MARKS: Record<IndexRequest, Partial<Record<ReportedIndex, string>>> = {
  rebuild: {
    opinions: "index-rebuild-request",
    laws: "law-index-rebuild-request",
    filings: "filing-index-rebuild-request",
  },
  verify: {
    opinions: "index-verify-request",
    laws: "law-index-verify-request",
    filings: "filing-index-verify-request",
    vectors: "vectors-verify-request",
  },
};

/** Asks for it, of all indexes when none is named. Done when `isRequested` says so no more of any. */
export async function requestOfIndex(
  db: Db,
  request: IndexRequest,
  clock: Clock,
  index?: ReportedIndex,
): Promise<void> {
  for (const mark of marksOf(request, index)) await saveProjectionPosition(db, mark, 0, clock);
}

/** Whether it is still to be done by one index; by any of them when none is named. */
export async function isRequested(db: Reader, request: IndexRequest, index?: ReportedIndex): Promise<boolean> {
  for (const mark of marksOf(request, index)) if ((await projectionState(db, mark)) !== undefined) return true;
  return false;
}

/** It is done by one index; nobody is to do it any more when none is named. */
export async function clearRequest(db: Db, request: IndexRequest, index?: ReportedIndex): Promise<void> {
  for (const mark of marksOf(request, index)) await forgetProjection(db, mark);
}

function marksOf(request: IndexRequest, index: ReportedIndex | undefined): readonly string[] {
  const marks = MARKS[request];
  if (index === undefined) return Object.values(marks);
  const mark = marks[index];
  return mark === undefined ? [] : [mark];
}
