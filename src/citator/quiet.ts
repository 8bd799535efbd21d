import type { Clock } from "#base/clock.ts";
import type { Reader } from "#db/connection.ts";
import { outboxEnd, projectionState, saveProjectionPosition } from "#db/outbox.ts";
import { CITATOR_PROJECTION } from "./tables.ts";

/** Among the projections: up to this number of the outbox the citator makes no event. */
const QUIET_UNTIL = "citator is quiet until";

/**
 * The number of the outbox up to which the citator works out what was there when it began, or began anew: nothing of
 * that has happened just now.
 */
export async function quietUntil(db: Reader, clock: Clock): Promise<number> {
  const known = await projectionState(db, QUIET_UNTIL);
  if (known !== undefined) return known.position;
  const hasBegun = (await projectionState(db, CITATOR_PROJECTION)) !== undefined;
  return hasBegun ? 0 : beQuiet(db, clock);
}

/** No event is made of what is held now. */
export async function beQuiet(db: Reader, clock: Clock): Promise<number> {
  const end = await outboxEnd(db);
  await saveProjectionPosition(db, QUIET_UNTIL, end, clock);
  return end;
}
