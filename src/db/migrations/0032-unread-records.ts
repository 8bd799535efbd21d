import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Records that some reader passes over: one with which it did not come to an end, or that broke it. */
export async function createUnreadRecords(db: Kysely<unknown>): Promise<void> {
  const { text, keyedTableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("unread_records")
    .addColumn("reader", text, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("record_id", text, (column) => column.notNull())
    .addColumn("reason", text, (column) => column.notNull())
    .addColumn("noted_at", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("unread_records_key", ["reader", "record_id"])
    .modifyEnd(keyedTableEnd)
    .execute();
}
