import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** What the source says of a case, beside what its decisions' own texts make of it. Until they are read both are equal. */
export async function addSourceOfCases(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypesOf(db);
  await db.schema
    .alterTable("cases")
    .addColumn("source_court_id", text, (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.alterTable("cases").addColumn("source_docket_number", text).execute();
  await sql`update cases set source_court_id = court_id, source_docket_number = docket_number`.execute(db);
}
