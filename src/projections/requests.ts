import type { Clock } from "#base/clock.ts";
import type { Db, Reader } from "#db/connection.ts";
import { forgetProjection, projectionState, saveProjectionPosition } from "#db/outbox.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { collectionCalled, collectionNames } from "./collections.ts";

/** What another process can ask of the one that follows the records, which holds the indexes. */
export type IndexRequest = "rebuild" | "verify";
/** What a report is left of; vectors are those of all collections. */
export type ReportedIndex = CollectionName | "vectors";

export function reportedIndexes(): readonly ReportedIndex[] {
  return [...collectionNames(), "vectors"];
}

/** A mark among the projections, so that it reaches whichever process follows the records. Vectors are not rebuilt. */
function markOf(request: IndexRequest, index: ReportedIndex): string | undefined {
  if (index !== "vectors") return `${collectionCalled(index).projection}-${request}-request`;
  return request === "verify" ? "vectors-verify-request" : undefined;
}

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
  return (index === undefined ? reportedIndexes() : [index]).flatMap((one) => markOf(request, one) ?? []);
}
