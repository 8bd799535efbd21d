import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** What is to be done, and by whom it is being done. */
export async function createJobs(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("jobs")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("payload", text, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull().check(sql`state in ('waiting', 'parked', 'done')`))
    .addColumn("due_at", text, (column) => column.notNull())
    .addColumn("leased_by", text)
    .addColumn("leased_until", text)
    .addColumn("attempts", integer, (column) => column.notNull())
    .addColumn("error", text)
    .addColumn("result", text)
    .addColumn("updated_at", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("jobs_due").on("jobs").columns(["state", "due_at"]).execute();
}
