import { caseRelation } from "#cases/store.ts";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";

/** Under which names and citations the copies of a decision are held together. */
export type WorkNames = { readonly names: readonly string[]; readonly citations: readonly string[] };

/** The names and captions of all copies of these works, and their citations, each once. Two statements for some hundreds. */
export async function readWorkNames(db: Reader, workIds: readonly string[]): Promise<Map<string, WorkNames>> {
  const works = new Map<string, { names: Set<string>; citations: Set<string> }>();
  for (const ids of inParts([...new Set(workIds)])) {
    const named = await db
      .selectFrom("clusters")
      .innerJoin(caseRelation(db).as("matter"), "matter.id", "clusters.case_id")
      .select(["clusters.work_id", "clusters.case_name", "matter.caption"])
      .where("clusters.work_id", "in", ids)
      .orderBy("clusters.public_number")
      .execute();
    for (const { work_id, case_name, caption } of named) {
      const work = works.get(work_id) ?? { names: new Set<string>(), citations: new Set<string>() };
      works.set(work_id, work);
      for (const name of [case_name, caption]) if (name !== "") work.names.add(name);
    }
    const cited = await db
      .selectFrom("clusters")
      .innerJoin("cluster_citations", "cluster_citations.cluster_id", "clusters.id")
      .select(["clusters.work_id", "cluster_citations.cited_as"])
      .where("clusters.work_id", "in", ids)
      .orderBy("clusters.public_number")
      .orderBy("cluster_citations.ordinal")
      .execute();
    for (const { work_id, cited_as } of cited) works.get(work_id)?.citations.add(cited_as);
  }
  return new Map(
    [...works].map(([workId, { names, citations }]) => [workId, { names: [...names], citations: [...citations] }]),
  );
}
