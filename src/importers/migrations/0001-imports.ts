import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Runs of imports, and how far each has come. */
export async function createImports(db: Kysely<unknown>): Promise<void> {
  const { text, integer, identity, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("import_runs")
    .addColumn("id", identity)
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("input", text, (column) => column.notNull())
    .addColumn("started_at", text, (column) => column.notNull())
    .addColumn("finished_at", text)
    .addColumn("counts", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("import_positions")
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("file_key", text, (column) => column.notNull())
    .addColumn("position", integer, (column) => column.notNull())
    .addColumn("counts", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("import_positions_pkey", ["source", "file_key"])
    .modifyEnd(tableEnd)
    .execute();
}
