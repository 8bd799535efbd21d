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
      .selectFrom("citing_opinions as citing")
      .innerJoin("citing_keys as key", "key.citing_id", "citing.id")
      .select(["citing.opinion_id", "key.lookup_key"])
      .distinct()
      .where("citing.opinion_id", "in", ids)
      .orderBy("key.lookup_key")
      .execute();
    for (const { opinion_id, lookup_key } of rows) {
      const own = keys.get(opinion_id) ?? [];
      keys.set(opinion_id, own);
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
          .onRef("other.citing_id", "=", "one.citing_id")
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
