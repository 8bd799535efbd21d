import type { Reader } from "#db/connection.ts";

/** How many provisions in a code bear a citation key that begins so and goes on with a digit, and its latest edition. */
export async function sectionsUnder(
  db: Reader,
  stem: string,
): Promise<{ readonly count: number; readonly edition: string | null }> {
  const row = await db
    .selectFrom("law_versions")
    .select((select) => [
      select.fn.count<number>("node_id").distinct().as("sections"),
      select.fn.max("edition").as("edition"),
    ])
    .where("citation_key", ">=", `${stem}0`)
    .where("citation_key", "<", `${stem}:`)
    .where("node_type", "=", "LEAF")
    .executeTakeFirst();
  return { count: row?.sections ?? 0, edition: row?.edition ?? null };
}
