import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Who cites whom, with what words and to what effect; all of it derived from the texts. */
export async function createCiting(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("citing_edges")
    .addColumn("citing_opinion_id", text, (column) => column.notNull())
    .addColumn("authority", integer, (column) => column.notNull())
    .addColumn("citing_cluster_id", text, (column) => column.notNull())
    .addColumn("cited_cluster_id", text)
    .addColumn("resolution", text, (column) => column.notNull())
    .addColumn("cited_as", text, (column) => column.notNull())
    .addColumn("mentions", integer, (column) => column.notNull())
    .addColumn("first_start", integer, (column) => column.notNull())
    .addColumn("first_end", integer, (column) => column.notNull())
    .addColumn("pin_cites", text, (column) => column.notNull())
    .addColumn("passages", text, (column) => column.notNull())
    .addColumn("treatment", text, (column) => column.notNull())
    .addColumn("voice", text, (column) => column.notNull())
    .addColumn("authoritative", integer, (column) => column.notNull().check(sql`authoritative in (0, 1)`))
    .addColumn("cue", text)
    .addColumn("quote", text)
    .addColumn("quote_start", integer)
    .addColumn("told_by", text)
    .addPrimaryKeyConstraint("citing_edges_pkey", ["citing_opinion_id", "authority"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("citing_edges_cited").on("citing_edges").column("cited_cluster_id").execute();
  await db.schema.createIndex("citing_edges_citing").on("citing_edges").column("citing_cluster_id").execute();

  await db.schema
    .createTable("citing_keys")
    .addColumn("lookup_key", text, (column) => column.notNull())
    .addColumn("citing_opinion_id", text, (column) => column.notNull())
    .addColumn("authority", integer, (column) => column.notNull())
    .addColumn("year", integer)
    .addColumn("court_id", text)
    .addColumn("name", text)
    .addPrimaryKeyConstraint("citing_keys_pkey", ["lookup_key", "citing_opinion_id", "authority"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("citing_keys_opinion").on("citing_keys").column("citing_opinion_id").execute();

  await db.schema
    .createTable("treatment_summaries")
    .addColumn("work_id", text, (column) => column.primaryKey().notNull())
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("citation_count", integer, (column) => column.notNull())
    .addColumn("negative", integer, (column) => column.notNull())
    .addColumn("caution", integer, (column) => column.notNull())
    .addColumn("history", text, (column) => column.notNull())
    .addColumn("more", integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
