import type { Reader } from "#db/connection.ts";
import { listQuery } from "#db/list-query.ts";
import { citationKey } from "#citations/citation-key.ts";
import { caseRelation } from "#cases/store.ts";
import { mergedNames } from "../derive/names.ts";
import type { DatePrecision, OpinionType, ParallelCitation, PublishStatus } from "../model.ts";
import type { OpinionContent, OpinionRecord } from "./record.ts";

export type ReadOptions = { readonly content?: boolean };

/**
 * The opinions with these ids, in the order asked for, each once; ids that are not held are passed over. A decision
 * without a citation of its own has those of its copies, and their docket number where it has none. Three statements,
 * one more for such decisions and one with content, however many ids.
 */
export async function readOpinions(
  db: Reader,
  ids: readonly string[],
  { content = false }: ReadOptions = {},
): Promise<OpinionRecord[]> {
  if (ids.length === 0) return [];
  const rows = await opinionRows(db, ids);
  const citations = await citationsOf(db, [...new Set(rows.map(({ cluster_id }) => cluster_id))]);
  const copies = await copiesOf(
    db,
    rows.filter(({ cluster_id }) => !citations.has(cluster_id)),
  );
  const judges = await judgesOf(db, rows);
  const contents = content
    ? await contentsOf(
        db,
        rows.map(({ id }) => id),
      )
    : undefined;
  const records = new Map(
    rows.map((row) => [
      row.id,
      {
        ...recordOf(row, judges.get(row.cluster_id) ?? [], citations.get(row.cluster_id), copies.get(row.work_id)),
        ...contentOf(contents?.get(row.id)),
      },
    ]),
  );
  return [...new Set(ids)].flatMap((id) => records.get(id) ?? []);
}

/** Ids of the opinions a look-up answers with. */
export type Match<Asked> = { readonly asked: Asked; readonly opinionIds: readonly string[] };

const citedRows = listQuery((db, keys) =>
  db
    .selectFrom("cluster_citations")
    .innerJoin("clusters", "clusters.id", "cluster_citations.cluster_id")
    .innerJoin("opinions", "opinions.cluster_id", "clusters.id")
    .where("cluster_citations.lookup_key", "in", keys)
    .select(["cluster_citations.lookup_key", "opinions.id"])
    .orderBy("clusters.public_number")
    .orderBy("opinions.ordinal")
    .orderBy("opinions.id"),
);

/** The opinions of every decision that carries one of these citations, in whatever spelling. One statement. */
export async function findByCitations(db: Reader, citations: readonly string[]): Promise<Match<string>[]> {
  const keys = [...new Set(citations.map(citationKey))].filter((key) => key !== "");
  if (keys.length === 0) return citations.map((asked) => ({ asked, opinionIds: [] }));
  const rows = await citedRows(db, keys);
  const byKey = Map.groupBy(rows, ({ lookup_key }) => lookup_key);
  return citations.map((asked) => ({
    asked,
    opinionIds: [...new Set((byKey.get(citationKey(asked)) ?? []).map(({ id }) => id))],
  }));
}

/** Opinion ids of these decisions: what follows from a decision's line in the outbox. */
export async function opinionIdsOfClusters(db: Reader, clusterIds: readonly string[]): Promise<string[]> {
  if (clusterIds.length === 0) return [];
  const rows = await db
    .selectFrom("opinions")
    .select("id")
    .where("cluster_id", "in", clusterIds)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Every opinion id in order, a page at a time: pass the last one to go on. */
export async function opinionIdsAfter(db: Reader, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("opinions")
    .select("id")
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** What is held of each source, for reports. */
export async function countBySource(
  db: Reader,
): Promise<{ readonly source: string; readonly decisions: number; readonly opinions: number }[]> {
  const decisions = await decisionsBySource(db);
  const opinions = await db
    .selectFrom("opinions")
    .select((row) => ["source", row.fn.countAll<number>().as("count")])
    .groupBy("source")
    .execute();
  const opinionCounts = new Map(opinions.map(({ source, count }) => [source, count]));
  return decisions.map((held) => ({ ...held, opinions: opinionCounts.get(held.source) ?? 0 }));
}

/** How many decisions are held of each source, by name. */
export async function decisionsBySource(
  db: Reader,
): Promise<{ readonly source: string; readonly decisions: number }[]> {
  return db
    .selectFrom("clusters")
    .select((row) => ["source", row.fn.countAll<number>().as("decisions")])
    .groupBy("source")
    .orderBy("source")
    .execute();
}

const opinionRows = listQuery((db, ids) => selectOpinions(db).where("opinions.id", "in", ids));

function selectOpinions(db: Reader) {
  return db
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .innerJoin(caseRelation(db).as("matter"), "matter.id", "clusters.case_id")
    .select([
      "opinions.id",
      "opinions.source",
      "opinions.source_id",
      "opinions.cluster_id",
      "opinions.ordinal",
      "opinions.type",
      "opinions.author",
      "opinions.joined_by",
      "opinions.per_curiam",
      "opinions.en_banc",
      "opinions.publish_status",
      "opinions.precedential_note",
      "opinions.pagination_citation",
      "opinions.text_source",
      "opinions.text_chars",
      "matter.matter_id",
      "clusters.work_id",
      "clusters.public_number",
      "clusters.slug",
      "clusters.case_name",
      "clusters.court_id",
      "clusters.date_filed",
      "clusters.date_precision",
      "clusters.judges",
      "clusters.headmatter_html",
      "matter.caption",
      "matter.docket_number",
    ]);
}

type OpinionRow = Awaited<ReturnType<ReturnType<typeof selectOpinions>["execute"]>>[number];

function recordOf(
  row: OpinionRow,
  judges: readonly string[],
  citations: readonly ParallelCitation[] | undefined,
  copies: CopiesSay | undefined,
): OpinionRecord {
  return {
    id: row.id,
    source: row.source,
    sourceId: row.source_id,
    clusterId: row.cluster_id,
    caseId: row.matter_id,
    workId: row.work_id,
    publicNumber: row.public_number,
    slug: row.slug,
    caseName: row.case_name,
    caption: row.caption,
    courtId: row.court_id,
    docketNumber: row.docket_number ?? (citations === undefined ? copies?.docketNumber : null) ?? null,
    dateFiled: row.date_filed,
    datePrecision: row.date_precision as DatePrecision,
    publishStatus: row.publish_status as PublishStatus,
    judges,
    citations: citations ?? copies?.citations ?? [],
    headmatterHtml: row.headmatter_html,
    ordinal: row.ordinal,
    type: row.type as OpinionType,
    author: row.author,
    joinedBy: row.joined_by,
    perCuriam: row.per_curiam === 1,
    enBanc: row.en_banc === 1,
    precedentialNote: row.precedential_note,
    paginationCitation: row.pagination_citation,
    textSource: row.text_source,
    textChars: row.text_chars,
  };
}

function contentOf(content: OpinionContent | undefined): { content?: OpinionContent } {
  return content === undefined ? {} : { content };
}

const judgeRows = listQuery((db, clusterIds) =>
  db
    .selectFrom("opinions")
    .select(["cluster_id", "judges", "author", "joined_by"])
    .where("cluster_id", "in", clusterIds)
    .orderBy("cluster_id")
    .orderBy("ordinal")
    .orderBy("id"),
);

/** All judges known of each decision: those its source lists, then those its opinions name, each once. */
async function judgesOf(db: Reader, opinions: readonly OpinionRow[]): Promise<Map<string, readonly string[]>> {
  const listed = new Map(opinions.map(({ cluster_id, judges }) => [cluster_id, namesOf(judges)]));
  if (listed.size === 0) return listed;
  const rows = await judgeRows(db, [...listed.keys()]);
  for (const [clusterId, ofCluster] of Map.groupBy(rows, ({ cluster_id }) => cluster_id)) {
    const named = ofCluster.flatMap(({ judges, author, joined_by }) => [judges, author, joined_by].flatMap(namesOf));
    listed.set(clusterId, mergedNames([...(listed.get(clusterId) ?? []), ...named]));
  }
  return listed;
}

function namesOf(list: string | null): string[] {
  return list === null || list === "" ? [] : list.split(", ");
}

const citationRows = listQuery((db, clusterIds) =>
  db
    .selectFrom("cluster_citations")
    .select(["cluster_id", "source_ordinal", "volume", "reporter", "page", "cited_as"])
    .where("cluster_id", "in", clusterIds)
    .orderBy("cluster_id")
    .orderBy("ordinal"),
);

/**
 * The reporter citations of these decisions in the order in which they are written out, the official one first; a
 * decision that has none has no entry. One statement.
 */
export async function citationsOf(db: Reader, clusterIds: readonly string[]): Promise<Map<string, ParallelCitation[]>> {
  return byDecision(await citationRows(db, clusterIds));
}

/** Those that the source gives, in its order. */
export async function citationsOfSource(
  db: Reader,
  clusterIds: readonly string[],
): Promise<Map<string, ParallelCitation[]>> {
  const rows = await citationRows(db, clusterIds);
  const given = rows.flatMap((row) => (row.source_ordinal === null ? [] : [{ ...row, place: row.source_ordinal }]));
  return byDecision(given.toSorted((one, other) => one.place - other.place));
}

function byDecision(
  rows: readonly {
    readonly cluster_id: string;
    readonly volume: string;
    readonly reporter: string;
    readonly page: string;
    readonly cited_as: string;
  }[],
): Map<string, ParallelCitation[]> {
  const citations = new Map<string, ParallelCitation[]>();
  for (const { cluster_id, volume, reporter, page, cited_as } of rows) {
    const citation = { volume, reporter, page, citedAs: cited_as };
    const others = citations.get(cluster_id);
    if (others === undefined) citations.set(cluster_id, [citation]);
    else others.push(citation);
  }
  return citations;
}

/** What the copies of a decision are cited as, and the docket number of the first that has one. */
type CopiesSay = { readonly citations: readonly ParallelCitation[]; readonly docketNumber: string | null };

const copyRows = listQuery((db, workIds) =>
  db
    .selectFrom("clusters")
    .innerJoin(caseRelation(db).as("matter"), "matter.id", "clusters.case_id")
    .innerJoin("cluster_citations as cited", "cited.cluster_id", "clusters.id")
    .select([
      "clusters.work_id",
      "matter.docket_number",
      "cited.volume",
      "cited.reporter",
      "cited.page",
      "cited.cited_as",
    ])
    .where("clusters.work_id", "in", workIds)
    .orderBy("clusters.id")
    .orderBy("cited.ordinal"),
);

/** What the copies of these decisions say, by work; of one that has none there is no entry. */
export async function copiesOf(
  db: Reader,
  opinions: readonly { readonly work_id: string }[],
): Promise<ReadonlyMap<string, CopiesSay>> {
  const workIds = [...new Set(opinions.map(({ work_id }) => work_id))];
  const rows = workIds.length === 0 ? [] : await copyRows(db, workIds);
  return new Map(
    [...Map.groupBy(rows, ({ work_id }) => work_id)].map(([workId, cited]) => {
      const citations = new Map(
        cited.map(({ volume, reporter, page, cited_as }) => [cited_as, { volume, reporter, page, citedAs: cited_as }]),
      );
      const docketNumber = cited.find(({ docket_number }) => docket_number !== null)?.docket_number ?? null;
      return [workId, { citations: [...citations.values()], docketNumber }];
    }),
  );
}

const contentRows = listQuery((db, ids) => db.selectFrom("opinion_texts").selectAll().where("opinion_id", "in", ids));

async function contentsOf(db: Reader, ids: readonly string[]): Promise<Map<string, OpinionContent>> {
  const rows = await contentRows(db, ids);
  return new Map(
    rows.map(({ opinion_id, html, text, offset_map }) => [opinion_id, { html, text, offsetMap: offset_map }]),
  );
}
