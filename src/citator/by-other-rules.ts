import type { ByOtherRules } from "#db/by-rules.ts";
import type { Reader } from "#db/connection.ts";

/** Opinions that other rules read. Reads the index of the numbers alone, and of it only what is older or newer. */
export async function readingsByOtherRules(db: Reader, rules: number): Promise<ByOtherRules> {
  return byOthers(db, "citing_opinions", rules);
}

export async function standingsByOtherRules(db: Reader, rules: number): Promise<ByOtherRules> {
  return byOthers(db, "treatment_summaries", rules);
}

async function byOthers(
  db: Reader,
  table: "citing_opinions" | "treatment_summaries",
  rules: number,
): Promise<ByOtherRules> {
  const counted = async (side: "<" | ">"): Promise<number> => {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("rules", side, rules)
      .executeTakeFirstOrThrow();
    return count;
  };
  return { older: await counted("<"), newer: await counted(">") };
}
