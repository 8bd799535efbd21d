import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** A sum beside every stored text, by which a text that changed on its own is known. Texts held already have none. */
export async function addTextSums(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypesOf(db);
  await db.schema.alterTable("opinion_texts").addColumn("text_sum", text).execute();
}
