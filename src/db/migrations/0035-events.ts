import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** What has happened to records and to what is derived from them, in its order, for whoever acts on it. */
export async function createEvents(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("events")
    .addColumn("seq", integer, (column) => column.primaryKey().notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("record_id", text, (column) => column.notNull())
    .addColumn("happened_at", text, (column) => column.notNull())
    .addColumn("detail", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
