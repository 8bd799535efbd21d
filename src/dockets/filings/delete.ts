import { reassignMatters } from "#cases/matters.ts";
import type { DecisionDays } from "#cases/matters.ts";
import { casesOfSource, deleteCases } from "#cases/store.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Trx } from "#db/connection.ts";
import { appendOutbox } from "#db/outbox.ts";

const PER_TRANSACTION = 500;

/** Removes the filings that came from a source with their cases, and returns how many filings those were. */
export async function deleteFilingsOfSource(db: Db, source: string, daysOf: DecisionDays): Promise<number> {
  let removed = 0;
  for (let some = -1; some !== 0; removed += some) some = await transaction(db, async (trx) => deleteSome(trx, source));
  for (let some = -1; some !== 0;) {
    some = await transaction(db, async (trx) => {
      const ids = await casesOfSource(trx, source, PER_TRANSACTION);
      await reassignMatters(trx, [], daysOf, await deleteCases(trx, ids));
      return ids.length;
    });
  }
  return removed;
}

async function deleteSome(trx: Trx, source: string): Promise<number> {
  const rows = await trx
    .selectFrom("trial_filings")
    .select("id")
    .where("source", "=", source)
    .orderBy("source_id")
    .limit(PER_TRANSACTION)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom("trial_filings").where("id", "in", ids).execute();
  await appendOutbox(
    trx,
    ids.map((recordId) => ({ kind: "trial_filing", recordId, op: "delete" })),
  );
  return rows.length;
}
