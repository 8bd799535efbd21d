import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Words may have been read from pictures of pages: how surely, and which could not be. */
export async function noteRecognition(db: Kysely<unknown>): Promise<void> {
  const { integer } = columnTypesOf(db);
  for (const table of ["filing_texts", "trial_filing_texts"]) {
    await db.schema.alterTable(table).addColumn("confidence_pct", integer).execute();
    await db.schema.alterTable(table).addColumn("unread_pages", integer).execute();
  }
}
