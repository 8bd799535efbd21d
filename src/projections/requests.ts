import type { Clock } from "#base/clock.ts";
import type { Db, Reader } from "#db/connection.ts";
import { forgetProjection, projectionState, saveProjectionPosition } from "#db/outbox.ts";

/** What another process can ask of the one that follows the records, which holds the index. */
export type IndexRequest = "rebuild" | "verify";

/** A mark among the projections, so that it reaches whichever process follows the records. */
const MARKS: Record<IndexRequest, string> = { rebuild: "index-rebuild-request", verify: "index-verify-request" };

/** Asks for it. Done when `isRequested` says so no more. */
export async function requestOfIndex(db: Db, request: IndexRequest, clock: Clock): Promise<void> {
  await saveProjectionPosition(db, MARKS[request], 0, clock);
}

export async function isRequested(db: Reader, request: IndexRequest): Promise<boolean> {
  return (await projectionState(db, MARKS[request])) !== undefined;
}

export async function clearRequest(db: Db, request: IndexRequest): Promise<void> {
  await forgetProjection(db, MARKS[request]);
}
