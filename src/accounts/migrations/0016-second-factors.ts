import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Authenticators, and the codes for when they are lost. */
export async function createSecondFactors(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("second_factors")
    .addColumn("user_id", text, (column) => column.primaryKey().notNull().references("users.id").onDelete("cascade"))
    .addColumn("secret", text, (column) => column.notNull())
    .addColumn("confirmed_at", text)
    .addColumn("last_step", integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("recovery_codes")
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("code_hash", text, (column) => column.notNull())
    .addColumn("used_at", text)
    .addPrimaryKeyConstraint("recovery_codes_key", ["user_id", "code_hash"])
    .modifyEnd(tableEnd)
    .execute();
}
