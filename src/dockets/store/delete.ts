import type { DecisionDays } from "#cases/matters.ts";
import { reassignMatters } from "#cases/matters.ts";
import { deleteCases } from "#cases/store.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Trx } from "#db/connection.ts";
import { appendEvents } from "#db/events.ts";
import type { NewEvent } from "#db/events.ts";
import { appendOutbox } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import { refold } from "./refold.ts";

const DOCKETS_PER_TRANSACTION = 100;

/**
 * Forgets what a source said. Dockets that others tell of too are made anew without it; the rest go, with their entries,
 * filings and words. Returns how many dockets it had told of.
 */
export async function deleteDocketsOfSource(db: Db, source: string, daysOf: DecisionDays): Promise<number> {
  let deleted = 0;
  for (let some = -1; some !== 0; deleted += Math.max(0, some)) {
    some = await transaction(db, async (trx) => deleteSome(trx, source, daysOf));
  }
  return deleted;
}

async function deleteSome(trx: Trx, source: string, daysOf: DecisionDays): Promise<number> {
  const rows = await trx
    .selectFrom("docket_sightings")
    .select("docket_id")
    .distinct()
    .where("source", "=", source)
    .orderBy("docket_id")
    .limit(DOCKETS_PER_TRANSACTION)
    .execute();
  const ids = rows.map(({ docket_id }) => docket_id);
  if (ids.length === 0) return 0;
  await trx.deleteFrom("docket_sightings").where("source", "=", source).where("docket_id", "in", ids).execute();
  const left = await trx
    .selectFrom("docket_sightings")
    .select("docket_id")
    .distinct()
    .where("docket_id", "in", ids)
    .execute();
  const kept = new Set(left.map(({ docket_id }) => docket_id));
  const changes: Change[] = [];
  const events: NewEvent<"docket_changed">[] = [];
  const changedCases: string[] = [];
  for (const id of kept) {
    const outcome = await refold(trx, id);
    changes.push(...outcome.changes);
    events.push(...outcome.events);
    if (outcome.isCaseChanged) changedCases.push(id);
  }
  const gone = await deleteWhole(
    trx,
    ids.filter((id) => !kept.has(id)),
  );
  await reassignMatters(trx, changedCases, daysOf, gone.matters);
  await appendEvents(trx, events);
  await appendOutbox(trx, [...changes, ...gone.changes]);
  return ids.length;
}

async function deleteWhole(
  trx: Trx,
  ids: readonly string[],
): Promise<{ readonly matters: readonly string[]; readonly changes: readonly Change[] }> {
  const changes: Change[] = ids.map((recordId) => ({ kind: "docket", recordId, op: "delete" }));
  for (const part of inParts(ids)) {
    const filings = await trx.selectFrom("filings").select("id").where("docket_id", "in", part).orderBy("id").execute();
    for (const some of inParts(filings)) {
      const filingIds = some.map(({ id }) => id);
      await trx.deleteFrom("filing_texts").where("filing_id", "in", filingIds).execute();
      changes.push(...filingIds.map((recordId): Change => ({ kind: "filing", recordId, op: "delete" })));
    }
    await trx.deleteFrom("dockets").where("id", "in", part).execute();
  }
  return { matters: await deleteCases(trx, ids), changes };
}
