import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** A key is replaced once: it goes on beside its replacement for a while, whose life is not to be taken from that. */
export async function noteReplacedKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("api_keys").addColumn("replaced_at", columnTypesOf(db).text).execute();
}
