import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** What the search index was given: by it a later change finds what to take back. */
export async function createIndexedOpinions(db: Kysely<unknown>): Promise<void> {
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("indexed_opinions")
    .addColumn("opinion_id", text, (column) => column.primaryKey().notNull())
    .addColumn("cluster_id", text, (column) => column.notNull())
    .addColumn("work_id", text, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull().check(sql`state in ('indexed', 'copy', 'skipped')`))
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("indexed_opinions_cluster").on("indexed_opinions").column("cluster_id").execute();
  await db.schema.createIndex("indexed_opinions_work").on("indexed_opinions").column("work_id").execute();
  await db.schema.createIndex("indexed_opinions_state").on("indexed_opinions").column("state").execute();
}
