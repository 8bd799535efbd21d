import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** When a device last asked whether it is allowed yet. */
export async function noteDevicePolls(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypesOf(db);
  await db.schema.alterTable("oauth_artifacts").addColumn("polled_at", text).execute();
}
