import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";
import { startProjectionOver } from "#db/migrations/projections.ts";

/** How far an act reaches, in what words it stands and how likely it is; the citator reads every opinion anew for them. */
export async function addScope(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypesOf(db);
  await db.schema.alterTable("citing_edges").addColumn("scope", text).execute();
  await db.schema.alterTable("citing_edges").addColumn("manner", text).execute();
  await db.schema.alterTable("citing_edges").addColumn("chance", integer).execute();
  await startProjectionOver(db, "citator");
}
