import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";

/** One decision of a work, with its opinions in their order. */
export type HeldCopy = {
  readonly workId: string;
  readonly clusterId: string;
  readonly source: string;
  readonly opinions: readonly {
    readonly id: string;
    readonly ordinal: number;
    readonly type: string;
    readonly textChars: number;
  }[];
};

/** The decisions of these works, in the order of their ids. */
export async function copiesOfWorks(db: Reader, workIds: readonly string[]): Promise<HeldCopy[]> {
  const copies: HeldCopy[] = [];
  for (const ids of inParts(workIds)) {
    const rows = await db
      .selectFrom("clusters")
      .leftJoin("opinions", "opinions.cluster_id", "clusters.id")
      .where("clusters.work_id", "in", ids)
      .select([
        "clusters.id as cluster_id",
        "clusters.work_id",
        "clusters.source",
        "opinions.id as opinion_id",
        "opinions.ordinal",
        "opinions.type",
        "opinions.text_chars",
      ])
      .orderBy("clusters.id")
      .orderBy("opinions.ordinal")
      .orderBy("opinions.id")
      .execute();
    for (const [clusterId, ofCluster] of Map.groupBy(rows, (row) => row.cluster_id)) {
      const [first] = ofCluster;
      if (first === undefined) continue;
      const opinions = ofCluster.flatMap(({ opinion_id, ordinal, type, text_chars }) =>
        opinion_id === null
          ? []
          : [{ id: opinion_id, ordinal: ordinal ?? 0, type: type ?? "", textChars: text_chars ?? 0 }],
      );
      copies.push({ workId: first.work_id, clusterId, source: first.source, opinions });
    }
  }
  return copies;
}

/** Ids of all works after one, in order: pass the last to go on. */
export async function workIdsAfter(db: Reader, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("clusters")
    .select("work_id")
    .distinct()
    .where("work_id", ">", afterId)
    .orderBy("work_id")
    .limit(limit)
    .execute();
  return rows.map(({ work_id }) => work_id);
}

/** How many works are held. */
export async function countWorks(db: Reader): Promise<number> {
  const { works } = await db
    .selectFrom("clusters")
    .select((row) => row.fn.count<number>("work_id").distinct().as("works"))
    .executeTakeFirstOrThrow();
  return works;
}
