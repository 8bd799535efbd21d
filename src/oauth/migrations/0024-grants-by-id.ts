import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Kysely } from "kysely";

/** A grant is found with its tokens in one look: its row has the id that theirs have. */
export async function nameGrants(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    readonly grant_id: string;
  }>`select distinct grant_id from oauth_artifacts where grant_id is not null`.execute(db);
  for (const { grant_id } of rows) {
    await sql`update oauth_artifacts set grant_id = ${grant_id}
      where model = 'Grant' and id = ${hash("sha256", grant_id)}`.execute(db);
  }
}

/** Tokens that were renewed are many under one grant. */
export async function indexGrants(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("oauth_artifacts_grant_id").execute();
  await db.schema
    .createIndex("oauth_artifacts_by_grant")
    .on("oauth_artifacts")
    .columns(["grant_id", "model"])
    .execute();
}
