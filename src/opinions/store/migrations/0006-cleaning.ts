import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** By which rules each opinion was cleaned, and where the characters of its source went. */
export async function addCleaning(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypesOf(db);
  await db.schema
    .alterTable("opinions")
    .addColumn("cleaning_version", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("opinions").addColumn("text_account", text).execute();
}
