import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Organizations and their teams, plans, and keys of users and teams. */
export async function createTeams(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("organizations")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("may_make_keys", integer, (column) => column.notNull().check(sql`may_make_keys in (0, 1)`))
    .addColumn("created_at", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("teams")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("organization_id", text, (column) => column.notNull().references("organizations.id").onDelete("cascade"))
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("created_at", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("teams_by_organization").on("teams").column("organization_id").execute();
  await createMembers(db);
  await createInvitations(db);
  await createPlans(db);
  await db.schema
    .alterTable("users")
    .addColumn("team_id", text, (column) => column.references("teams.id").onDelete("set null"))
    .execute();
  await addHoldersOfKeys(db);
}

async function createMembers(db: Kysely<unknown>): Promise<void> {
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("organization_members")
    .addColumn("organization_id", text, (column) => column.notNull().references("organizations.id").onDelete("cascade"))
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("role", text, (column) => column.notNull())
    .addColumn("joined_at", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("organization_members_key", ["organization_id", "user_id"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("organization_members_by_user").on("organization_members").column("user_id").execute();
  await db.schema
    .createTable("team_members")
    .addColumn("team_id", text, (column) => column.notNull().references("teams.id").onDelete("cascade"))
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("role", text, (column) => column.notNull())
    .addColumn("joined_at", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("team_members_key", ["team_id", "user_id"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("team_members_by_user").on("team_members").column("user_id").execute();
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("invitations")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("organization_id", text, (column) => column.notNull().references("organizations.id").onDelete("cascade"))
    .addColumn("team_id", text, (column) => column.references("teams.id").onDelete("cascade"))
    .addColumn("email", text, (column) => column.notNull())
    .addColumn("role", text, (column) => column.notNull())
    .addColumn("token_hash", text, (column) => column.notNull().unique())
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("expires_at", text, (column) => column.notNull())
    .addUniqueConstraint("invitations_once", ["organization_id", "email"])
    .modifyEnd(tableEnd)
    .execute();
}

async function createPlans(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("plans")
    .addColumn("name", text, (column) => column.primaryKey().notNull())
    .addColumn("historical", integer, (column) => column.notNull().check(sql`historical in (0, 1)`))
    .addColumn("records", integer, (column) => column.notNull().check(sql`records in (0, 1)`))
    .addColumn("included_microusd", integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await sql`insert into plans (name, historical, records, included_microusd) values ('standard', 0, 0, 0)`.execute(db);
  await db.schema
    .createTable("subscriptions")
    .addColumn("holder_id", text, (column) => column.primaryKey().notNull())
    .addColumn("plan", text, (column) => column.notNull().references("plans.name"))
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("since", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}

async function addHoldersOfKeys(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypesOf(db);
  const alter = () => db.schema.alterTable("api_keys");
  await alter().addColumn("user_id", text).execute();
  await alter().addColumn("team_id", text).execute();
  await alter()
    .addColumn("records_access", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await alter().addColumn("requests_per_minute", integer).execute();
  await alter().addColumn("requests_burst", integer).execute();
  await db.schema.createIndex("api_keys_by_user").on("api_keys").column("user_id").execute();
  await db.schema.createIndex("api_keys_by_team").on("api_keys").column("team_id").execute();
}
