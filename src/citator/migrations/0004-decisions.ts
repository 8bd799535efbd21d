import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";
import { startProjectionOver } from "#db/migrations/projections.ts";

/** What the citator last knew of each decision. The citator starts over, so that it knows all of them. */
export async function createCitatorDecisions(db: Kysely<unknown>): Promise<void> {
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("citator_decisions")
    .addColumn("cluster_id", text, (column) => column.notNull())
    .addColumn("lookup_key", text, (column) => column.notNull())
    .addColumn("work_id", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("citator_decisions_pkey", ["cluster_id", "lookup_key"])
    .modifyEnd(tableEnd)
    .execute();
  await startProjectionOver(db, "citator");
}
