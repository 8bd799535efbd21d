import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { possibleYears } from "../filed-days.ts";
import type { FiledYears } from "../filed-days.ts";
import type { DatePrecision } from "../model.ts";

/** A decision that is held under a citation. */
export type DecisionCited = {
  readonly clusterId: string;
  readonly workId: string;
  readonly caseName: string;
  readonly courtId: string;
  /** `YYYY-MM-DD`. */
  readonly dateFiled: string | null;
  /** The years in which it can have been filed, as far as the record is good for. */
  readonly yearsFiled: FiledYears | null;
};

/** The decisions held under each look-up key, in the order of their ids. A statement for every few hundred keys. */
export async function decisionsUnder(db: Reader, keys: readonly string[]): Promise<Map<string, DecisionCited[]>> {
  const byKey = new Map<string, DecisionCited[]>();
  for (const part of inParts([...new Set(keys)])) {
    const rows = await db
      .selectFrom("cluster_citations")
      .innerJoin("clusters", "clusters.id", "cluster_citations.cluster_id")
      .select([
        "cluster_citations.lookup_key",
        "clusters.id",
        "clusters.work_id",
        "clusters.case_name",
        "clusters.court_id",
        "clusters.date_filed",
        "clusters.date_precision",
      ])
      .where("cluster_citations.lookup_key", "in", part)
      .orderBy("clusters.id")
      .execute();
    for (const row of rows) {
      const decision = {
        clusterId: row.id,
        workId: row.work_id,
        caseName: row.case_name,
        courtId: row.court_id,
        dateFiled: row.date_filed,
        yearsFiled: possibleYears({ date: row.date_filed, precision: row.date_precision as DatePrecision }),
      };
      const others = byKey.get(row.lookup_key);
      if (others === undefined) byKey.set(row.lookup_key, [decision]);
      else if (others.at(-1)?.clusterId !== decision.clusterId) others.push(decision);
    }
  }
  return byKey;
}

/**
 * The look-up keys of all citations of the work that is held under each of these keys, over its copies; a key under which
 * no work or several are held has no entry.
 */
export async function parallelKeysUnder(db: Reader, keys: readonly string[]): Promise<Map<string, string[]>> {
  const byKey = new Map<string, { readonly works: Set<string>; readonly keys: Set<string> }>();
  for (const part of inParts([...new Set(keys)])) {
    const rows = await db
      .selectFrom("cluster_citations as asked")
      .innerJoin("clusters as held", "held.id", "asked.cluster_id")
      .innerJoin("clusters as copy", "copy.work_id", "held.work_id")
      .innerJoin("cluster_citations as other", "other.cluster_id", "copy.id")
      .select(["asked.lookup_key as key", "held.work_id", "other.lookup_key as parallel"])
      .distinct()
      .where("asked.lookup_key", "in", part)
      .execute();
    for (const { key, work_id, parallel } of rows) {
      const found = byKey.get(key) ?? { works: new Set(), keys: new Set() };
      byKey.set(key, found);
      found.works.add(work_id);
      found.keys.add(parallel);
    }
  }
  return new Map([...byKey].flatMap(([key, found]) => (found.works.size === 1 ? [[key, [...found.keys]]] : [])));
}

/** How decisions under one of these look-up keys are cited, as printed, each spelling once and at most `max` of them. */
export async function spellingsUnder(db: Reader, keys: readonly string[], max: number): Promise<string[]> {
  const rows = await db
    .selectFrom("cluster_citations")
    .select("cited_as")
    .distinct()
    .where("lookup_key", "in", keys)
    .orderBy("cited_as")
    .limit(max)
    .execute();
  return rows.map(({ cited_as }) => cited_as);
}
