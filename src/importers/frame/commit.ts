import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { addCounts, emptyCounts } from "./counts.ts";
import type { PartCounts } from "./counts.ts";
import { checkPosition, savePosition } from "./positions.ts";
import type { Position, Run } from "./positions.ts";
import type { RejectFile } from "./rejects.ts";
import type { ReadyBatch, Sink, Written } from "./sink.ts";
import type { Row } from "./source.ts";
import { boundTold, toldOf } from "./told.ts";

export type CommitRequest<Item extends Row, Ready extends ReadyBatch<Item>> = {
  readonly db: Db;
  readonly sink: Sink<Item, Ready>;
  readonly run: Run;
  readonly source: string;
  readonly partKey: string;
  readonly rejects: RejectFile;
  readonly before: { readonly row: number | undefined; readonly counts: PartCounts };
  /** Without a batch, the part is marked as done. */
  readonly ready: Ready | undefined;
};

/** Writes a batch, its outbox lines and the new position together, and returns the position. */
export async function commitBatch<Item extends Row, Ready extends ReadyBatch<Item>>(
  request: CommitRequest<Item, Ready>,
): Promise<Position> {
  const { db, sink, run, source, partKey, rejects, before, ready } = request;
  const counts = structuredClone(before.counts);
  const row = ready?.batch.lastRow ?? before.row ?? 0;
  if (ready === undefined) counts.done = true;
  await transaction(db, async (trx) => {
    await checkPosition(trx, run, source, partKey, before.row);
    // Before the commit and beyond the length it knows: lost with it, and written over by the next attempt.
    await rejects.append(ready?.rejects ?? []);
    counts.rejects_bytes = rejects.length_bytes;
    if (ready !== undefined) addCounts(counts, countsOf(ready, await sink.write(trx, ready)));
    boundTold(counts.sums);
    await savePosition(trx, run, source, partKey, before.row, { row, counts });
  });
  return { row, counts };
}

function countsOf<Item extends Row>(ready: ReadyBatch<Item>, { tallies, sums = {} }: Written): PartCounts {
  const { batch, rejects } = ready;
  const told = toldOf(batch.items);
  const counts = {
    ...emptyCounts([]),
    tallies,
    sums: { ...sums, ...told },
    rows: batch.items.length,
    raw_bytes: batch.raw_bytes,
  };
  for (const { reason } of rejects) counts.rejected[reason] = (counts.rejected[reason] ?? 0) + 1;
  return counts;
}
