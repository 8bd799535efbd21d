import { openDatabase } from "#db/connection.ts";
import type { Db, OpenDatabaseOptions } from "#db/connection.ts";
import { SCHEMA } from "./schema.ts";

/** Opens the records with the tables of all folders. Throws what `openDatabase` throws. */
export async function openRecords(options: OpenDatabaseOptions): Promise<Db> {
  return openDatabase(SCHEMA, options);
}
