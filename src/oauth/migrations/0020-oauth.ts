import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** The authorization server: what it hands out, to whom, and what it signs with. */
export async function createOAuth(db: Kysely<unknown>): Promise<void> {
  await createArtifacts(db);
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("oauth_clients")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("metadata", text, (column) => column.notNull())
    .addColumn("secret_hash", text)
    .addColumn("origin", text, (column) => column.notNull().check(sql`origin in ('registered', 'operator')`))
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("granted_at", text)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("oauth_clients_created").on("oauth_clients").columns(["origin", "created_at"]).execute();
  await db.schema
    .createTable("oauth_keys")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("purpose", text, (column) => column.notNull().check(sql`purpose in ('id-tokens', 'cookies')`))
    .addColumn("value", text, (column) => column.notNull())
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("retired_at", text)
    .modifyEnd(tableEnd)
    .execute();
}

async function createArtifacts(db: Kysely<unknown>): Promise<void> {
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("oauth_artifacts")
    .addColumn("model", text, (column) => column.notNull())
    .addColumn("id", text, (column) => column.notNull())
    .addColumn("payload", text, (column) => column.notNull())
    .addColumn("grant_id", text)
    .addColumn("uid", text)
    .addColumn("client_id", text)
    .addColumn("account_id", text)
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("expires_at", text, (column) => column.notNull())
    .addColumn("consumed_at", text)
    .addPrimaryKeyConstraint("oauth_artifacts_key", ["model", "id"])
    .modifyEnd(tableEnd)
    .execute();
  for (const column of ["grant_id", "uid", "client_id", "account_id", "expires_at"]) {
    await db.schema.createIndex(`oauth_artifacts_${column}`).on("oauth_artifacts").column(column).execute();
  }
}
