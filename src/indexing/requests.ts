import type { Clock } from "#base/clock.ts";
import type { Db, Reader } from "#db/connection.ts";
import { saveProjectionPosition } from "#db/outbox.ts";

/** A mark among the projections, so that it reaches whichever process follows the records. */
const REQUEST = "index-rebuild-request";

/**
 * Asks the process that follows the records, which holds the index, to build it again. Done when
 * `isRebuildRequested` says so no more.
 */
export async function requestRebuild(db: Db, clock: Clock): Promise<void> {
  await saveProjectionPosition(db, REQUEST, 0, clock);
}

export async function isRebuildRequested(db: Reader): Promise<boolean> {
  const row = await db.selectFrom("projections").select("name").where("name", "=", REQUEST).executeTakeFirst();
  return row !== undefined;
}

export async function clearRebuildRequest(db: Db): Promise<void> {
  await db.deleteFrom("projections").where("name", "=", REQUEST).execute();
}
