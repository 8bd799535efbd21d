import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";
import { dialectOf } from "#db/dialect.ts";

/** What was used and what it cost. */
export async function createLedger(db: Kysely<unknown>): Promise<void> {
  const { text, integer, identity, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("ledger")
    .addColumn("id", identity)
    .addColumn("at", text, (column) => column.notNull())
    .addColumn("month", text, (column) => column.notNull())
    .addColumn("event", text, (column) => column.notNull())
    .addColumn("payer_id", text, (column) => column.notNull())
    .addColumn("spender_id", text, (column) => column.notNull())
    .addColumn("key_id", text)
    .addColumn("what", text, (column) => column.notNull())
    .addColumn("reservation_id", text)
    .addColumn("count", integer, (column) => column.notNull())
    .addColumn("included_microusd", integer, (column) => column.notNull())
    .addColumn("on_demand_microusd", integer, (column) => column.notNull())
    .addColumn("absorbed_microusd", integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("ledger_by_payer").on("ledger").columns(["payer_id", "month", "id"]).execute();
  await refuseChanges(db);
  await createReservations(db);
  await createCaps(db);
}

async function createReservations(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("reservations")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("payer_id", text, (column) => column.notNull())
    .addColumn("spender_id", text, (column) => column.notNull())
    .addColumn("key_id", text)
    .addColumn("what", text, (column) => column.notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("month", text, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("included_microusd", integer, (column) => column.notNull())
    .addColumn("on_demand_microusd", integer, (column) => column.notNull())
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("expires_at", text)
    .modifyEnd(tableEnd)
    .execute();
  await sql`create unique index reservations_once on reservations (payer_id, name) where state in ('open', 'settled')`.execute(
    db,
  );
  await sql`create index reservations_to_expire on reservations (expires_at) where state = 'open'`.execute(db);
  await db.schema
    .createTable("month_sums")
    .addColumn("payer_id", text, (column) => column.notNull())
    .addColumn("month", text, (column) => column.notNull())
    .addColumn("spender_id", text, (column) => column.notNull())
    .addColumn("included_used", integer, (column) => column.notNull())
    .addColumn("included_held", integer, (column) => column.notNull())
    .addColumn("on_demand_used", integer, (column) => column.notNull())
    .addColumn("on_demand_held", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("month_sums_key", ["payer_id", "month", "spender_id"])
    .modifyEnd(tableEnd)
    .execute();
}

async function createCaps(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("payers")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("opted_in_at", text)
    .addColumn("cap_microusd", integer, (column) => column.notNull())
    .addColumn("member_cap_microusd", integer)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("member_caps")
    .addColumn("payer_id", text, (column) => column.notNull())
    .addColumn("spender_id", text, (column) => column.notNull())
    .addColumn("cap_microusd", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("member_caps_key", ["payer_id", "spender_id"])
    .modifyEnd(tableEnd)
    .execute();
}

/** The database itself refuses to change or take away what is in the ledger, whoever asks. */
async function refuseChanges(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === "postgres") {
    await sql`create function refuse_change_of_ledger() returns trigger language plpgsql
      as 'begin raise exception ''the ledger is only added to''; end'`.execute(db);
    await sql`create trigger ledger_is_kept before update or delete on ledger
      for each row execute function refuse_change_of_ledger()`.execute(db);
    return;
  }
  for (const change of ["update", "delete"]) {
    const trigger = `create trigger ledger_is_kept_from_${change} before ${change} on ledger
      begin select raise(abort, 'the ledger is only added to'); end`;
    await sql.raw(trigger).execute(db);
  }
}
