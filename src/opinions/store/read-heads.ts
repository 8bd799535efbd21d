import { reassignMatters } from "#cases/matters.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Trx } from "#db/connection.ts";
import { DUE_AT_ONCE, DueList } from "#db/due-list.ts";
import type { TakeTurn } from "#db/made-anew.ts";
import { appendOutbox } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { decisionDays } from "./decision-days.ts";
import { decisionsToRead, rereadDecisions } from "./reread.ts";
import { reassignWorks } from "./works.ts";

const DECISIONS_PER_TRANSACTION = 200;

export type ReadHeadsOptions = {
  readonly onProgress?: (done: { readonly decisions: number; readonly changed: number }) => void;
  readonly signal?: AbortSignal;
};

/**
 * Reads the heads of decisions that were last read by older rules, from the texts held, some hundreds in each turn, the
 * newest decisions first. The records come out as if the sources were imported anew; a run that is stopped goes on where
 * it ended.
 */
export function readingHeads(db: Db): TakeTurn {
  const due = new DueList(async () => decisionsToRead(db, DUE_AT_ONCE));
  return async () => {
    const ids = await due.take(DECISIONS_PER_TRANSACTION);
    if (ids.length === 0) return { read: 0, changed: 0, isDone: true };
    const changed = await transaction(db, async (trx) => readSome(trx, ids));
    return { read: ids.length, changed, isDone: false };
  };
}

/** The same until all are read. */
export async function readHeadsDue(
  db: Db,
  { onProgress, signal }: ReadHeadsOptions = {},
): Promise<{ readonly decisions: number; readonly changed: number }> {
  const done = { decisions: 0, changed: 0 };
  const take = readingHeads(db);
  for (;;) {
    if (signal?.aborted === true) return done;
    const { read, changed, isDone } = await take();
    if (isDone) return done;
    done.decisions += read;
    done.changed += changed;
    onProgress?.({ ...done });
  }
}

async function readSome(trx: Trx, ids: readonly string[]): Promise<number> {
  const { clusterIds, caseIds } = await rereadDecisions(trx, ids);
  await reassignMatters(trx, caseIds, decisionDays);
  const moved = await reassignWorks(trx, clusterIds);
  const changed = new Set([...clusterIds, ...moved]);
  await appendOutbox(
    trx,
    [...changed].map((recordId): Change => ({ kind: "cluster", recordId, op: "upsert" })),
  );
  return changed.size;
}
