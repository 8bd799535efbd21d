import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";
import { startProjectionOver } from "#db/migrations/projections.ts";

const COUNTS = [
  "citation_count",
  "negative",
  "caution",
  "more",
  "relied",
  "distinguished",
  "distinguished_binding",
  "cautioned",
  "cautioned_binding",
  "ended",
] as const;

/**
 * Which edge speaks for its decision and how it counts is kept with it, and of each work the tally of those that cite it.
 * Tallies begin with nothing, so the citator reads every opinion anew.
 */
export async function keepTallies(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema.alterTable("citing_edges").addColumn("counts_as", text).execute();
  await db.schema.alterTable("citing_edges").addColumn("place", text).execute();
  await db.schema.dropIndex("citing_edges_cited").execute();
  await db.schema
    .createIndex("citing_edges_cited")
    .on("citing_edges")
    .columns(["cited_cluster_id", "counts_as", "place"])
    .where("cited_cluster_id", "is not", null)
    .execute();
  await db.schema.createIndex("citator_decisions_work").on("citator_decisions").column("work_id").execute();

  await db.schema.dropTable("treatment_summaries").execute();
  let summaries = db.schema
    .createTable("treatment_summaries")
    .addColumn("work_id", text, (column) => column.primaryKey().notNull())
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("history", text, (column) => column.notNull())
    .addColumn("court_id", text, (column) => column.notNull());
  for (const count of COUNTS) summaries = summaries.addColumn(count, integer, (column) => column.notNull());
  await summaries.modifyEnd(tableEnd).execute();
  for (const table of ["citing_opinions", "citing_edges", "citing_keys", "citing_laws", "citator_decisions"])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await startProjectionOver(db, "citator");
}
