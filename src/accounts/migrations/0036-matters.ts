import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** For which client or matter something was used: of lines of the ledger, of what is held, and of keys; and what each may cost. */
export async function addMatters(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  for (const table of ["api_keys", "ledger", "reservations"])
    await db.schema.alterTable(table).addColumn("matter", text).execute();
  await db.schema.createIndex("reservations_by_matter").on("reservations").columns(["payer_id", "matter"]).execute();
  await db.schema
    .createTable("matter_rules")
    .addColumn("organization_id", text, (column) =>
      column.primaryKey().notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("pattern", text)
    .addColumn("is_required", integer, (column) => column.notNull())
    .addColumn("is_listed", integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("matters")
    .addColumn("organization_id", text, (column) => column.notNull().references("organizations.id").onDelete("cascade"))
    .addColumn("number", text, (column) => column.notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("matters_key", ["organization_id", "number"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("matter_budgets")
    .addColumn("payer_id", text, (column) => column.notNull())
    .addColumn("matter", text, (column) => column.notNull())
    .addColumn("budget_microusd", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("matter_budgets_key", ["payer_id", "matter"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("spending_warnings")
    .addColumn("payer_id", text, (column) => column.notNull())
    .addColumn("about", text, (column) => column.notNull())
    .addColumn("percent", integer, (column) => column.notNull())
    .addColumn("at", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("spending_warnings_key", ["payer_id", "about", "percent"])
    .modifyEnd(tableEnd)
    .execute();
}
