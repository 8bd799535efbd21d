import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";

/** The numbers under which these opinions' citations are kept; one that cites nothing has none. */
export async function citingIds(db: Reader, opinionIds: readonly string[]): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const ids of inParts(opinionIds)) {
    const rows = await db
      .selectFrom("citing_opinions")
      .select(["id", "opinion_id"])
      .where("opinion_id", "in", ids)
      .execute();
    for (const { id, opinion_id } of rows) numbers.set(opinion_id, id);
  }
  return numbers;
}
