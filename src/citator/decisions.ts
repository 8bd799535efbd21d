import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { insertRows } from "#db/rows.ts";
import { citationRelation, decisionRelation } from "#opinions/store/relations.ts";

/** How far a change of some decisions reaches: the citations and works they have now, and those they had before. */
export type Reach = { readonly keys: ReadonlySet<string>; readonly workIds: ReadonlySet<string> };

/**
 * A decision that has gone, or has lost a citation or a copy, still decides what others under its old citations mean and
 * how its old work stands; the records no longer tell, so the citator keeps what it knew.
 */
export async function reachOf(db: Reader, clusterIds: readonly string[]): Promise<Reach> {
  const rows = [...(await knownOf(db, clusterIds)), ...(await heldOf(db, clusterIds))];
  return {
    keys: new Set(rows.flatMap(({ lookup_key }) => (lookup_key === NO_CITATION ? [] : [lookup_key]))),
    workIds: new Set(rows.map(({ work_id }) => work_id)),
  };
}

/** Keeps what is now held of these decisions. */
export async function remember(trx: Trx, clusterIds: readonly string[]): Promise<void> {
  for (const ids of inParts(clusterIds))
    await trx.deleteFrom("citator_decisions").where("cluster_id", "in", ids).execute();
  await insertRows(trx, "citator_decisions", await heldOf(trx, clusterIds));
}

/** Keeps what is held of those of these decisions of which nothing is kept. */
export async function rememberNew(trx: Trx, clusterIds: readonly string[]): Promise<void> {
  const known = await knownWorks(trx, clusterIds);
  await insertRows(
    trx,
    "citator_decisions",
    await heldOf(
      trx,
      clusterIds.filter((id) => !known.has(id)),
    ),
  );
}

/** The works that these decisions belonged to when the citator last looked at them. */
export async function knownWorks(db: Reader, clusterIds: readonly string[]): Promise<Map<string, string>> {
  const works = new Map<string, string>();
  for (const ids of inParts([...new Set(clusterIds)])) {
    const rows = await db
      .selectFrom("citator_decisions")
      .select(["cluster_id", "work_id"])
      .distinct()
      .where("cluster_id", "in", ids)
      .execute();
    for (const { cluster_id, work_id } of rows) works.set(cluster_id, work_id);
  }
  return works;
}

/** The decisions that belonged to these works when the citator last looked at them. */
export async function decisionsKnown(db: Reader, workIds: readonly string[]): Promise<string[]> {
  const decisions: string[] = [];
  for (const ids of inParts(workIds)) {
    const rows = await db
      .selectFrom("citator_decisions")
      .select("cluster_id")
      .distinct()
      .where("work_id", "in", ids)
      .execute();
    decisions.push(...rows.map(({ cluster_id }) => cluster_id));
  }
  return decisions;
}

type Row = { readonly cluster_id: string; readonly lookup_key: string; readonly work_id: string };

/** Stands for the citation of a decision that has none. */
const NO_CITATION = "";

async function knownOf(db: Reader, clusterIds: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const ids of inParts(clusterIds))
    rows.push(...(await db.selectFrom("citator_decisions").selectAll().where("cluster_id", "in", ids).execute()));
  return rows;
}

async function heldOf(db: Reader, clusterIds: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const ids of inParts(clusterIds)) {
    const held = await db
      .selectFrom(decisionRelation(db).as("decision"))
      .leftJoin(citationRelation(db).as("citation"), "citation.cluster_id", "decision.id")
      .select(["decision.id", "citation.lookup_key", "decision.work_id"])
      .where("decision.id", "in", ids)
      .execute();
    const seen = new Set<string>();
    for (const { id, lookup_key, work_id } of held) {
      const row = { cluster_id: id, lookup_key: lookup_key ?? NO_CITATION, work_id };
      const place = `${id} ${row.lookup_key}`;
      if (!seen.has(place)) rows.push(row);
      seen.add(place);
    }
  }
  return rows;
}
