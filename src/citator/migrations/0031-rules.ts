import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** By which rules each opinion was read and each standing made; of what an earlier program made that is not known. */
export async function noteRules(db: Kysely<unknown>): Promise<void> {
  const { integer } = columnTypesOf(db);
  for (const table of ["citing_opinions", "treatment_summaries"]) {
    await db.schema
      .alterTable(table)
      .addColumn("rules", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex(`${table}_rules`).on(table).column("rules").execute();
  }
}
