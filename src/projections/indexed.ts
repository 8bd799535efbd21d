import type { Insertable } from "kysely";
import type { Clock } from "#base/clock.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";
import { changedAfter, saveProjectionPosition } from "#db/outbox.ts";
import { opinionRelation } from "#opinions/store/relations.ts";
import { upsertRows } from "#db/rows.ts";
import { noteUnread } from "#db/unread.ts";
import type { Database } from "#db/schema.ts";
import { inParts } from "#db/parts.ts";
import { noteBegun } from "./filling.ts";
import type { IndexedBatch } from "./index-works.ts";
import type { IndexStamp } from "./stamp.ts";
import { INDEX_PROJECTION } from "./tables.ts";

export { INDEX_PROJECTION };

const IDS_PER_STATEMENT = 500;

export type Noting = {
  readonly clock: Clock;
  /** Of an index in files, which may be parted from the records. */
  readonly stamp?: IndexStamp | undefined;
};

type Row = Insertable<Database["indexed_opinions"]>;

/** Notes what a batch put into the index, together with how far the index has come. */
export async function recordIndexed(
  db: Db,
  batch: IndexedBatch,
  position: number,
  { clock, stamp }: Noting,
): Promise<void> {
  const rows = rowsOf(batch);
  const next = await stamp?.prepare();
  await transaction(db, async (trx) => {
    await noteSkipped(trx, batch);
    if (next !== undefined) await stamp?.save(trx, next, clock);
    for (const ids of inParts(
      batch.works.map((work) => work.id),
      IDS_PER_STATEMENT,
    )) {
      await trx.deleteFrom("indexed_opinions").where("work_id", "in", ids).execute();
    }
    await upsertRows(trx, "indexed_opinions", ["opinion_id"], rows);
    await saveProjectionPosition(trx, INDEX_PROJECTION, position, clock);
  });
}

/**
 * Notes what a page of a rebuild put into the new index. Rows are only added or replaced: the old index is in use
 * meanwhile, and what it holds must stay known.
 */
export async function noteRebuilt(db: Db, batch: IndexedBatch): Promise<void> {
  await transaction(db, async (trx) => {
    await noteSkipped(trx, batch);
    await upsertRows(trx, "indexed_opinions", ["opinion_id"], rowsOf(batch));
  });
}

async function noteSkipped(trx: Trx, { works, skipped }: IndexedBatch): Promise<void> {
  const all = works.flatMap(({ copies }) => copies.flatMap(({ opinions }) => opinions.map(({ id }) => id)));
  await noteUnread(trx, "index", {
    read: all.filter((id) => !skipped.has(id)),
    unread: [...skipped].map(([recordId, reason]) => ({ kind: "opinion", recordId, reason })),
  });
}

/**
 * Forgets opinions that were gone before a rebuild began, at `position`. Of those deleted since, the outbox
 * still has to tell the new index.
 */
export async function forgetGone(db: Db, position: number): Promise<void> {
  await transaction(db, async (trx) => {
    await trx
      .deleteFrom("indexed_opinions")
      .where("opinion_id", "not in", trx.selectFrom(opinionRelation(trx).as("held")).select("held.id"))
      .where("opinion_id", "not in", changedAfter(trx, "opinion", position))
      .execute();
  });
}

/** Back to the beginning: everything will be followed again. */
export async function forgetIndexed(db: Db, { clock, stamp }: Noting): Promise<void> {
  const next = await stamp?.prepare();
  await transaction(db, async (trx) => {
    if (next !== undefined) await stamp?.save(trx, next, clock);
    await trx.deleteFrom("indexed_opinions").execute();
    await noteBegun(trx, INDEX_PROJECTION, clock);
    await saveProjectionPosition(trx, INDEX_PROJECTION, 0, clock);
  });
}

/** A row for every opinion of every copy; one deleted while the batch was made has none. */
function rowsOf({ works, indexed, skipped }: IndexedBatch): Row[] {
  return works.flatMap((work) =>
    work.copies.flatMap((copy) =>
      copy.opinions.flatMap((opinion): Row[] => {
        const state = copy !== work.shown ? "copy" : stateOf(opinion.id, indexed, skipped);
        if (state === undefined) return [];
        return [{ opinion_id: opinion.id, cluster_id: copy.clusterId, work_id: work.id, state }];
      }),
    ),
  );
}

function stateOf(
  opinionId: string,
  indexed: ReadonlySet<string>,
  skipped: ReadonlyMap<string, string>,
): Row["state"] | undefined {
  if (indexed.has(opinionId)) return "indexed";
  return skipped.has(opinionId) ? "skipped" : undefined;
}

/** Whether the index was given any opinion, as far as was noted. */
export async function holdsIndexed(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom("indexed_opinions")
    .select("opinion_id")
    .where("state", "=", "indexed")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
