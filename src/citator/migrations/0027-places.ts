import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";
import { startProjectionOver } from "#db/migrations/projections.ts";

/**
 * What opinions say is kept as places in their texts, under small numbers of the opinions. Where a sentence stands in
 * UTF-8 the old rows do not tell, so the citator reads every opinion anew; how decisions stand is kept meanwhile.
 */
export async function keepPlaces(db: Kysely<unknown>): Promise<void> {
  const { identity, text, integer, blob, tableEnd, keyedTableEnd } = columnTypesOf(db);
  for (const table of ["citing_edges", "citing_keys", "citing_laws"]) await db.schema.dropTable(table).execute();

  await db.schema
    .createTable("citing_opinions")
    .addColumn("id", identity)
    .addColumn("opinion_id", text, (column) => column.notNull().unique())
    .addColumn("cluster_id", text, (column) => column.notNull())
    .addColumn("text_chars", integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("citing_opinions_cluster").on("citing_opinions").column("cluster_id").execute();

  await db.schema
    .createTable("citing_edges")
    .addColumn("citing_id", integer, (column) => column.notNull())
    .addColumn("authority", integer, (column) => column.notNull())
    .addColumn("cited_cluster_id", text)
    .addColumn("resolution", text, (column) => column.notNull())
    .addColumn("cited_as", text, (column) => column.notNull())
    .addColumn("year", integer)
    .addColumn("court_id", text)
    .addColumn("name", text)
    .addColumn("mentions", integer, (column) => column.notNull())
    .addColumn("passages", blob)
    .addColumn("treatment", text, (column) => column.notNull())
    .addColumn("voice", text, (column) => column.notNull())
    .addColumn("authoritative", integer, (column) => column.notNull().check(sql`authoritative in (0, 1)`))
    .addColumn("cue", text)
    .addColumn("quote_start", integer, (column) => column.notNull())
    .addColumn("quote_bytes", integer, (column) => column.notNull())
    .addColumn("told_by", text)
    .addPrimaryKeyConstraint("citing_edges_pkey", ["citing_id", "authority"])
    .modifyEnd(keyedTableEnd)
    .execute();
  await db.schema
    .createIndex("citing_edges_cited")
    .on("citing_edges")
    .column("cited_cluster_id")
    .where(sql.ref("cited_cluster_id"), "is not", null)
    .execute();

  await db.schema
    .createTable("citing_keys")
    .addColumn("lookup_key", text, (column) => column.notNull())
    .addColumn("citing_id", integer, (column) => column.notNull())
    .addColumn("authority", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("citing_keys_pkey", ["lookup_key", "citing_id", "authority"])
    .modifyEnd(keyedTableEnd)
    .execute();
  await db.schema.createIndex("citing_keys_citing").on("citing_keys").column("citing_id").execute();

  await db.schema
    .createTable("citing_laws")
    .addColumn("law_key", text, (column) => column.notNull())
    .addColumn("citing_id", integer, (column) => column.notNull())
    .addColumn("cited_as", text, (column) => column.notNull())
    .addColumn("mentions", integer, (column) => column.notNull())
    .addColumn("pin_cites", text, (column) => column.notNull())
    .addColumn("quote_start", integer, (column) => column.notNull())
    .addColumn("quote_bytes", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("citing_laws_pkey", ["law_key", "citing_id"])
    .modifyEnd(keyedTableEnd)
    .execute();
  await db.schema.createIndex("citing_laws_citing").on("citing_laws").column("citing_id").execute();
  await startProjectionOver(db, "citator");
}
