import type { Insertable } from "kysely";
import type { Reader, Trx } from "#db/connection.ts";
import { upsertRows } from "#db/rows.ts";
import type { Database } from "#db/schema.ts";

/** What the tables of this folder promise to statements of others, to be joined as if it were a table. */
export function caseRelation(db: Reader) {
  return db
    .selectFrom("cases")
    .select(["id", "source_id", "court_id", "docket_number", "docket_key", "caption", "date_filed", "date_terminated"]);
}

/** How the docket numbers with this key are written, each spelling once and at most `max` of them. */
export async function docketSpellings(db: Reader, docketKey: string, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom("cases")
    .select("docket_number")
    .distinct()
    .where("docket_key", "=", docketKey)
    .orderBy("docket_number")
    .limit(max)
    .execute();
  return rows.flatMap(({ docket_number }) => docket_number ?? []);
}

/** Writes cases as they are now; of those held already everything is replaced. */
export async function writeCases(trx: Trx, rows: readonly Insertable<Database["cases"]>[]): Promise<void> {
  await upsertRows(trx, "cases", ["id"], rows);
}

export async function deleteCases(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom("cases").where("id", "in", ids).execute();
}
