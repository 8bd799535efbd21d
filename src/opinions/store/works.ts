import { caseRelation } from "#cases/store.ts";
import type { Trx } from "#db/connection.ts";
import type { DatePrecision } from "../model.ts";
import { worksOf } from "../work.ts";
import type { WorkMember } from "../work.ts";

/**
 * Brings the works of changed decisions up to date, inside the transaction that changed them, and returns the ids of
 * every decision whose work is now another. `formerWorks` are works that have just lost a member.
 */
export async function reassignWorks(
  trx: Trx,
  clusterIds: readonly string[],
  formerWorks: readonly string[] = [],
): Promise<string[]> {
  const works = new Set([...formerWorks, ...(await worksInReach(trx, clusterIds))]);
  if (works.size === 0) return [];
  const members = await membersOf(trx, [...works]);
  const assigned = worksOf(members.map(({ member }) => member));
  const moved: string[] = [];
  for (const { member, workId } of members) {
    const work = assigned.get(member.id);
    if (work === undefined || work === workId) continue;
    await trx.updateTable("clusters").set({ work_id: work }).where("id", "=", member.id).execute();
    moved.push(member.id);
  }
  return moved;
}

/** The works of the decisions that share a citation with another, and those that have other members already. */
async function worksInReach(trx: Trx, clusterIds: readonly string[]): Promise<string[]> {
  if (clusterIds.length === 0) return [];
  const sharing = await trx
    .selectFrom("cluster_citations as own")
    .innerJoin("cluster_citations as other", "other.lookup_key", "own.lookup_key")
    .innerJoin("clusters as holder", "holder.id", "own.cluster_id")
    .innerJoin("clusters as sharer", (join) =>
      join.onRef("sharer.id", "=", "other.cluster_id").onRef("sharer.court_id", "=", "holder.court_id"),
    )
    .whereRef("other.cluster_id", "!=", "own.cluster_id")
    .where("own.cluster_id", "in", clusterIds)
    .select(["holder.work_id as held", "sharer.work_id as shared"])
    .distinct()
    .execute();
  const joined = await trx
    .selectFrom("clusters as own")
    .innerJoin("clusters as other", "other.work_id", "own.work_id")
    .whereRef("other.id", "!=", "own.id")
    .where("own.id", "in", clusterIds)
    .select("own.work_id")
    .distinct()
    .execute();
  return [...sharing.flatMap(({ held, shared }) => [held, shared]), ...joined.map(({ work_id }) => work_id)];
}

async function membersOf(trx: Trx, works: readonly string[]): Promise<{ member: WorkMember; workId: string }[]> {
  const rows = await trx
    .selectFrom("clusters")
    .innerJoin(caseRelation(trx).as("matter"), "matter.id", "clusters.case_id")
    .where("clusters.work_id", "in", works)
    .select([
      "clusters.id",
      "clusters.work_id",
      "clusters.court_id",
      "clusters.case_name",
      "clusters.date_filed",
      "clusters.date_precision",
      "matter.caption",
      "matter.docket_key",
    ])
    .orderBy("clusters.id")
    .execute();
  if (rows.length === 0) return [];
  const keys = await trx
    .selectFrom("cluster_citations")
    .where(
      "cluster_id",
      "in",
      rows.map(({ id }) => id),
    )
    .select(["cluster_id", "lookup_key"])
    .execute();
  const keysOf = Map.groupBy(keys, ({ cluster_id }) => cluster_id);
  return rows.map((row) => ({
    workId: row.work_id,
    member: {
      id: row.id,
      courtId: row.court_id,
      caseName: row.case_name,
      caption: row.caption,
      docketKey: row.docket_key,
      dateFiled: row.date_filed,
      datePrecision: row.date_precision as DatePrecision,
      citationKeys: (keysOf.get(row.id) ?? []).map(({ lookup_key }) => lookup_key),
    },
  }));
}
