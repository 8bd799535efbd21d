import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Keys. */
export async function createApiKeys(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("api_keys")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("prefix", text, (column) => column.notNull())
    .addColumn("hash", text, (column) => column.notNull().unique())
    .addColumn("full_historical_access", integer, (column) =>
      column.notNull().check(sql`full_historical_access in (0, 1)`),
    )
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("expires_at", text)
    .addColumn("revoked_at", text)
    .addColumn("last_used_at", text)
    .modifyEnd(tableEnd)
    .execute();
}
