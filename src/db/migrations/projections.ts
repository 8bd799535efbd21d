import { sql } from "kysely";
import type { Kysely } from "kysely";

/** For a migration that changes what a projection keeps: it follows everything anew. */
export async function startProjectionOver(db: Kysely<unknown>, name: string): Promise<void> {
  await sql`update projections set position = 0 where name = ${name}`.execute(db);
}
