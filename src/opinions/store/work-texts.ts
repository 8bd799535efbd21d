import type { Reader } from "#db/connection.ts";

/** The plain texts of all opinions of a work, copies included, the longest first. One statement. */
export async function readWorkTexts(db: Reader, workId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("clusters")
    .innerJoin("opinions", "opinions.cluster_id", "clusters.id")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .select("opinion_texts.text")
    .where("clusters.work_id", "=", workId)
    .orderBy("opinions.text_chars", "desc")
    .orderBy("opinions.id")
    .execute();
  return rows.map(({ text }) => text);
}
