import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";
import { startProjectionOver } from "#db/migrations/projections.ts";

/** Which opinions cite which provision of law. The citator starts over, so that every opinion is read for them. */
export async function createCitingLaws(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("citing_laws")
    .addColumn("law_key", text, (column) => column.notNull())
    .addColumn("citing_opinion_id", text, (column) => column.notNull())
    .addColumn("citing_cluster_id", text, (column) => column.notNull())
    .addColumn("cited_as", text, (column) => column.notNull())
    .addColumn("mentions", integer, (column) => column.notNull())
    .addColumn("pin_cites", text, (column) => column.notNull())
    .addColumn("first_start", integer, (column) => column.notNull())
    .addColumn("first_end", integer, (column) => column.notNull())
    .addColumn("quote", text, (column) => column.notNull())
    .addColumn("quote_start", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("citing_laws_pkey", ["law_key", "citing_opinion_id"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("citing_laws_opinion").on("citing_laws").column("citing_opinion_id").execute();
  await startProjectionOver(db, "citator");
}
