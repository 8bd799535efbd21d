import { type Db, transaction } from "#db/connection.ts";
import { writeDecisions } from "#opinions/store/write.ts";
import {
  addCounts,
  checkPosition,
  emptyCounts,
  type PartCounts,
  type Position,
  type Run,
  savePosition,
} from "./positions.ts";
import type { ReadyBatch } from "./prepare-batch.ts";
import type { RejectFile } from "./rejects.ts";

export type CommitRequest = {
  readonly db: Db;
  readonly run: Run;
  readonly source: string;
  readonly partKey: string;
  readonly rejects: RejectFile;
  readonly before: { readonly row: number | undefined; readonly counts: PartCounts };
  /** Without a batch, the part is marked as done. */
  readonly ready: ReadyBatch | undefined;
};

/** Writes a batch, its outbox lines and the new position together, and returns the position. */
export async function commitBatch(request: CommitRequest): Promise<Position> {
  const { db, run, source, partKey, rejects, before, ready } = request;
  const counts = structuredClone(before.counts);
  const row = ready?.batch.lastRow ?? before.row ?? 0;
  if (ready === undefined) counts.done = true;
  await transaction(db, async (trx) => {
    await checkPosition(trx, run, source, partKey, before.row);
    // Before the commit and beyond the length it knows: lost with it, and written over by the next attempt.
    await rejects.append(ready?.rejects ?? []);
    counts.rejects_bytes = rejects.length_bytes;
    if (ready !== undefined) addCounts(counts, await writeBatch(trx, ready));
    await savePosition(trx, run, source, partKey, before.row, { row, counts });
  });
  return { row, counts };
}

async function writeBatch(trx: Parameters<typeof writeDecisions>[0], ready: ReadyBatch): Promise<PartCounts> {
  const { clusters, opinions, whole, batch } = ready;
  const written = await writeDecisions(trx, { clusters, opinions, whole });
  const counts = emptyCounts();
  counts.rows = batch.items.length;
  counts.raw_bytes = batch.raw_bytes;
  counts.decisions = written.decisions;
  counts.opinions = { ...written.opinions, unchanged: written.opinions.unchanged + ready.unchanged };
  for (const { reason } of ready.rejects) counts.rejected[reason] = (counts.rejected[reason] ?? 0) + 1;
  return counts;
}
