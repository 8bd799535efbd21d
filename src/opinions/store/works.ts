import { caseRelation, docketRelation } from "#cases/store.ts";
import type { Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { tellingWords } from "#text/case-names.ts";
import { possibleDays } from "../filed-days.ts";
import type { DatePrecision } from "../model.ts";
import type { FiledDays } from "../filed-days.ts";
import { joinWorks } from "../join-works.ts";
import type { Placed } from "../join-works.ts";
import type { WorkMember } from "../work.ts";
import { noteCopies, textsCompared } from "./compare-texts.ts";
import type { NoteRead } from "./compare-texts.ts";

/**
 * Brings the works of changed decisions up to date, inside the transaction that changed them, and returns the ids of
 * every decision whose work is now another. `formerWorks` are works that have just lost a member.
 */
export async function reassignWorks(
  trx: Trx,
  clusterIds: readonly string[],
  formerWorks: readonly string[] = [],
  note: NoteRead = noteCopies,
): Promise<string[]> {
  const works = new Set([...formerWorks, ...(await worksInReach(trx, clusterIds))]);
  if (works.size === 0) return [];
  const held = await membersOf(trx, [...works], new Set(clusterIds));
  const assigned = await joinWorks(held, new Set(formerWorks), textsCompared(trx, note));
  const moved: string[] = [];
  for (const { member, workId } of held) {
    const work = assigned.get(member.id);
    if (work === undefined || work === workId) continue;
    await trx.updateTable("clusters").set({ work_id: work }).where("id", "=", member.id).execute();
    moved.push(member.id);
  }
  return moved;
}

/** The works of decisions that may be one with these, and those that have other members already. */
async function worksInReach(trx: Trx, clusterIds: readonly string[]): Promise<string[]> {
  const works = new Set<string>();
  for (const ids of inParts(clusterIds)) {
    const sharing = await trx
      .selectFrom("cluster_citations as own")
      .innerJoin("cluster_citations as other", "other.lookup_key", "own.lookup_key")
      .innerJoin("clusters as holder", "holder.id", "own.cluster_id")
      .innerJoin("clusters as sharer", (join) =>
        join.onRef("sharer.id", "=", "other.cluster_id").onRef("sharer.court_id", "=", "holder.court_id"),
      )
      .whereRef("other.cluster_id", "!=", "own.cluster_id")
      .where("own.cluster_id", "in", ids)
      .select(["holder.work_id as held", "sharer.work_id as shared"])
      .distinct()
      .execute();
    const joined = await trx
      .selectFrom("clusters as own")
      .innerJoin("clusters as other", "other.work_id", "own.work_id")
      .whereRef("other.id", "!=", "own.id")
      .where("own.id", "in", ids)
      .select("own.work_id")
      .distinct()
      .execute();
    for (const { held, shared } of sharing) works.add(held).add(shared);
    for (const { work_id } of joined) works.add(work_id);
    for (const work of await worksOfTheDays(trx, ids)) works.add(work);
  }
  return [...works];
}

/** What is compared before anything else is read. */
type Dated = {
  readonly id: string;
  readonly work_id: string;
  readonly court_id: string;
  readonly words: ReadonlySet<string>;
  readonly days: FiledDays | null;
};

/** The works of decisions of the same court that may be of the same day and share a word of the name. */
async function worksOfTheDays(trx: Trx, clusterIds: readonly string[]): Promise<Set<string>> {
  const own = await datedDecisions(trx, (query) => query.where("clusters.id", "in", clusterIds));
  const works = new Set<string>();
  for (const [courtId, changed] of Map.groupBy(own, ({ court_id }) => court_id)) {
    const byWord = Map.groupBy(
      (await neighbours(trx, courtId, changed)).flatMap((one) => [...one.words].map((word) => ({ word, one }))),
      ({ word }) => word,
    );
    for (const one of changed) {
      for (const word of one.words) {
        for (const { one: other } of byWord.get(word) ?? []) {
          if (other.id !== one.id && daysMeet(one, other)) works.add(one.work_id).add(other.work_id);
        }
      }
    }
  }
  return works;
}

/** Decisions of a court whose day may be that of one of these; each is read once for all of them. */
async function neighbours(trx: Trx, courtId: string, changed: readonly Dated[]): Promise<readonly Dated[]> {
  const spans = changed.flatMap(({ days }) => days ?? []);
  const days = new Set(spans.filter(({ first, last }) => first === last).map(({ first }) => first));
  const wide = spans.filter(({ first, last }) => first !== last);
  const found: Dated[] = [];
  for (const some of inParts([...days])) {
    found.push(
      ...(await datedDecisions(trx, (query) =>
        query.where("clusters.court_id", "=", courtId).where("clusters.date_filed", "in", some),
      )),
    );
  }
  for (const { first, last } of wide) {
    found.push(
      ...(await datedDecisions(trx, (query) =>
        query
          .where("clusters.court_id", "=", courtId)
          .where("clusters.date_filed", ">=", first)
          .where("clusters.date_filed", "<=", last),
      )),
    );
  }
  const [from, to] = [
    spans.map(({ first }) => first).toSorted()[0],
    spans
      .map(({ last }) => last)
      .toSorted()
      .at(-1),
  ];
  if (from !== undefined && to !== undefined) found.push(...(await vaguelyDated(trx, courtId, from, to)));
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

/** Decisions of which no day is known, and whose possible days may reach into these. */
async function vaguelyDated(trx: Trx, courtId: string, from: string, to: string): Promise<Dated[]> {
  return datedDecisions(trx, (query) =>
    query
      .where("clusters.court_id", "=", courtId)
      .where("clusters.date_precision", "<>", "day")
      .where("clusters.date_filed", ">=", yearsFrom(from, -1))
      .where("clusters.date_filed", "<=", yearsFrom(to, 1)),
  );
}

function yearsFrom(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, "0")}${day.slice(4)}`;
}

function datedQuery(trx: Trx) {
  return trx
    .selectFrom("clusters")
    .innerJoin(caseRelation(trx).as("matter"), "matter.id", "clusters.case_id")
    .select([
      "clusters.id",
      "clusters.work_id",
      "clusters.court_id",
      "clusters.case_name",
      "clusters.date_filed",
      "clusters.date_precision",
      "matter.caption",
    ]);
}

async function datedDecisions(
  trx: Trx,
  among: (query: ReturnType<typeof datedQuery>) => ReturnType<typeof datedQuery>,
): Promise<Dated[]> {
  const rows = await among(datedQuery(trx)).execute();
  return rows.map(({ id, work_id, court_id, case_name, caption, date_filed, date_precision }) => ({
    id,
    work_id,
    court_id,
    words: new Set(tellingWords(`${case_name} ${caption}`, "copies")),
    days: possibleDays({ date: date_filed, precision: date_precision as DatePrecision }),
  }));
}

function daysMeet({ days: left }: Dated, { days: right }: Dated): boolean {
  return left !== null && right !== null && left.first <= right.last && right.first <= left.last;
}

async function membersOf(trx: Trx, works: readonly string[], changed: ReadonlySet<string>): Promise<Placed[]> {
  const members: Placed[] = [];
  for (const some of inParts(works)) {
    const rows = await trx
      .selectFrom("clusters")
      .innerJoin(caseRelation(trx).as("matter"), "matter.id", "clusters.case_id")
      .where("clusters.work_id", "in", some)
      .select([
        "clusters.id",
        "clusters.work_id",
        "clusters.case_id",
        "clusters.court_id",
        "clusters.case_name",
        "clusters.date_filed",
        "clusters.date_precision",
        "matter.caption",
      ])
      .execute();
    const keysOf = await citationsOf(trx, rows);
    const docketsOf = await docketKeysOf(trx, rows);
    for (const row of rows) {
      members.push({
        workId: row.work_id,
        isChanged: changed.has(row.id),
        member: {
          id: row.id,
          courtId: row.court_id,
          caseName: row.case_name,
          caption: row.caption,
          docketKeys: docketsOf.get(row.case_id) ?? [],
          filed: { date: row.date_filed, precision: row.date_precision as DatePrecision },
          citations: keysOf.get(row.id) ?? [],
        },
      });
    }
  }
  return members;
}

async function citationsOf(
  trx: Trx,
  rows: readonly { readonly id: string }[],
): Promise<Map<string, WorkMember["citations"][number][]>> {
  const found = new Map<string, WorkMember["citations"][number][]>();
  for (const ids of inParts(rows.map(({ id }) => id))) {
    const keys = await trx
      .selectFrom("cluster_citations")
      .select(["cluster_id", "lookup_key", "reporter"])
      .where("cluster_id", "in", ids)
      .execute();
    for (const { cluster_id, lookup_key, reporter } of keys)
      found.set(cluster_id, [...(found.get(cluster_id) ?? []), { key: lookup_key, reporter }]);
  }
  return found;
}

async function docketKeysOf(
  trx: Trx,
  rows: readonly { readonly case_id: string }[],
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const ids of inParts([...new Set(rows.map(({ case_id }) => case_id))])) {
    const dockets = await trx
      .selectFrom(docketRelation(trx).as("docket"))
      .select(["docket.case_id", "docket.docket_key"])
      .where("docket.case_id", "in", ids)
      .execute();
    for (const { case_id, docket_key } of dockets) found.set(case_id, [...(found.get(case_id) ?? []), docket_key]);
  }
  return found;
}
