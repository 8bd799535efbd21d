import { reassignMatters } from "#cases/matters.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Trx } from "#db/connection.ts";
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
 * Reads the heads of all decisions that were last read by older rules, from the texts held, some hundreds at a time.
 * The records come out as if the sources were imported anew; a run that is stopped goes on where it ended.
 */
export async function readHeadsDue(
  db: Db,
  { onProgress, signal }: ReadHeadsOptions = {},
): Promise<{ readonly decisions: number; readonly changed: number }> {
  const done = { decisions: 0, changed: 0 };
  for (;;) {
    const some = signal?.aborted === true ? NOTHING : await transaction(db, readSome);
    if (some.decisions === 0) return done;
    done.decisions += some.decisions;
    done.changed += some.changed;
    onProgress?.({ ...done });
  }
}

const NOTHING = { decisions: 0, changed: 0 };

async function readSome(trx: Trx): Promise<{ decisions: number; changed: number }> {
  const ids = await decisionsToRead(trx, DECISIONS_PER_TRANSACTION);
  if (ids.length === 0) return { decisions: 0, changed: 0 };
  const { clusterIds, caseIds } = await rereadDecisions(trx, ids);
  await reassignMatters(trx, caseIds, decisionDays);
  const moved = await reassignWorks(trx, clusterIds);
  const changed = new Set([...clusterIds, ...moved]);
  await appendOutbox(
    trx,
    [...changed].map((recordId): Change => ({ kind: "cluster", recordId, op: "upsert" })),
  );
  return { decisions: ids.length, changed: changed.size };
}
