import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** What each opinion does to the provisions of law that it cites; read with the other citations, in the background. */
export async function noteLawTreatments(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypesOf(db);
  const columns = [
    ["treatment", text],
    ["treatment_own", integer],
    ["treatment_rule", text],
    ["treatment_start", integer],
    ["treatment_bytes", integer],
  ] as const;
  for (const [name, type] of columns) await db.schema.alterTable("citing_laws").addColumn(name, type).execute();
}
