import type { Kysely } from "kysely";

/** What a person has used for others, and done to others, is found for their export and when they leave. */
export async function findByPerson(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("ledger_by_spender").on("ledger").columns(["spender_id", "id"]).execute();
  await db.schema.createIndex("audit_events_by_actor").on("audit_events").column("actor_id").execute();
}
