import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** People, what they sign in with, and what is noted of it. */
export async function createUsers(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("users")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("email", text, (column) => column.notNull().unique())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("password_hash", text, (column) => column.notNull())
    .addColumn("is_admin", integer, (column) => column.notNull().check(sql`is_admin in (0, 1)`))
    .addColumn("suspended_at", text)
    .addColumn("created_at", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await createSessions(db);
  await createOneTimeLinks(db);
  await db.schema
    .createTable("guesses")
    .addColumn("name", text, (column) => column.primaryKey().notNull())
    .addColumn("count", integer, (column) => column.notNull())
    .addColumn("last_at", text, (column) => column.notNull())
    .addColumn("blocked_until", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await createAuditEvents(db);
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("sessions")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("token_hash", text, (column) => column.notNull().unique())
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("seen_at", text, (column) => column.notNull())
    .addColumn("expires_at", text, (column) => column.notNull())
    .addColumn("method", text, (column) => column.notNull())
    .addColumn("address", text)
    .addColumn("agent", text)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("sessions_by_user").on("sessions").column("user_id").execute();
}

async function createOneTimeLinks(db: Kysely<unknown>): Promise<void> {
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("one_time_links")
    .addColumn("token_hash", text, (column) => column.primaryKey().notNull())
    .addColumn("purpose", text, (column) => column.notNull())
    .addColumn("email", text)
    .addColumn("user_id", text, (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("detail", text, (column) => column.notNull())
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("expires_at", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}

async function createAuditEvents(db: Kysely<unknown>): Promise<void> {
  const { text, identity, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("audit_events")
    .addColumn("id", identity)
    .addColumn("at", text, (column) => column.notNull())
    .addColumn("event", text, (column) => column.notNull())
    .addColumn("actor_id", text)
    .addColumn("user_id", text)
    .addColumn("address", text)
    .addColumn("agent", text)
    .addColumn("detail", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("audit_events_by_user").on("audit_events").columns(["user_id", "id"]).execute();
}
