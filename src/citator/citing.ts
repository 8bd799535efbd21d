import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { courtById } from "#courts/courts.ts";
import { mustFollow } from "#courts/hierarchy.ts";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { citationRelation, decisionRelation, opinionRelation } from "#opinions/store/relations.ts";
import { citingOrder } from "./citing-order.ts";
import { describe } from "./describe.ts";
import { readQuotes } from "./quotes.ts";
import type { Treatment, Voice } from "./model.ts";

/** A decision that cites another, by that of its opinions which says most of it. */
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
  /** `YYYY-MM-DD`, inclusive; a citing decision without a date is in no range. */
  readonly dateFrom?: string;
  readonly dateTo?: string;
};

export type CitingPage = { readonly total: number; readonly citing: readonly CitingOpinion[] };

/**
 * Some of the decisions that cite an opinion's decision, copies included, each once, with how many there are: as many as
 * `citationCount` of its summary. Order: `citingOrder`. Two statements, and no more rows than asked for.
 */
export async function readCitingPage(
  db: Reader,
  opinionId: string,
  filter: CitingFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<CitingPage> {
  const counts = await countsOf(db, [opinionId], filter);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (offset >= total) return { total, citing: [] };
  const rows = await placedRows(db, [opinionId], filter, counts, { after: offset, upTo: offset + limit });
  return { total, citing: rows.map(citingOpinionOf) };
}

export type CitingLists = {
  readonly byOpinion: ReadonlyMap<string, readonly CitingOpinion[]>;
  /** How many each list lacks, of those that lack any. */
  readonly leftOut: ReadonlyMap<string, number>;
};

/**
 * The opinions that cite the decision of each given opinion, as `readCitingPage` has them, at most `max` over all. Where
 * there are more, the longest lists lose their ends, down to one length.
 */
export async function readCiting(
  db: Reader,
  opinionIds: readonly string[],
  filter: CitingFilter = {},
  max: number = Number.MAX_SAFE_INTEGER,
): Promise<CitingLists> {
  const counts: CitingCount[] = [];
  for (const ids of inParts(opinionIds)) counts.push(...(await countsOf(db, ids, filter)));
  const totals = new Map<string, number>();
  for (const { wanted, count } of counts) totals.set(wanted, (totals.get(wanted) ?? 0) + count);
  const length = commonLength([...totals.values()], max);
  const byOpinion = new Map<string, CitingOpinion[]>();
  for (const ids of inParts([...totals.keys()])) {
    const rows = await placedRows(db, ids, filter, counts, { after: 0, upTo: length });
    for (const row of rows) {
      const list = byOpinion.get(row.wanted) ?? [];
      byOpinion.set(row.wanted, list);
      list.push(citingOpinionOf(row));
    }
  }
  const leftOut = [...totals].filter(([, total]) => total > length).map(([id, total]) => [id, total - length] as const);
  return { byOpinion, leftOut: new Map(leftOut) };
}

/** The greatest length to which lists can be cut so that together they are not longer than `max`. */
export function commonLength(lengths: readonly number[], max: number): number {
  let room = max;
  let left = lengths.length;
  for (const length of lengths.toSorted((one, other) => one - other)) {
    if (length * left > room) return Math.floor(room / left);
    room -= length;
    left -= 1;
  }
  return lengths.length === 0 ? 0 : Math.max(...lengths);
}

type CitingCount = {
  readonly wanted: string;
  readonly cited_court: string;
  readonly court_id: string;
  readonly count: number;
};

/** How many cite each opinion, by court. */
async function countsOf(db: Reader, ids: readonly string[], filter: CitingFilter): Promise<CitingCount[]> {
  return citingEdges(db, ids, filter)
    .select((row) => [
      "wanted.id as wanted",
      "own.court_id as cited_court",
      "citing.court_id",
      row.fn.countAll<number>().as("count"),
    ])
    .groupBy(["wanted.id", "own.court_id", "citing.court_id"])
    .execute();
}

/** How many decisions cite an opinion's decision, by what they do to it, their court and their year. */
export type CitingGroup = {
  readonly treatment: Treatment;
  readonly courtId: string;
  /** Null where the day is not known. */
  readonly year: number | null;
  readonly count: number;
};

/** Every decision that cites an opinion's decision, copies included, counted once. */
export async function countCiting(db: Reader, opinionId: string): Promise<readonly CitingGroup[]> {
  const year = sql<string | null>`substr(citing.date_filed, 1, 4)`;
  const rows = await citingEdges(db, [opinionId], {})
    .select((row) => ["edge.treatment", "citing.court_id", year.as("year"), row.fn.countAll<number>().as("count")])
    .groupBy(["edge.treatment", "citing.court_id", year])
    .execute();
  return rows.map(({ treatment, court_id, year: filed, count }) => ({
    treatment: treatment as Treatment,
    courtId: court_id,
    year: filed === null ? null : Number(filed),
    count,
  }));
}

function citingEdges(db: Reader, ids: readonly string[], filter: CitingFilter) {
  let query = db
    .selectFrom(opinionRelation(db).as("wanted"))
    .innerJoin(decisionRelation(db).as("own"), "own.id", "wanted.cluster_id")
    .innerJoin(decisionRelation(db).as("cited"), "cited.work_id", "own.work_id")
    .innerJoin("citing_edges as edge", "edge.cited_cluster_id", "cited.id")
    .innerJoin("citing_opinions as by", "by.id", "edge.citing_id")
    .innerJoin(decisionRelation(db).as("citing"), "citing.id", "by.cluster_id")
    .where("wanted.id", "in", ids)
    .where("edge.counts_as", "is not", null);
  if (filter.treatments !== undefined) query = query.where("edge.treatment", "in", filter.treatments);
  if (filter.courtIds !== undefined) query = query.where("citing.court_id", "in", filter.courtIds);
  if (filter.dateFrom !== undefined) query = query.where("citing.filed_last", ">=", filter.dateFrom);
  if (filter.dateTo !== undefined) query = query.where("citing.filed_first", "<=", filter.dateTo);
  return query;
}

/** Those of each list that stand between two places, from 1, in order. */
async function placedRows(
  db: Reader,
  ids: readonly string[],
  filter: CitingFilter,
  counts: readonly CitingCount[],
  { after, upTo }: { readonly after: number; readonly upTo: number },
) {
  const order = citingOrder(counts.map(({ court_id, cited_court }) => ({ citing: court_id, cited: cited_court })));
  const placed = citingEdges(db, ids, filter).select([
    "wanted.id as wanted",
    "own.court_id as cited_court",
    "edge.citing_id",
    "edge.authority",
    placeIn(order).as("place"),
  ]);
  const rows = await db
    .selectFrom(placed.as("placed"))
    .innerJoin("citing_edges as edge", (join) =>
      join.onRef("edge.citing_id", "=", "placed.citing_id").onRef("edge.authority", "=", "placed.authority"),
    )
    .innerJoin("citing_opinions as by", "by.id", "edge.citing_id")
    .innerJoin(opinionRelation(db).as("opinion"), "opinion.id", "by.opinion_id")
    .innerJoin(decisionRelation(db).as("citing"), "citing.id", "by.cluster_id")
    .leftJoin(citationRelation(db).as("printed"), (join) =>
      join.onRef("printed.cluster_id", "=", "citing.id").on("printed.ordinal", "=", 0),
    )
    .select([
      "placed.wanted",
      "placed.cited_court",
      "by.opinion_id",
      "by.text_chars as chars_read",
      "opinion.text_chars",
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
      "edge.quote_start",
      "edge.quote_bytes",
      "edge.told_by",
    ])
    .where("placed.place", ">", after)
    .where("placed.place", "<=", upTo)
    .orderBy("placed.wanted")
    .orderBy("placed.place")
    .execute();
  const quotes = await readQuotes(db, rows);
  return rows.map((row, at) => ({ ...row, quote: quotes[at] ?? "" }));
}

function placeIn(order: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`row_number() over (partition by ${sql.ref("wanted.id")} order by ${order})`;
}

function citingOpinionOf(row: Awaited<ReturnType<typeof placedRows>>[number]): CitingOpinion {
  const treatment = row.treatment as Treatment;
  const voice = row.voice as Voice;
  return {
    opinionId: row.opinion_id,
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
    isBinding: mustFollow(row.court_id, row.cited_court, row.date_filed === null ? {} : { decided: row.date_filed }),
    quote: row.quote,
  };
}
