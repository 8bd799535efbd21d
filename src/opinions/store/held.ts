import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";

/** Those of the opinions that are held. */
export async function heldOpinionIds(db: Reader, opinionIds: readonly string[]): Promise<Set<string>> {
  const held = new Set<string>();
  for (const ids of inParts(opinionIds)) {
    for (const { id } of await db.selectFrom("opinions").select("id").where("id", "in", ids).execute()) held.add(id);
  }
  return held;
}

/** The works that these decisions belong to now, each once, in order. */
export async function workIdsOfDecisions(db: Reader, clusterIds: readonly string[]): Promise<string[]> {
  const works = new Set<string>();
  for (const ids of inParts([...new Set(clusterIds)])) {
    const rows = await db.selectFrom("clusters").select("work_id").distinct().where("id", "in", ids).execute();
    for (const { work_id } of rows) works.add(work_id);
  }
  return [...works].toSorted();
}

/** The works that these decisions belong to now, by decision; one that is not held has no entry. */
export async function worksOfDecisions(db: Reader, clusterIds: readonly string[]): Promise<Map<string, string>> {
  const works = new Map<string, string>();
  for (const ids of inParts([...new Set(clusterIds)])) {
    const rows = await db.selectFrom("clusters").select(["id", "work_id"]).where("id", "in", ids).execute();
    for (const { id, work_id } of rows) works.set(id, work_id);
  }
  return works;
}

/** The works that these opinions belong to now, by opinion; one that is not held has no entry. */
export async function workIdsOfOpinions(db: Reader, opinionIds: readonly string[]): Promise<Map<string, string>> {
  const decisions = await decisionsOfOpinions(db, opinionIds);
  return new Map([...decisions].map(([id, { workId }]) => [id, workId]));
}

/** The works that these opinions belong to now, with the day of each decision; one that is not held has no entry. */
export async function decisionsOfOpinions(
  db: Reader,
  opinionIds: readonly string[],
): Promise<Map<string, { readonly workId: string; readonly dateFiled: string | null }>> {
  const decisions = new Map<string, { workId: string; dateFiled: string | null }>();
  for (const ids of inParts(opinionIds)) {
    const rows = await db
      .selectFrom("opinions")
      .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
      .select(["opinions.id", "clusters.work_id", "clusters.date_filed"])
      .where("opinions.id", "in", ids)
      .execute();
    for (const row of rows) decisions.set(row.id, { workId: row.work_id, dateFiled: row.date_filed });
  }
  return decisions;
}

/** The court of each work; copies agree on it. */
export async function courtsOfWorks(db: Reader, workIds: readonly string[]): Promise<Map<string, string>> {
  const courts = new Map<string, string>();
  for (const ids of inParts(workIds)) {
    const rows = await db
      .selectFrom("clusters")
      .select(["work_id", "court_id"])
      .where("work_id", "in", ids)
      .orderBy("id", "desc")
      .execute();
    for (const { work_id, court_id } of rows) courts.set(work_id, court_id);
  }
  return courts;
}

/** How many opinions are held. It reads an index of them all. */
export async function countOpinions(db: Reader): Promise<number> {
  const { opinions } = await db
    .selectFrom("opinions")
    .select(({ fn }) => fn.countAll<number>().as("opinions"))
    .executeTakeFirstOrThrow();
  return opinions;
}
