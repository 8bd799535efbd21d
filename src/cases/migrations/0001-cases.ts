import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** One matter in one court. */
export async function createCases(db: Kysely<unknown>): Promise<void> {
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("cases")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("source_id", text, (column) => column.notNull())
    .addColumn("court_id", text, (column) => column.notNull())
    .addColumn("docket_number", text)
    .addColumn("docket_key", text)
    .addColumn("caption", text, (column) => column.notNull())
    .addColumn("date_filed", text)
    .addColumn("date_terminated", text)
    .addUniqueConstraint("cases_source_unique", ["source", "source_id"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("cases_docket").on("cases").columns(["docket_key", "court_id"]).execute();
}
