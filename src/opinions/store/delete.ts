import { reassignMatters } from "#cases/matters.ts";
import { casesOfSource, deleteCases } from "#cases/store.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Trx } from "#db/connection.ts";
import { appendEvents } from "#db/events.ts";
import { appendOutbox } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { decisionDays } from "./decision-days.ts";
import { reassignWorks } from "./works.ts";

const DECISIONS_PER_TRANSACTION = 500;

export type DeleteOptions = {
  readonly onProgress?: (deleted: { readonly decisions: number; readonly opinions: number }) => void;
  readonly signal?: AbortSignal;
};

/** Removes everything that came from a source, some hundreds of decisions at a time, and returns how much it was. */
export async function deleteSource(
  db: Db,
  source: string,
  { onProgress, signal }: DeleteOptions = {},
): Promise<{ readonly decisions: number; readonly opinions: number }> {
  const deleted = { decisions: 0, opinions: 0 };
  for (;;) {
    signal?.throwIfAborted();
    const batch = await transaction(db, (trx) => deleteSome(trx, source));
    if (batch.decisions === 0) break;
    deleted.decisions += batch.decisions;
    deleted.opinions += batch.opinions;
    onProgress?.({ ...deleted });
  }
  while ((await transaction(db, (trx) => deleteSomeCases(trx, source))) > 0) signal?.throwIfAborted();
  return deleted;
}

/** Cases go with their source, not with their last decision: a docket may hang on one that has none. */
async function deleteSomeCases(trx: Trx, source: string): Promise<number> {
  const ids = await casesOfSource(trx, source, DECISIONS_PER_TRANSACTION);
  const matters = await deleteCases(trx, ids);
  await reassignMatters(trx, [], decisionDays, matters);
  return ids.length;
}

async function deleteSome(trx: Trx, source: string): Promise<{ decisions: number; opinions: number }> {
  const clusters = await trx
    .selectFrom("clusters")
    .select(["id", "work_id"])
    .where("source", "=", source)
    .orderBy("source_id")
    .limit(DECISIONS_PER_TRANSACTION)
    .execute();
  if (clusters.length === 0) return { decisions: 0, opinions: 0 };
  const ids = clusters.map(({ id }) => id);
  const opinions = await trx
    .selectFrom("opinions")
    .select(["id", "cluster_id"])
    .where("cluster_id", "in", ids)
    .orderBy("id")
    .execute();
  await trx.deleteFrom("clusters").where("id", "in", ids).execute();
  const moved = await reassignWorks(trx, [], [...new Set(clusters.map(({ work_id }) => work_id))]);
  await appendEvents(
    trx,
    opinions.map(({ id, cluster_id }) => {
      return { kind: "opinion_changed", recordId: id, detail: { clusterId: cluster_id, what: "removed" } };
    }),
  );
  await appendOutbox(trx, [
    ...opinions.map(({ id }): Change => ({ kind: "opinion", recordId: id, op: "delete" })),
    ...ids.map((id): Change => ({ kind: "cluster", recordId: id, op: "delete" })),
    ...moved.map((id): Change => ({ kind: "cluster", recordId: id, op: "upsert" })),
  ]);
  return { decisions: ids.length, opinions: opinions.length };
}
