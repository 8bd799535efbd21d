import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** What an organization wants of how its people sign in, and from where. */
export async function createSignInRules(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("sign_in_rules")
    .addColumn("organization_id", text, (column) =>
      column.primaryKey().notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("wants_factor", integer, (column) => column.notNull())
    .addColumn("whole_hours", integer)
    .addColumn("idle_hours", integer)
    .addColumn("networks", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
