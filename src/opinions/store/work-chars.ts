import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";

/** How many characters the texts of each of these works have: of its copies the longest counts, all its opinions together. */
export async function readWorkChars(db: Reader, workIds: readonly string[]): Promise<Map<string, number>> {
  const chars = new Map<string, number>();
  for (const ids of inParts(workIds)) {
    const rows = await db
      .selectFrom("opinions")
      .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
      .select((select) => ["clusters.work_id", select.fn.sum<number>("opinions.text_chars").as("chars")])
      .where("clusters.work_id", "in", ids)
      .groupBy(["clusters.id", "clusters.work_id"])
      .execute();
    for (const { work_id, chars: all } of rows) chars.set(work_id, Math.max(all, chars.get(work_id) ?? 0));
  }
  return chars;
}
