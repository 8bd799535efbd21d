import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** What changed, numbers given out, and how far followers have come. */
export async function createSequences(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("outbox")
    .addColumn("seq", integer, (column) => column.primaryKey().notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("record_id", text, (column) => column.notNull())
    .addColumn("op", text, (column) => column.notNull().check(sql`op in ('upsert', 'delete')`))
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("counters")
    .addColumn("name", text, (column) => column.primaryKey().notNull())
    .addColumn("value", integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("projections")
    .addColumn("name", text, (column) => column.primaryKey().notNull())
    .addColumn("position", integer, (column) => column.notNull())
    .addColumn("updated_at", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
