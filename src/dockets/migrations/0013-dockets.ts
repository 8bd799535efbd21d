import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Dockets: what sources said of them, and what was made of it. */
export async function createDockets(db: Kysely<unknown>): Promise<void> {
  await createSheets(db);
  await createEntries(db);
}

async function createSheets(db: Kysely<unknown>): Promise<void> {
  const { text, integer, blob, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("dockets")
    .addColumn("id", text, (column) => column.primaryKey().notNull().references("cases.id"))
    .addColumn("court_id", text, (column) => column.notNull())
    .addColumn("docket_number", text)
    .addColumn("caption", text)
    .addColumn("date_filed", text)
    .addColumn("date_terminated", text)
    .addColumn("facts", text, (column) => column.notNull())
    .addColumn("coverage", text, (column) => column.notNull())
    .addColumn("freshness", text, (column) => column.notNull())
    .addColumn("latest_entry_date", text)
    .addColumn("content_hash", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("docket_pacer_ids")
    .addColumn("court_id", text, (column) => column.notNull())
    .addColumn("pacer_case_id", text, (column) => column.notNull())
    .addColumn("docket_id", text, (column) => column.notNull().references("dockets.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("docket_pacer_ids_pkey", ["court_id", "pacer_case_id"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("docket_pacer_ids_docket").on("docket_pacer_ids").column("docket_id").execute();
  await db.schema
    .createTable("docket_sightings")
    .addColumn("docket_id", text, (column) => column.notNull().references("dockets.id").onDelete("cascade"))
    .addColumn("id", text, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("place", text)
    .addColumn("as_of", text)
    .addColumn("fetched_at", text)
    .addColumn("billed_pages", integer)
    .addColumn("cost_cents", integer)
    .addColumn("body", blob, (column) => column.notNull())
    .addPrimaryKeyConstraint("docket_sightings_pkey", ["docket_id", "id"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("docket_sightings_source").on("docket_sightings").column("source").execute();
  await db.schema
    .createTable("docket_parties")
    .addColumn("docket_id", text, (column) => column.notNull().references("dockets.id").onDelete("cascade"))
    .addColumn("ordinal", integer, (column) => column.notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("type", text, (column) => column.notNull())
    .addColumn("details", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("docket_parties_pkey", ["docket_id", "ordinal"])
    .modifyEnd(tableEnd)
    .execute();
}

async function createEntries(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("docket_entries")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("docket_id", text, (column) => column.notNull().references("dockets.id").onDelete("cascade"))
    .addColumn("ordinal", integer, (column) => column.notNull())
    .addColumn("number", text)
    .addColumn("pacer_seq_no", text)
    .addColumn("date_filed", text)
    .addColumn("date_entered", text)
    .addColumn("description", text)
    .addColumn("short_description", text)
    .addColumn("told_by", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("docket_entries_order").on("docket_entries").columns(["docket_id", "ordinal"]).execute();
  await db.schema.createIndex("docket_entries_number").on("docket_entries").columns(["docket_id", "number"]).execute();
  await db.schema
    .createTable("filings")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("entry_id", text, (column) => column.notNull().references("docket_entries.id").onDelete("cascade"))
    .addColumn("docket_id", text, (column) => column.notNull())
    .addColumn("attachment", integer, (column) => column.notNull())
    .addColumn("description", text)
    .addColumn("page_count", integer)
    .addColumn("file_size_bytes", integer)
    .addColumn("pacer_doc_id", text)
    .addColumn("availability", text, (column) =>
      column.check(sql`availability in ('available', 'free', 'sealed', 'unavailable')`),
    )
    .addColumn("document_type", text)
    .addUniqueConstraint("filings_attachment_unique", ["entry_id", "attachment"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("filings_docket").on("filings").column("docket_id").execute();
  await db.schema
    .createTable("filing_texts")
    .addColumn("filing_id", text, (column) => column.primaryKey().notNull())
    .addColumn("text", text, (column) => column.notNull())
    .addColumn("text_chars", integer, (column) => column.notNull())
    .addColumn("page_starts", text, (column) => column.notNull())
    .addColumn("read_by", text, (column) => column.notNull())
    .addColumn("obtained_from", text, (column) => column.notNull())
    .addColumn("obtained_at", text)
    .addColumn("cost_cents", integer)
    .addColumn("content_hash", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
