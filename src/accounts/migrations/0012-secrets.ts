import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** What the service signs with. */
export async function createSecrets(db: Kysely<unknown>): Promise<void> {
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("secrets")
    .addColumn("name", text, (column) => column.primaryKey().notNull())
    .addColumn("value", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
