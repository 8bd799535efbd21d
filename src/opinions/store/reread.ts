import { TOOK_TOO_LONG, withinTime } from "#base/within-time.ts";
import { inWrittenOrder } from "#citations/reporter-rank.ts";
import { citationKey } from "#citations/citation-key.ts";
import { amendCases, casesToldBySource } from "#cases/store.ts";
import type { ByOtherRules } from "#db/by-rules.ts";
import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { insertRows } from "#db/rows.ts";
import { ENDLESS_READING, noteUnread } from "#db/unread.ts";
import { sql } from "kysely";
import { possibleDays } from "../filed-days.ts";
import { HEAD_CHARS } from "../head/head-lines.ts";
import type { OpinionHead } from "../head/read-head.ts";
import { READING_VERSION, settle } from "../head/settle.ts";
import type { Settled, ToldBySource } from "../head/settle.ts";
import { docketOfCase } from "../head/settle-docket.ts";
import type { DatePrecision, ParallelCitation } from "../model.ts";

export type Reread = {
  /** Decisions whose record, and cases whose number or court, is now another. */
  readonly clusterIds: readonly string[];
  readonly caseIds: readonly string[];
};

/** What reading the heads of a decision may take, in a transaction; those of the longest known take some milliseconds. */
export const HEAD_BUDGET: { decision_ms_max: number } = { decision_ms_max: 5_000 };

/**
 * Reads the heads of these decisions from the texts held, and brings their records to what the source says and the
 * heads print. Records, readings and the version by which they were read change in the given transaction; matters,
 * works and the outbox are the caller's. A decision with whose heads reading does not come to an end stands as its source
 * says, and is noted as unread.
 */
export async function rereadDecisions(trx: Trx, clusterIds: readonly string[]): Promise<Reread> {
  const changed: string[] = [];
  const cases = new Set<string>();
  for (const ids of inParts([...new Set(clusterIds)])) {
    const rows = await decisionRows(trx, ids);
    for (const row of rows) cases.add(row.case_id);
    const told = await casesToldBySource(trx, [...new Set(rows.map(({ case_id }) => case_id))]);
    const citations = await citationRows(trx, ids);
    const heads = await headsOf(trx, ids);
    const decisions = rows.map((row) => {
      const held = citations.get(row.id) ?? [];
      const ofSource = held
        .filter(({ source_ordinal }) => source_ordinal !== null)
        .toSorted((one, other) => (one.source_ordinal ?? 0) - (other.source_ordinal ?? 0))
        .map(citationOf);
      const toldOfIt: ToldBySource = {
        courtId: row.source_court_id,
        filed: { date: row.source_date_filed, precision: row.source_date_precision as DatePrecision },
        docketNumber: told.get(row.case_id)?.docketNumber ?? null,
        citations: ofSource,
      };
      return { row, held, ofSource, told: toldOfIt };
    });
    const read = await settledInTime(trx, decisions, heads);
    for (const { row, held, ofSource, settled } of read) {
      const isAmended = await amendDecision(trx, row, settled);
      const isCitedOtherwise = await writeCitations(trx, row.id, held, ofSource, settled);
      if (isAmended || isCitedOtherwise) changed.push(row.id);
    }
    await writeReadings(trx, ids, read);
  }
  const caseIds = await amendCasesOf(trx, [...cases]);
  return { clusterIds: [...new Set([...changed, ...(await decisionsOfCases(trx, caseIds))])], caseIds };
}

type OfSource = { readonly row: DecisionRow; readonly told: ToldBySource };

/**
 * Each decision as its source and its heads tell it. Where reading does not come to an end all are read one by one, and
 * a statement stands between two that took long: PostgreSQL ends a transaction in which nothing is asked for too long.
 */
async function settledInTime<Decision extends OfSource>(
  trx: Trx,
  decisions: readonly Decision[],
  heads: ReadonlyMap<string, readonly OpinionHead[]>,
): Promise<(Decision & { readonly settled: Settled })[]> {
  const limit_ms = HEAD_BUDGET.decision_ms_max;
  const settled = (decision: Decision): Decision & { settled: Settled } => {
    return { ...decision, settled: settle(decision.told, heads.get(decision.row.id) ?? []) };
  };
  const all = withinTime(limit_ms, () => decisions.map(settled));
  const unread = new Set<string>();
  const read = all === TOOK_TOO_LONG ? [] : all;
  for (const decision of all === TOOK_TOO_LONG ? decisions : []) {
    const one = withinTime(limit_ms, () => settled(decision));
    read.push(one === TOOK_TOO_LONG ? { ...decision, settled: settle(decision.told, []) } : one);
    if (one !== TOOK_TOO_LONG) continue;
    const recordId = decision.row.id;
    unread.add(recordId);
    await noteUnread(trx, "heads", { read: [], unread: [{ kind: "decision", recordId, reason: ENDLESS_READING }] });
  }
  const ids = decisions.map(({ row }) => row.id);
  await noteUnread(trx, "heads", { read: ids.filter((id) => !unread.has(id)), unread: [] });
  return read;
}

/** Another docket number is told of by every decision of the case. */
async function decisionsOfCases(trx: Trx, caseIds: readonly string[]): Promise<string[]> {
  const clusterIds: string[] = [];
  for (const ids of inParts(caseIds)) {
    const rows = await trx.selectFrom("clusters").select("id").where("case_id", "in", ids).orderBy("id").execute();
    clusterIds.push(...rows.map(({ id }) => id));
  }
  return clusterIds;
}

/** Some decisions whose heads were read by older rules than the program's, or never; the newest first. */
export async function decisionsToRead(db: Reader, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("clusters")
    .select("id")
    .where("reading_version", "<", READING_VERSION)
    .orderBy(sql`coalesce(date_filed, '')`, "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Decisions whose heads other rules read than those of this number. */
export async function headsByOtherRules(db: Reader, version: number): Promise<ByOtherRules> {
  const counted = async (side: "<" | ">"): Promise<number> => {
    const { count } = await db
      .selectFrom("clusters")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("reading_version", side, version)
      .executeTakeFirstOrThrow();
    return count;
  };
  return { older: await counted("<"), newer: await counted(">") };
}

async function decisionRows(trx: Trx, ids: readonly string[]) {
  return trx
    .selectFrom("clusters")
    .select(["id", "case_id", "court_id", "date_filed", "date_precision", "filed_first", "filed_last"])
    .select(["source_court_id", "source_date_filed", "source_date_precision"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
}
type DecisionRow = Awaited<ReturnType<typeof decisionRows>>[number];

async function citationRows(trx: Trx, ids: readonly string[]) {
  const rows = await trx
    .selectFrom("cluster_citations")
    .selectAll()
    .where("cluster_id", "in", ids)
    .orderBy("cluster_id")
    .orderBy("ordinal")
    .execute();
  return Map.groupBy(rows, ({ cluster_id }) => cluster_id);
}
type CitationRow = NonNullable<ReturnType<Awaited<ReturnType<typeof citationRows>>["get"]>>[number];

function citationOf({ volume, reporter, page, cited_as }: CitationRow): ParallelCitation {
  return { volume, reporter, page, citedAs: cited_as };
}

async function headsOf(trx: Trx, ids: readonly string[]): Promise<Map<string, OpinionHead[]>> {
  const rows = await trx
    .selectFrom("opinions")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .select(["opinions.id", "opinions.cluster_id", "opinions.pagination_citation"])
    .select(sql<string>`substr(opinion_texts.text, 1, ${sql.lit(HEAD_CHARS)})`.as("head"))
    .where("opinions.cluster_id", "in", ids)
    .orderBy("opinions.cluster_id")
    .orderBy("opinions.ordinal")
    .orderBy("opinions.id")
    .execute();
  const heads = new Map<string, OpinionHead[]>();
  for (const { id, cluster_id, pagination_citation, head } of rows) {
    const ofDecision = heads.get(cluster_id) ?? [];
    ofDecision.push({ opinionId: id, text: head, paginationCitation: pagination_citation });
    heads.set(cluster_id, ofDecision);
  }
  return heads;
}

async function amendDecision(trx: Trx, row: DecisionRow, { courtId, filed }: Settled): Promise<boolean> {
  const days = possibleDays(filed);
  const amended = {
    court_id: courtId,
    date_filed: filed.date,
    date_precision: filed.precision,
    filed_first: days?.first ?? null,
    filed_last: days?.last ?? null,
  };
  const isSame =
    row.court_id === amended.court_id &&
    row.date_filed === amended.date_filed &&
    row.date_precision === amended.date_precision &&
    row.filed_first === amended.filed_first &&
    row.filed_last === amended.filed_last;
  if (!isSame) await trx.updateTable("clusters").set(amended).where("id", "=", row.id).execute();
  return !isSame;
}

/** The source's citations and the printed ones together, in the order in which they are written out. */
async function writeCitations(
  trx: Trx,
  clusterId: string,
  held: readonly CitationRow[],
  ofSource: readonly ParallelCitation[],
  { citations }: Settled,
): Promise<boolean> {
  const placed = [
    ...ofSource.map((citation, at) => ({ ...citation, sourceOrdinal: at })),
    ...citations.map((citation) => ({ ...citation, sourceOrdinal: null })),
  ];
  const rows = inWrittenOrder(placed).map((citation, ordinal) => citationRow(clusterId, ordinal, citation));
  if (textOf(rows) === textOf(held)) return false;
  await trx.deleteFrom("cluster_citations").where("cluster_id", "=", clusterId).execute();
  await insertRows(trx, "cluster_citations", rows);
  return true;
}

/** A citation as its row, in the place it is written in. */
export function citationRow(
  clusterId: string,
  ordinal: number,
  { volume, reporter, page, citedAs, sourceOrdinal }: ParallelCitation & { readonly sourceOrdinal: number | null },
): CitationRow {
  const lookup_key = citationKey(citedAs);
  const cited_as = citedAs;
  return {
    cluster_id: clusterId,
    ordinal,
    source_ordinal: sourceOrdinal,
    volume,
    reporter,
    page,
    cited_as,
    lookup_key,
  };
}

function textOf(rows: readonly CitationRow[]): string {
  return rows
    .map(
      ({ ordinal, source_ordinal, cited_as, lookup_key }) =>
        `${ordinal} ${source_ordinal ?? ""} ${cited_as}\t${lookup_key}`,
    )
    .join("\n");
}

async function writeReadings(
  trx: Trx,
  ids: readonly string[],
  read: readonly { readonly row: DecisionRow; readonly settled: Settled }[],
): Promise<void> {
  await trx.updateTable("clusters").set({ reading_version: READING_VERSION }).where("id", "in", ids).execute();
  await trx.deleteFrom("head_readings").where("cluster_id", "in", ids).execute();
  await insertRows(
    trx,
    "head_readings",
    read.flatMap(({ row, settled }) =>
      settled.readings.map(({ field, value, opinionId, start, end, rule, isTaken }, ordinal) => ({
        cluster_id: row.id,
        ordinal,
        field,
        value,
        opinion_id: opinionId,
        starts_at: start,
        ends_at: end,
        rule,
        is_taken: isTaken ? (1 as const) : (0 as const),
      })),
    ),
  );
}

/** A case has the numbers of all its decisions, and another court than its source says when all of them have it. */
async function amendCasesOf(trx: Trx, caseIds: readonly string[]): Promise<string[]> {
  const changed: string[] = [];
  for (const ids of inParts(caseIds)) {
    const told = await casesToldBySource(trx, ids);
    const courts = await trx
      .selectFrom("clusters")
      .select(["case_id", "court_id"])
      .where("case_id", "in", ids)
      .execute();
    const numbers = await trx
      .selectFrom("head_readings")
      .innerJoin("clusters", "clusters.id", "head_readings.cluster_id")
      .select(["clusters.case_id", "head_readings.value"])
      .where("clusters.case_id", "in", ids)
      .where("head_readings.field", "=", "docket_number")
      .where("head_readings.is_taken", "=", 1)
      .orderBy("head_readings.cluster_id")
      .orderBy("head_readings.ordinal")
      .execute();
    const courtsOf = Map.groupBy(courts, ({ case_id }) => case_id);
    const numbersOf = Map.groupBy(numbers, ({ case_id }) => case_id);
    const amendments = [...told].map(([id, { courtId, docketNumber }]) => {
      const [only, other] = new Set((courtsOf.get(id) ?? []).map(({ court_id }) => court_id));
      const printed = (numbersOf.get(id) ?? []).map(({ value }) => value);
      return {
        id,
        courtId: only !== undefined && other === undefined ? only : courtId,
        ...docketOfCase(docketNumber, printed),
      };
    });
    changed.push(...(await amendCases(trx, amendments)));
  }
  return changed;
}
