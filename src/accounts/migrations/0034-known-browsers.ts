import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Browsers in which somebody has signed in. */
export async function createKnownBrowsers(db: Kysely<unknown>): Promise<void> {
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("known_browsers")
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("token_hash", text, (column) => column.notNull())
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("seen_at", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("known_browsers_key", ["user_id", "token_hash"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("known_browsers_by_token").on("known_browsers").column("token_hash").execute();
}
