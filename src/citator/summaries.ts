import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { upsertRows } from "#db/rows.ts";
import { courtsOfWorks } from "#opinions/store/held.ts";
import { citationRelation, decisionRelation } from "#opinions/store/relations.ts";
import { describe } from "./describe.ts";
import { readTimesCited } from "./read.ts";
import { byStrength } from "./model.ts";
import type { Manner, Scope, Treatment, Voice } from "./model.ts";
import type { CitingDecision, ToldActor } from "./standing/citing-decision.ts";
import { summarise } from "./summary.ts";
import type { TreatmentSummary } from "./summary.ts";

/**
 * Works out anew how these works stand, and forgets those that are gone or that nothing cites any more. Answers which of
 * them are cited by more or fewer decisions than before.
 */
export async function refreshSummaries(trx: Trx, workIds: readonly string[]): Promise<string[]> {
  const recounted: string[] = [];
  for (const ids of inParts(workIds)) {
    const before = await readTimesCited(trx, ids);
    const courts = await courtsOfWorks(trx, ids);
    const citing = await citingDecisions(trx, ids);
    const rows = ids.flatMap((workId) => {
      const court = courts.get(workId);
      const decisions = citing.get(workId);
      return court === undefined || decisions === undefined
        ? []
        : [rowOf(workId, summarise(court, [...decisions.values()]))];
    });
    const counts = new Map(rows.map(({ work_id, citation_count }) => [work_id, citation_count]));
    recounted.push(...ids.filter((id) => before.get(id) !== counts.get(id)));
    const gone = ids.filter((id) => !counts.has(id));
    if (gone.length > 0) await trx.deleteFrom("treatment_summaries").where("work_id", "in", gone).execute();
    await upsertRows(trx, "treatment_summaries", ["work_id"], rows);
  }
  return recounted;
}

function rowOf(
  workId: string,
  { status, citationCount, negative, caution, history, more }: TreatmentSummary,
): {
  work_id: string;
  status: string;
  citation_count: number;
  negative: number;
  caution: number;
  history: string;
  more: number;
} {
  return {
    work_id: workId,
    status,
    citation_count: citationCount,
    negative,
    caution,
    history: JSON.stringify(history),
    more,
  };
}

/** Per cited work, each citing work once with the strongest of its readings. */
async function citingDecisions(
  db: Reader,
  workIds: readonly string[],
): Promise<Map<string, Map<string, CitingDecision>>> {
  const rows = await db
    .selectFrom("citing_edges")
    .innerJoin(decisionRelation(db).as("cited"), "cited.id", "citing_edges.cited_cluster_id")
    .innerJoin("citing_opinions", "citing_opinions.id", "citing_edges.citing_id")
    .innerJoin(decisionRelation(db).as("citing"), "citing.id", "citing_opinions.cluster_id")
    .leftJoin(citationRelation(db).as("printed"), (join) =>
      join.onRef("printed.cluster_id", "=", "citing.id").on("printed.ordinal", "=", 0),
    )
    .select([
      "cited.work_id as cited_work",
      "citing.work_id as citing_work",
      "citing.court_id",
      "citing.date_filed",
      "citing.case_name",
      "printed.cited_as as printed_as",
      "citing_opinions.opinion_id",
      "citing_edges.citing_id",
      "citing_edges.treatment",
      "citing_edges.voice",
      "citing_edges.authoritative",
      "citing_edges.told_by",
      "citing_edges.scope",
      "citing_edges.manner",
      "citing_edges.chance",
    ])
    .where("cited.work_id", "in", workIds)
    .whereRef("cited.work_id", "!=", "citing.work_id")
    .execute();
  const actors = await actorsTold(
    db,
    rows.flatMap(({ citing_id, told_by }) => (told_by === null ? [] : [citing_id])),
  );
  const byWork = new Map<string, Map<string, CitingDecision>>();
  for (const row of rows) {
    const treatment = row.treatment as Treatment;
    const voice = row.voice as Voice;
    const decision: CitingDecision = {
      workId: row.citing_work,
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
      told: row.told_by === null ? null : actorTold(row.told_by, actors.get(row.citing_id) ?? []),
    };
    const decisions = byWork.get(row.cited_work) ?? new Map<string, CitingDecision>();
    byWork.set(row.cited_work, decisions);
    const known = decisions.get(row.citing_work);
    if (known === undefined || isStronger(decision, known)) decisions.set(row.citing_work, decision);
  }
  return byWork;
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

function isStronger(one: CitingDecision, other: CitingDecision): boolean {
  const order = byStrength(one, other);
  return order === 0 ? one.opinionId < other.opinionId : order < 0;
}
