import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Trx } from "#db/connection.ts";
import { appendOutbox } from "#db/outbox.ts";
import { reassignWorks } from "../works.ts";

const DECISIONS_AT_ONCE = 500;

/** Joins the decisions held into works by the rule that compares days and texts too. */
export async function joinHeldWorks(db: Kysely<unknown>): Promise<void> {
  // Few decisions have no exact day, and those that have one look for them among all of their court.
  await sql`create index clusters_vague on clusters (court_id, date_filed) where date_precision <> 'day'`.execute(db);
  const trx = db as unknown as Trx;
  for (let after = ""; ;) {
    const { rows } = await sql<{ id: string }>`select id from clusters where id > ${after}
      order by id limit ${DECISIONS_AT_ONCE}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const moved = await reassignWorks(
      trx,
      rows.map(({ id }) => id),
      [],
      // Where that would be noted is made by a later migration.
      async () => undefined,
    );
    await appendOutbox(
      trx,
      moved.map((recordId) => ({ kind: "cluster", recordId, op: "upsert" })),
    );
  }
}
