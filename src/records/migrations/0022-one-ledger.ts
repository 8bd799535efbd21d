import type { Kysely } from "kysely";

/** What is reserved and spent stands on the ledger of the accounts; the cap of the service is added up from purchases. */
export async function dropOwnBudgets(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("records_reservations").execute();
  await db.schema.dropTable("records_budgets").execute();
  await db.schema.createIndex("records_purchases_begun").on("records_purchases").column("begun_at").execute();
}
