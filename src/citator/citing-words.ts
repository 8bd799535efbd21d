import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { decisionRelation } from "#opinions/store/relations.ts";
import { readPassages } from "./kept-passages.ts";

/** Passages kept for one decision in the index: the words of this many citing opinions characterise it well enough. */
const CITING_OPINIONS_MAX = 400;
/** So many of them say its name, each of at most so many characters. */
const NAMES_MAX = 60;
const NAME_CHARS_MAX = 160;

/** What one opinion says when it cites a decision, and what it calls the case. */
export type CitingWords = { readonly opinionId: string; readonly text: string; readonly name?: string };

/** What others say when they cite these decisions, by the decision's own id, each with the opinion that says it. */
export async function readCitingWords(db: Reader, clusterIds: readonly string[]): Promise<Map<string, CitingWords[]>> {
  const words = new Map<string, CitingWords[]>();
  for (const ids of inParts(clusterIds)) {
    const rows = await citersOf(db, ids);
    const heard = [...Map.groupBy(rows, ({ clusterId }) => clusterId).values()].flatMap((citers) =>
      citers.slice(0, CITING_OPINIONS_MAX).map((citer, place) => ({ ...citer, place })),
    );
    const texts = await readPassages(db, heard);
    for (const [at, { clusterId, opinionId, name: printed, place }] of heard.entries()) {
      const list = words.get(clusterId) ?? [];
      words.set(clusterId, list);
      const text = (texts[at] ?? []).join("\n\n");
      const name = place < NAMES_MAX ? printed?.slice(0, NAME_CHARS_MAX) : undefined;
      if (text !== "" || name !== undefined) list.push({ opinionId, text, ...(name !== undefined && { name }) });
    }
  }
  return words;
}

/** Who cites these decisions, other than they themselves, and where, in the order of the opinions' ids. */
async function citersOf(db: Reader, clusterIds: readonly string[]) {
  const rows = await db
    .selectFrom("citing_edges as edge")
    .innerJoin("citing_opinions as by", "by.id", "edge.citing_id")
    .innerJoin(decisionRelation(db).as("cited"), "cited.id", "edge.cited_cluster_id")
    .innerJoin(decisionRelation(db).as("citing"), "citing.id", "by.cluster_id")
    .select(["cited.id", "by.opinion_id", "edge.passages", "edge.name"])
    .where("edge.cited_cluster_id", "in", clusterIds)
    .whereRef("cited.work_id", "!=", "citing.work_id")
    .orderBy("by.opinion_id")
    .orderBy("edge.authority")
    .execute();
  return rows
    .filter(({ passages, name }) => passages !== null || name !== null)
    .map(({ id, opinion_id, passages, name }) => ({ clusterId: id, opinionId: opinion_id, passages, name }));
}
