import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { listQuery } from "#db/list-query.ts";
import { decisionRelation, opinionRelation } from "#opinions/store/relations.ts";
import { UNSEEN } from "./summary.ts";
import type { HistoryEntry, Status, TreatmentSummary } from "./summary.ts";

const summaryRows = listQuery((db, ids) =>
  db
    .selectFrom(opinionRelation(db).as("opinion"))
    .innerJoin(decisionRelation(db).as("decision"), "decision.id", "opinion.cluster_id")
    .leftJoin("treatment_summaries", "treatment_summaries.work_id", "decision.work_id")
    .select(["opinion.id", "status", "citation_count", "negative", "caution", "history", "more"])
    .where("opinion.id", "in", ids),
);

/** How each opinion's decision stands, over all copies; `unknown` for one that nothing held cites. */
export async function readSummaries(db: Reader, opinionIds: readonly string[]): Promise<Map<string, TreatmentSummary>> {
  const summaries = new Map<string, TreatmentSummary>();
  for (const ids of inParts(opinionIds)) {
    for (const row of await summaryRows(db, ids)) {
      summaries.set(
        row.id,
        row.status === null
          ? UNSEEN
          : {
              status: row.status as Status,
              citationCount: row.citation_count ?? 0,
              negative: row.negative ?? 0,
              caution: row.caution ?? 0,
              history: JSON.parse(row.history ?? "[]") as HistoryEntry[],
              more: row.more ?? 0,
            },
      );
    }
  }
  return summaries;
}

/** How many of the decisions held cite each of these works; one that none cites has no entry. */
export async function readTimesCited(db: Reader, workIds: readonly string[]): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const ids of inParts(workIds)) {
    const rows = await db
      .selectFrom("treatment_summaries")
      .select(["work_id", "citation_count"])
      .where("work_id", "in", ids)
      .execute();
    for (const { work_id, citation_count } of rows) times.set(work_id, citation_count);
  }
  return times;
}

/** Every look-up key under which each of these opinions cites something, held or not. */
export async function readCitedKeys(db: Reader, opinionIds: readonly string[]): Promise<Map<string, string[]>> {
  const keys = new Map<string, string[]>();
  for (const ids of inParts(opinionIds)) {
    const rows = await db
      .selectFrom("citing_keys")
      .select(["citing_opinion_id", "lookup_key"])
      .distinct()
      .where("citing_opinion_id", "in", ids)
      .execute();
    for (const { citing_opinion_id, lookup_key } of rows) {
      const own = keys.get(citing_opinion_id) ?? [];
      keys.set(citing_opinion_id, own);
      own.push(lookup_key);
    }
  }
  return keys;
}

/** Opinions that print a citation beside another; fewer may have misread one. */
const PRINTED_TOGETHER_MIN = 2;

/**
 * The look-up keys that opinions print beside each of these as parallel citations of one decision: how a decision that is
 * not held is known by its other names.
 */
export async function readParallelKeys(db: Reader, lookupKeys: readonly string[]): Promise<Map<string, string[]>> {
  const parallel = new Map<string, string[]>();
  for (const keys of inParts(lookupKeys)) {
    const rows = await db
      .selectFrom("citing_keys as one")
      .innerJoin("citing_keys as other", (join) =>
        join
          .onRef("other.citing_opinion_id", "=", "one.citing_opinion_id")
          .onRef("other.authority", "=", "one.authority")
          .onRef("other.lookup_key", "!=", "one.lookup_key"),
      )
      .select(["one.lookup_key as key", "other.lookup_key as parallel"])
      .where("one.lookup_key", "in", keys)
      .groupBy(["one.lookup_key", "other.lookup_key"])
      .having((row) => row.fn.countAll(), ">=", PRINTED_TOGETHER_MIN)
      .execute();
    for (const row of rows) parallel.set(row.key, [...(parallel.get(row.key) ?? []), row.parallel]);
  }
  return parallel;
}

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
    const rows = await db
      .selectFrom("citing_edges as edge")
      .innerJoin(decisionRelation(db).as("cited"), "cited.id", "edge.cited_cluster_id")
      .innerJoin(decisionRelation(db).as("citing"), "citing.id", "edge.citing_cluster_id")
      .select(["edge.cited_cluster_id", "edge.citing_opinion_id", "edge.authority", "edge.passages"])
      .where("edge.cited_cluster_id", "in", ids)
      .whereRef("cited.work_id", "!=", "citing.work_id")
      .orderBy("edge.citing_opinion_id")
      .execute();
    const names = await namesGiven(db, ids);
    for (const row of rows) {
      if (row.cited_cluster_id === null) continue;
      const list = words.get(row.cited_cluster_id) ?? [];
      words.set(row.cited_cluster_id, list);
      if (list.length >= CITING_OPINIONS_MAX) continue;
      const opinionId = row.citing_opinion_id;
      const text = (JSON.parse(row.passages) as string[]).join("\n\n");
      const name = list.length < NAMES_MAX ? names.get(`${opinionId} ${row.authority}`) : undefined;
      if (text !== "" || name !== undefined) list.push({ opinionId, text, ...(name !== undefined && { name }) });
    }
  }
  return words;
}

/** What citing opinions call these decisions, by opinion and authority; where nothing is printed there is no entry. */
async function namesGiven(db: Reader, clusterIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("citing_edges as edge")
    .innerJoin("citing_keys as key", (join) =>
      join.onRef("key.citing_opinion_id", "=", "edge.citing_opinion_id").onRef("key.authority", "=", "edge.authority"),
    )
    .select(["edge.citing_opinion_id", "edge.authority", "key.name"])
    .distinct()
    .where("edge.cited_cluster_id", "in", clusterIds)
    .where("key.name", "is not", null)
    .execute();
  return new Map(
    rows.map(({ citing_opinion_id, authority, name }) => [
      `${citing_opinion_id} ${authority}`,
      (name ?? "").slice(0, NAME_CHARS_MAX),
    ]),
  );
}
