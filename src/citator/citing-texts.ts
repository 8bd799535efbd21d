import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { decisionRelation } from "#opinions/store/relations.ts";
import { readPassages } from "./kept-passages.ts";

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
      .selectFrom("citing_opinions as citing")
      .innerJoin("citing_edges as edge", "edge.citing_id", "citing.id")
      .leftJoin(decisionRelation(db).as("cited"), "cited.id", "edge.cited_cluster_id")
      .select(["citing.id", "citing.opinion_id", "edge.authority", "edge.passages", "cited.work_id"])
      .where("citing.opinion_id", "in", ids)
      .orderBy("citing.opinion_id")
      .orderBy("edge.authority")
      .execute();
    const keys = await firstKeys(db, [...new Set(rows.map(({ id }) => id))]);
    const words = await readPassages(
      db,
      rows.map(({ opinion_id: opinionId, passages }) => ({ opinionId, passages })),
    );
    for (const [at, { id, opinion_id: opinionId, authority, work_id: workId }] of rows.entries()) {
      const lookupKey = keys.get(`${id} ${authority}`);
      const cited = workId !== null ? { workId } : lookupKey !== undefined ? { lookupKey } : undefined;
      if (cited !== undefined) read.push({ opinionId, cited, texts: words[at] ?? [] });
    }
  }
  return read;
}

/** Of the keys under which an opinion cites something, the first in order; by number of the opinion and authority. */
async function firstKeys(db: Reader, citingIds: readonly number[]): Promise<ReadonlyMap<string, string>> {
  if (citingIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("citing_keys")
    .select((row) => ["citing_id", "authority", row.fn.min("lookup_key").as("key")])
    .where("citing_id", "in", citingIds)
    .groupBy(["citing_id", "authority"])
    .execute();
  return new Map(rows.map(({ citing_id, authority, key }) => [`${citing_id} ${authority}`, key]));
}
