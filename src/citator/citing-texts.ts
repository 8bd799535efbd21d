import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { decisionRelation } from "#opinions/store/relations.ts";

/** What an opinion says around its citations of one decision, each stretch for itself, the citations left out. */
export type TextsOfCitation = {
  readonly opinionId: string;
  /** The work that is cited where it is held; else a key that is the same for most who cite it. */
  readonly cited: { readonly workId: string } | { readonly lookupKey: string };
  readonly texts: readonly string[];
};

/** What these opinions say of the decisions they cite, held or not, in order; a citation that cannot be named is left out. */
export async function readCitingTexts(db: Reader, opinionIds: readonly string[]): Promise<readonly TextsOfCitation[]> {
  const read: TextsOfCitation[] = [];
  for (const ids of inParts(opinionIds)) {
    const rows = await db
      .selectFrom("citing_edges as edge")
      .leftJoin(decisionRelation(db).as("cited"), "cited.id", "edge.cited_cluster_id")
      .select(["edge.citing_opinion_id", "edge.authority", "edge.passages", "cited.work_id"])
      .where("edge.citing_opinion_id", "in", ids)
      .orderBy("edge.citing_opinion_id")
      .orderBy("edge.authority")
      .execute();
    const keys = await firstKeys(db, ids);
    for (const { citing_opinion_id: opinionId, authority, passages, work_id: workId } of rows) {
      const lookupKey = keys.get(`${opinionId} ${authority}`);
      const cited = workId !== null ? { workId } : lookupKey !== undefined ? { lookupKey } : undefined;
      if (cited !== undefined) read.push({ opinionId, cited, texts: JSON.parse(passages) as string[] });
    }
  }
  return read;
}

/** Of the keys under which an opinion cites something, the first in order; by opinion and authority. */
async function firstKeys(db: Reader, opinionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("citing_keys")
    .select((row) => ["citing_opinion_id", "authority", row.fn.min("lookup_key").as("key")])
    .where("citing_opinion_id", "in", opinionIds)
    .groupBy(["citing_opinion_id", "authority"])
    .execute();
  return new Map(rows.map(({ citing_opinion_id, authority, key }) => [`${citing_opinion_id} ${authority}`, key]));
}
