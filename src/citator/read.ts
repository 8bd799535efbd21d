import { courtById } from "#courts/courts.ts";
import { courtRank, isBinding } from "#courts/hierarchy.ts";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { listQuery } from "#db/list-query.ts";
import { describe } from "./describe.ts";
import { rankOf, severityOf, type Treatment, type Voice } from "./model.ts";
import { UNSEEN, type HistoryEntry, type Status, type TreatmentSummary } from "./summary.ts";

const summaryRows = listQuery((db, ids) =>
  db
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .leftJoin("treatment_summaries", "treatment_summaries.work_id", "clusters.work_id")
    .select(["opinions.id", "status", "citation_count", "negative", "caution", "history", "more"])
    .where("opinions.id", "in", ids),
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

/** One opinion that cites a decision, with what it does to it. */
export type CitingOpinion = {
  readonly opinionId: string;
  readonly clusterId: string;
  readonly caseName: string;
  readonly publicNumber: number;
  readonly slug: string;
  readonly citation: string | null;
  readonly courtId: string;
  readonly courtAbbreviation: string;
  readonly dateFiled: string | null;
  readonly treatment: Treatment;
  readonly voice: Voice;
  readonly description: string;
  readonly isAuthoritative: boolean;
  readonly isBinding: boolean;
  /** Verbatim: the sentence that carries the treatment, else the words around the first citation. */
  readonly quote: string;
};

export type CitingFilter = {
  readonly treatments?: readonly string[];
  readonly courtIds?: readonly string[];
  readonly dateFrom?: string;
  readonly dateTo?: string;
};

/**
 * The opinions that cite the decision of each given opinion, copies included, the decision itself left out. Order:
 * binding courts first, then Negative before Caution before the rest, then court rank, then earliest first.
 */
export async function readCiting(
  db: Reader,
  opinionIds: readonly string[],
  filter: CitingFilter = {},
): Promise<Map<string, CitingOpinion[]>> {
  const citing = new Map<string, CitingOpinion[]>();
  for (const ids of inParts(opinionIds)) {
    const rows = await citingRows(db, ids, filter);
    for (const row of rows) {
      const list = citing.get(row.cited_opinion) ?? [];
      citing.set(row.cited_opinion, list);
      list.push(citingOpinionOf(row));
    }
  }
  for (const list of citing.values()) list.sort(inOrder);
  return citing;
}

async function citingRows(db: Reader, ids: readonly string[], filter: CitingFilter) {
  let query = db
    .selectFrom("opinions as wanted")
    .innerJoin("clusters as own", "own.id", "wanted.cluster_id")
    .innerJoin("clusters as cited", "cited.work_id", "own.work_id")
    .innerJoin("citing_edges as edge", "edge.cited_cluster_id", "cited.id")
    .innerJoin("clusters as citing", "citing.id", "edge.citing_cluster_id")
    .leftJoin("cluster_citations as printed", (join) =>
      join.onRef("printed.cluster_id", "=", "citing.id").on("printed.ordinal", "=", 0),
    )
    .select([
      "wanted.id as cited_opinion",
      "own.court_id as cited_court",
      "edge.citing_opinion_id",
      "citing.id as citing_cluster",
      "citing.case_name",
      "citing.public_number",
      "citing.slug",
      "citing.court_id",
      "citing.date_filed",
      "printed.cited_as as printed_as",
      "edge.treatment",
      "edge.voice",
      "edge.authoritative",
      "edge.quote",
      "edge.told_by",
    ])
    .where("wanted.id", "in", ids)
    .whereRef("citing.work_id", "!=", "own.work_id");
  if (filter.treatments !== undefined) query = query.where("edge.treatment", "in", filter.treatments);
  if (filter.courtIds !== undefined) query = query.where("citing.court_id", "in", filter.courtIds);
  if (filter.dateFrom !== undefined) query = query.where("citing.date_filed", ">=", filter.dateFrom);
  if (filter.dateTo !== undefined) query = query.where("citing.date_filed", "<=", filter.dateTo);
  return query.execute();
}

function citingOpinionOf(row: Awaited<ReturnType<typeof citingRows>>[number]): CitingOpinion {
  const treatment = row.treatment as Treatment;
  const voice = row.voice as Voice;
  return {
    opinionId: row.citing_opinion_id,
    clusterId: row.citing_cluster,
    caseName: row.case_name,
    publicNumber: row.public_number,
    slug: row.slug,
    citation: row.printed_as,
    courtId: row.court_id,
    courtAbbreviation: courtById(row.court_id)?.abbreviation ?? row.court_id,
    dateFiled: row.date_filed,
    treatment,
    voice,
    description: describe(treatment, voice, row.told_by),
    isAuthoritative: row.authoritative === 1,
    isBinding: isBinding(row.court_id, row.cited_court, row.date_filed === null ? {} : { decided: row.date_filed }),
    quote: row.quote ?? "",
  };
}

const WEIGHT = { Negative: 0, Caution: 1, Positive: 2, Neutral: 3 } as const;

function inOrder(left: CitingOpinion, right: CitingOpinion): number {
  return (
    Number(right.isBinding) - Number(left.isBinding) ||
    WEIGHT[severityOf(left.treatment)] - WEIGHT[severityOf(right.treatment)] ||
    courtRank(left.courtId) - courtRank(right.courtId) ||
    compareText(left.dateFiled ?? "9999", right.dateFiled ?? "9999") ||
    rankOf(left.treatment) - rankOf(right.treatment) ||
    compareText(left.opinionId, right.opinionId)
  );
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** Passages kept for one decision in the index: the words of this many citing opinions characterise it well enough. */
const CITING_OPINIONS_MAX = 400;

/** What others say when they cite these decisions, by the decision's own id, each with the opinion that says it. */
export async function readCitingWords(
  db: Reader,
  clusterIds: readonly string[],
): Promise<Map<string, { readonly opinionId: string; readonly text: string }[]>> {
  const words = new Map<string, { opinionId: string; text: string }[]>();
  for (const ids of inParts(clusterIds)) {
    const rows = await db
      .selectFrom("citing_edges as edge")
      .innerJoin("clusters as cited", "cited.id", "edge.cited_cluster_id")
      .innerJoin("clusters as citing", "citing.id", "edge.citing_cluster_id")
      .select(["edge.cited_cluster_id", "edge.citing_opinion_id", "edge.passages"])
      .where("edge.cited_cluster_id", "in", ids)
      .whereRef("cited.work_id", "!=", "citing.work_id")
      .orderBy("edge.citing_opinion_id")
      .execute();
    for (const row of rows) {
      if (row.cited_cluster_id === null) continue;
      const list = words.get(row.cited_cluster_id) ?? [];
      words.set(row.cited_cluster_id, list);
      if (list.length >= CITING_OPINIONS_MAX) continue;
      const text = (JSON.parse(row.passages) as string[]).join("\n\n");
      if (text !== "") list.push({ opinionId: row.citing_opinion_id, text });
    }
  }
  return words;
}
