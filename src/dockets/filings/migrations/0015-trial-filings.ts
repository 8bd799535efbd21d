import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Filings of state trial courts with their words. */
export async function createTrialFilings(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("trial_filings")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("source_id", text, (column) => column.notNull())
    .addColumn("case_id", text, (column) => column.notNull().references("cases.id"))
    .addColumn("entry_number", text)
    .addColumn("attachment_number", integer, (column) => column.check(sql`attachment_number > 0`))
    .addColumn("type", text, (column) => column.notNull())
    .addColumn("type_confidence_pct", integer, (column) => column.notNull())
    .addColumn("title", text)
    .addColumn("description", text)
    .addColumn("date_filed", text)
    .addColumn("source_url", text)
    .addColumn("text_state", text, (column) => column.notNull())
    .addColumn("text_chars", integer, (column) => column.notNull())
    .addColumn("content_hash", text, (column) => column.notNull())
    .addUniqueConstraint("trial_filings_source_unique", ["source", "source_id"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("trial_filings_case").on("trial_filings").columns(["case_id", "entry_number"]).execute();
  await db.schema
    .createTable("trial_filing_texts")
    .addColumn("filing_id", text, (column) =>
      column.primaryKey().notNull().references("trial_filings.id").onDelete("cascade"),
    )
    .addColumn("text", text, (column) => column.notNull())
    .addColumn("page_starts", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
