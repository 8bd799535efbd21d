import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Passkeys, and what their devices are asked to sign. */
export async function createPasskeys(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("passkeys")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("public_key", text, (column) => column.notNull())
    .addColumn("counter", integer, (column) => column.notNull())
    .addColumn("is_synced", integer, (column) => column.notNull())
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("last_used_at", text)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("passkeys_by_user").on("passkeys").column("user_id").execute();
  await db.schema
    .createTable("passkey_challenges")
    .addColumn("challenge_hash", text, (column) => column.primaryKey().notNull())
    .addColumn("purpose", text, (column) => column.notNull())
    .addColumn("user_id", text, (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("expires_at", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
