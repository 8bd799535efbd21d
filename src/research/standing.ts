import { readSummaries } from "#citator/read.ts";
import type { TreatmentSummary } from "#citator/summary.ts";
import type { Reader } from "#db/connection.ts";

export { UNSEEN } from "#citator/summary.ts";

/** How a decision stands, over all its stored copies, with the citing decisions that tell most. */
export type Standing = TreatmentSummary;

/** By opinion id; one that is not held has no entry, one that nothing held cites is `unknown`. */
export async function readStandings(db: Reader, opinionIds: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
  return readSummaries(db, opinionIds);
}
