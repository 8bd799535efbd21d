import type { Clock } from "#base/clock.ts";
import type { Reader } from "#db/connection.ts";
import { outboxEnd, projectionState, saveProjectionPosition } from "#db/outbox.ts";

/**
 * Among the projections, for each index: where the outbox ended when it was begun. Until the index has come so far it is
 * being filled, and lacks what was held all along; behind that it only follows what changes.
 */
export function filledName(projection: string): string {
  return `${projection} filled to`;
}

/** The index is begun anew: it is filled when it has what is held now. */
export async function noteBegun(db: Reader, projection: string, clock: Clock): Promise<void> {
  await saveProjectionPosition(db, filledName(projection), await outboxEnd(db), clock);
}

/** An index of which nothing was noted, as one that follows these records for the first time, is begun now. */
export async function noteBegunOnce(db: Reader, projection: string, clock: Clock): Promise<void> {
  if ((await projectionState(db, filledName(projection))) === undefined) await noteBegun(db, projection, clock);
}
