import type { Reader } from "#db/connection.ts";

export type WorkText = { readonly type: string; readonly text: string };

/** The plain texts of all opinions of a work, copies included, the longest first. One statement. */
export async function readWorkTexts(db: Reader, workId: string): Promise<WorkText[]> {
  return db
    .selectFrom("clusters")
    .innerJoin("opinions", "opinions.cluster_id", "clusters.id")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .select(["opinions.type", "opinion_texts.text"])
    .where("clusters.work_id", "=", workId)
    .orderBy("opinions.text_chars", "desc")
    .orderBy("opinions.id")
    .execute();
}
