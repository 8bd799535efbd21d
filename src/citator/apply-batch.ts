import type { Reader, Trx } from "#db/connection.ts";
import { EVENT_IDS_MAX } from "#db/events.ts";
import { inParts } from "#db/parts.ts";
import { decisionRelation } from "#opinions/store/relations.ts";
import { knownWorks, remember, rememberNew } from "./decisions.ts";
import { insertEdges, removeEdges } from "./edges.ts";
import type { CitedBy } from "./edges.ts";
import type { ReadOpinion } from "./read-stored.ts";
import { relinkEdges } from "./relink.ts";
import { chooseFromCiting, TallyChanges } from "./representatives.ts";
import type { CitatorRules } from "./rules.ts";
import { refreshSummaries } from "./summaries.ts";
import type { Applied } from "./told.ts";
import type { Touched } from "./touched.ts";

/**
 * Writes what a run of changes comes to: edges, links, which edge speaks for its decision, tallies and summaries. Answers
 * the decisions of which the index is to hear, since how often they are cited, or what they cite, has changed; and the
 * provisions of law whose citers have.
 */
export async function applyBatch(
  trx: Trx,
  touched: Touched,
  readings: readonly ReadOpinion[],
  rules: CitatorRules,
): Promise<Applied> {
  const opinionIds = [...touched.opinionIds, ...touched.goneOpinionIds];
  const changed = [...touched.clusterIds];
  const citing = new Set([...changed, ...(await decisionsOfCiting(trx, opinionIds))]);
  for (const { clusterId } of readings) citing.add(clusterId);

  const lost = await removeEdges(trx, opinionIds);
  const gained = await insertEdges(trx, readings, rules.readings);
  const relinked = await relinkEdges(trx, changed, [...touched.reach.keys]);
  for (const id of relinked.citingClusterIds) citing.add(id);
  const affected = new Set([...lost.clusterIds, ...gained.clusterIds, ...relinked.clusterIds]);

  const before = await knownWorks(trx, [...citing, ...affected]);
  await remember(trx, changed);
  await rememberNew(trx, [...citing, ...affected]);
  const now = await knownWorks(trx, [...citing]);

  const changes = new TallyChanges();
  for (const { clusterId, counted } of [...lost.uncounted, ...relinked.uncounted])
    changes.add(before.get(clusterId) ?? "", counted, -1);
  const worksOf = (ids: Iterable<string>): Set<string> =>
    new Set([...ids].flatMap((id) => [before.get(id), now.get(id)].filter((work) => work !== undefined)));
  await chooseFromCiting(trx, { workIds: [...worksOf(citing)], clusterIds: [...citing] }, changes);
  const moved = changed.filter((id) => before.has(id) && before.get(id) !== now.get(id));
  const { differ, events } = await refreshSummaries(trx, changes, {
    looked: touched.reach.workIds,
    recounted: worksOf(moved),
    rules: rules.standings,
  });
  return {
    clusterIds: new Set([
      ...affected,
      ...(await decisionsOfWorks(trx, differ)),
      ...readings.map(({ clusterId }) => clusterId),
    ]),
    lawKeys: new Set([...lost.lawKeys, ...gained.lawKeys]),
    events: [...events, ...newlyCited(readings, lost.citedBy, gained.citedBy)],
  };
}

/** What opinions cite now and did not before they were read again. */
function newlyCited(readings: readonly ReadOpinion[], before: CitedBy, now: CitedBy): Applied["events"][number][] {
  return readings.flatMap(({ opinionId, clusterId }) => {
    const known = before.get(opinionId);
    const cited = [...(now.get(opinionId) ?? [])].filter((id) => known?.has(id) !== true);
    if (cited.length === 0) return [];
    const citedClusterIds = cited.toSorted().slice(0, EVENT_IDS_MAX);
    return [{ kind: "decision_cited", recordId: opinionId, detail: { clusterId, citedClusterIds } }];
  });
}

/** The decisions to which these opinions belong, as far as they cite anything. */
async function decisionsOfCiting(db: Reader, opinionIds: readonly string[]): Promise<string[]> {
  const decisions: string[] = [];
  for (const ids of inParts(opinionIds)) {
    const rows = await db.selectFrom("citing_opinions").select("cluster_id").where("opinion_id", "in", ids).execute();
    decisions.push(...rows.map(({ cluster_id }) => cluster_id));
  }
  return decisions;
}

/** The decisions of some works: the index counts for them by how many they are cited, whoever it was that changed. */
export async function decisionsOfWorks(trx: Reader, workIds: readonly string[]): Promise<string[]> {
  const decisions: string[] = [];
  for (const ids of inParts(workIds)) {
    const rows = await trx
      .selectFrom(decisionRelation(trx).as("decision"))
      .select("decision.id")
      .where("decision.work_id", "in", ids)
      .execute();
    decisions.push(...rows.map(({ id }) => id));
  }
  return decisions;
}
