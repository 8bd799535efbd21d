import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { citationRelation, decisionRelation } from "#opinions/store/relations.ts";
import { decisionsKnown } from "./decisions.ts";
import { describe } from "./describe.ts";
import type { Manner, Scope, Treatment, Voice } from "./model.ts";
import type { CitingDecision, ToldActor } from "./standing/citing-decision.ts";
import { HISTORY_MAX } from "./summary.ts";
import type { CountedAs } from "./tally.ts";

/** So many are heard who have ended a decision or tell that another has, the weightiest first. */
const ENDED_MAX = 400;

/**
 * Those that cite a work and must be told one by one (`summarise`): what ends it, whoever is told to have, and the first
 * that are a caution. However many cite it, a bounded number of rows is read.
 */
export async function readTelling(
  db: Reader,
  workId: string,
  { distinguished }: { readonly distinguished: boolean },
): Promise<readonly CitingDecision[]> {
  const copies = await decisionsKnown(db, [workId]);
  const ended = await firstThatCount(db, copies, "ended", ENDED_MAX);
  const actors = await actorsTold(
    db,
    ended.flatMap(({ citing_id, told_by }) => (told_by === null ? [] : [citing_id])),
  );
  const told = (row: Row): ToldActor | null =>
    row.told_by === null ? null : actorTold(row.told_by, actors.get(row.citing_id) ?? []);
  const actorWorks = new Set(ended.flatMap((row) => told(row)?.held?.workId ?? []));
  const rows = [
    ...ended,
    ...(await firstThatCount(db, copies, "cautioned", HISTORY_MAX)),
    ...(distinguished ? await firstThatCount(db, copies, "distinguished", HISTORY_MAX) : []),
    ...(actorWorks.size === 0 ? [] : await ownOf(db, copies, [...actorWorks])),
  ];
  return [...new Map(rows.map((row) => [row.work_id, row])).values()].map((row) => decisionOf(row, told(row)));
}

type Row = Awaited<ReturnType<typeof firstThatCount>>[number];

/** The edges that speak for those who cite any of these copies, with what is told of the citing decision. */
function speaking(db: Reader, copies: readonly string[]) {
  return db
    .selectFrom("citing_edges as edge")
    .innerJoin("citing_opinions as by", "by.id", "edge.citing_id")
    .innerJoin(decisionRelation(db).as("citing"), "citing.id", "by.cluster_id")
    .leftJoin(citationRelation(db).as("printed"), (join) =>
      join.onRef("printed.cluster_id", "=", "citing.id").on("printed.ordinal", "=", 0),
    )
    .select(["citing.work_id", "citing.court_id", "citing.date_filed", "citing.case_name"])
    .select(["printed.cited_as as printed_as", "by.opinion_id", "edge.citing_id"])
    .select(["edge.treatment", "edge.voice", "edge.authoritative", "edge.told_by"])
    .select(["edge.scope", "edge.manner", "edge.chance"])
    .where("edge.cited_cluster_id", "in", copies);
}

async function firstThatCount(db: Reader, copies: readonly string[], as: CountedAs, max: number) {
  return speaking(db, copies)
    .where("edge.counts_as", "=", as)
    .orderBy("edge.place")
    .orderBy("by.opinion_id")
    .limit(max)
    .execute();
}

/** What these works themselves say of a decision that others tell they have ended. */
async function ownOf(db: Reader, copies: readonly string[], workIds: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const ids of inParts(await decisionsKnown(db, workIds)))
    rows.push(
      ...(await speaking(db, copies)
        .where("by.cluster_id", "in", ids)
        .where("edge.counts_as", "is not", null)
        .execute()),
    );
  return rows;
}

function decisionOf(row: Row, told: ToldActor | null): CitingDecision {
  const treatment = row.treatment as Treatment;
  const voice = row.voice as Voice;
  return {
    workId: row.work_id,
    opinionId: row.opinion_id,
    courtId: row.court_id,
    date: row.date_filed,
    citation: row.printed_as === null ? row.case_name : `${row.case_name}, ${row.printed_as}`,
    treatment,
    voice,
    authoritative: row.authoritative === 1,
    scope: (row.scope ?? "whole") as Scope,
    manner: (row.manner ?? "sentence") as Manner,
    chance: row.chance,
    reason: treatment === "Cited" ? null : describe(treatment, voice, row.told_by),
    told,
  };
}

type HeldActor = { readonly citedAs: string } & NonNullable<ToldActor["held"]>;

/** The held decisions that these opinions cite: one of them is the one that is told of. */
async function actorsTold(db: Reader, citingIds: readonly number[]): Promise<Map<number, HeldActor[]>> {
  const actors = new Map<number, HeldActor[]>();
  for (const ids of inParts([...new Set(citingIds)])) {
    const rows = await db
      .selectFrom("citing_edges")
      .innerJoin(decisionRelation(db).as("actor"), "actor.id", "citing_edges.cited_cluster_id")
      .select(["citing_id", "cited_as", "actor.work_id", "actor.court_id", "actor.date_filed"])
      .where("citing_id", "in", ids)
      .orderBy("citing_id")
      .orderBy("authority")
      .execute();
    for (const { citing_id, cited_as, work_id, court_id, date_filed } of rows) {
      const list = actors.get(citing_id) ?? [];
      actors.set(citing_id, list);
      list.push({ citedAs: cited_as, workId: work_id, courtId: court_id, date: date_filed });
    }
  }
  return actors;
}

/** `told_by` ends with the citation under which the opinion cites the actor. */
function actorTold(name: string, held: readonly HeldActor[]): ToldActor {
  const actor = held.find(({ citedAs }) => name === citedAs || name.endsWith(`, ${citedAs}`));
  if (actor === undefined) return { name, held: null };
  const { workId, courtId, date } = actor;
  return { name, held: { workId, courtId, date } };
}
