import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";
import type { ColumnTypes } from "#db/column-types.ts";

/** Decisions, their citations, opinions and texts. */
export async function createDecisions(db: Kysely<unknown>): Promise<void> {
  const types = columnTypesOf(db);
  await createClusters(db, types);
  await createOpinions(db, types);
}

async function createClusters(db: Kysely<unknown>, { text, integer, tableEnd }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("clusters")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("source_id", text, (column) => column.notNull())
    .addColumn("case_id", text, (column) => column.notNull().references("cases.id"))
    .addColumn("work_id", text, (column) => column.notNull())
    .addColumn("public_number", integer, (column) => column.notNull().unique())
    .addColumn("court_id", text, (column) => column.notNull())
    .addColumn("case_name", text, (column) => column.notNull())
    .addColumn("slug", text, (column) => column.notNull())
    .addColumn("date_filed", text)
    .addColumn("date_precision", text, (column) => column.notNull())
    .addColumn("publish_status", text, (column) => column.notNull())
    .addColumn("judges", text)
    .addColumn("headmatter_html", text)
    .addColumn("content_hash", text, (column) => column.notNull())
    .addUniqueConstraint("clusters_source_unique", ["source", "source_id"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("clusters_case").on("clusters").column("case_id").execute();
  await db.schema.createIndex("clusters_work").on("clusters").column("work_id").execute();
  await db.schema.createIndex("clusters_court").on("clusters").columns(["court_id", "date_filed"]).execute();

  await db.schema
    .createTable("cluster_citations")
    .addColumn("cluster_id", text, (column) => column.notNull().references("clusters.id").onDelete("cascade"))
    .addColumn("ordinal", integer, (column) => column.notNull())
    .addColumn("volume", text, (column) => column.notNull())
    .addColumn("reporter", text, (column) => column.notNull())
    .addColumn("page", text, (column) => column.notNull())
    .addColumn("cited_as", text, (column) => column.notNull())
    .addColumn("lookup_key", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("cluster_citations_pkey", ["cluster_id", "ordinal"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("cluster_citations_lookup").on("cluster_citations").column("lookup_key").execute();
}

async function createOpinions(db: Kysely<unknown>, { text, integer, blob, tableEnd }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("opinions")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("source_id", text, (column) => column.notNull())
    .addColumn("cluster_id", text, (column) => column.notNull().references("clusters.id").onDelete("cascade"))
    .addColumn("ordinal", integer, (column) => column.notNull())
    .addColumn("type", text, (column) => column.notNull())
    .addColumn("author", text)
    .addColumn("joined_by", text)
    .addColumn("judges", text)
    .addColumn("per_curiam", integer, (column) => column.notNull().check(sql`per_curiam in (0, 1)`))
    .addColumn("en_banc", integer, (column) => column.notNull().check(sql`en_banc in (0, 1)`))
    .addColumn("publish_status", text, (column) => column.notNull())
    .addColumn("precedential_note", text)
    .addColumn("pagination_citation", text)
    .addColumn("text_source", text, (column) => column.notNull())
    .addColumn("text_chars", integer, (column) => column.notNull())
    .addColumn("content_hash", text, (column) => column.notNull())
    .addUniqueConstraint("opinions_source_unique", ["source", "source_id"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("opinions_cluster").on("opinions").columns(["cluster_id", "ordinal"]).execute();

  await db.schema
    .createTable("opinion_texts")
    .addColumn("opinion_id", text, (column) =>
      column.primaryKey().notNull().references("opinions.id").onDelete("cascade"),
    )
    .addColumn("html", text, (column) => column.notNull())
    .addColumn("text", text, (column) => column.notNull())
    .addColumn("offset_map", blob, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
