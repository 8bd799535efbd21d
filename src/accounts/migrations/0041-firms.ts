import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Signing in with a firm's identity provider. */
export async function createFirms(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("firm_connections")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("organization_id", text, (column) =>
      column.notNull().unique().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("issuer", text, (column) => column.notNull())
    .addColumn("client_id", text, (column) => column.notNull())
    .addColumn("client_secret", text, (column) => column.notNull())
    .addColumn("groups_claim", text, (column) => column.notNull())
    .addColumn("trusts_mail", integer, (column) => column.notNull())
    .addColumn("is_enforced", integer, (column) => column.notNull())
    .addColumn("break_glass_id", text)
    .addColumn("created_at", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("firm_domains")
    .addColumn("organization_id", text, (column) => column.notNull().references("organizations.id").onDelete("cascade"))
    .addColumn("domain", text, (column) => column.notNull())
    .addColumn("proof", text, (column) => column.notNull())
    .addColumn("verified_at", text)
    .addColumn("verified_by", text)
    .addPrimaryKeyConstraint("firm_domains_key", ["organization_id", "domain"])
    .modifyEnd(tableEnd)
    .execute();
  // Of those who name a domain one alone has it.
  await db.schema
    .createIndex("firm_domains_verified")
    .unique()
    .on("firm_domains")
    .column("domain")
    .where(sql.ref("verified_at"), "is not", null)
    .execute();
  await db.schema
    .createTable("firm_group_rules")
    .addColumn("organization_id", text, (column) => column.notNull().references("organizations.id").onDelete("cascade"))
    .addColumn("group_name", text, (column) => column.notNull())
    .addColumn("role", text, (column) => column.notNull())
    .addColumn("team_id", text, (column) => column.references("teams.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("firm_group_rules_key", ["organization_id", "group_name"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("firm_identities")
    .addColumn("issuer", text, (column) => column.notNull())
    .addColumn("subject", text, (column) => column.notNull())
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("organization_id", text, (column) => column.notNull().references("organizations.id").onDelete("cascade"))
    .addColumn("created_at", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("firm_identities_key", ["issuer", "subject"])
    .addUniqueConstraint("firm_identities_one", ["issuer", "user_id"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("firm_arrivals")
    .addColumn("state_hash", text, (column) => column.primaryKey().notNull())
    .addColumn("connection_id", text, (column) =>
      column.notNull().references("firm_connections.id").onDelete("cascade"),
    )
    .addColumn("browser_hash", text, (column) => column.notNull())
    .addColumn("nonce", text, (column) => column.notNull())
    .addColumn("code_verifier", text, (column) => column.notNull())
    .addColumn("next", text, (column) => column.notNull())
    .addColumn("expires_at", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("firm_sessions")
    .addColumn("session_id", text, (column) =>
      column.primaryKey().notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("issuer", text, (column) => column.notNull())
    .addColumn("subject", text, (column) => column.notNull())
    .addColumn("sid", text)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("firm_sessions_by_subject").on("firm_sessions").columns(["issuer", "subject"]).execute();
  await db.schema
    .createTable("firm_logouts")
    .addColumn("connection_id", text, (column) =>
      column.notNull().references("firm_connections.id").onDelete("cascade"),
    )
    .addColumn("jti_hash", text, (column) => column.notNull())
    .addColumn("expires_at", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("firm_logouts_key", ["connection_id", "jti_hash"])
    .modifyEnd(tableEnd)
    .execute();
}

/** What identity providers say of who is there (SCIM). */
export async function createScim(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("scim_tokens")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("organization_id", text, (column) => column.notNull().references("organizations.id").onDelete("cascade"))
    .addColumn("token_hash", text, (column) => column.notNull().unique())
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("expires_at", text)
    .addColumn("last_used_at", text)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("scim_users")
    .addColumn("organization_id", text, (column) => column.notNull().references("organizations.id").onDelete("cascade"))
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("user_name", text, (column) => column.notNull())
    .addColumn("external_id", text)
    .addColumn("is_active", integer, (column) => column.notNull())
    .addColumn("is_gone", integer, (column) => column.notNull())
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("updated_at", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("scim_users_key", ["organization_id", "user_id"])
    .addUniqueConstraint("scim_users_by_name", ["organization_id", "user_name"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("scim_groups")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("organization_id", text, (column) => column.notNull().references("organizations.id").onDelete("cascade"))
    .addColumn("display_name", text, (column) => column.notNull())
    .addColumn("external_id", text)
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("updated_at", text, (column) => column.notNull())
    .addUniqueConstraint("scim_groups_by_name", ["organization_id", "display_name"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("scim_group_members")
    .addColumn("group_id", text, (column) => column.notNull().references("scim_groups.id").onDelete("cascade"))
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("scim_group_members_key", ["group_id", "user_id"])
    .modifyEnd(tableEnd)
    .execute();
}
