import type { Reader } from "#db/connection.ts";
import { eachEntry, type OutboxEntry } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import { mainOpinion, shownCopy, type Copy, type CopyOpinion } from "./copies.ts";

/** What stands in the index for a decision and all its copies. */
export type Work = {
  readonly id: string;
  /** Undefined when nothing is left of it. */
  readonly shown: Copy | undefined;
  /** In which the words of citing opinions are counted. */
  readonly mainOpinionId: string | undefined;
  readonly copies: readonly Copy[];
};

export type Touched = {
  readonly workIds: readonly string[];
  /** Opinions deleted and not written again since. */
  readonly deletedIds: readonly string[];
};

/**
 * The works that changes may have touched: those the records name now, and those the index was told of before,
 * so that a deleted decision or one that moved to another work is found from its former place.
 */
export async function touchedBy(db: Reader, entries: readonly OutboxEntry[]): Promise<Touched> {
  const opinionIds = new Set<string>();
  const clusterIds = new Set<string>();
  const deletedIds = new Set<string>();
  eachEntry(entries, {
    opinion: ({ recordId, op }) => {
      opinionIds.add(recordId);
      if (op === "delete") deletedIds.add(recordId);
    },
    cluster: ({ recordId }) => clusterIds.add(recordId),
    citing_words: ({ recordId }) => clusterIds.add(recordId),
  });
  const works = new Set<string>();
  const add = (rows: readonly { work_id: string }[]): void => {
    for (const { work_id } of rows) works.add(work_id);
  };
  for (const ids of inParts([...clusterIds])) {
    add(await db.selectFrom("clusters").select("work_id").where("id", "in", ids).execute());
    add(await db.selectFrom("indexed_opinions").select("work_id").distinct().where("cluster_id", "in", ids).execute());
  }
  for (const ids of inParts([...opinionIds])) {
    const held = await db
      .selectFrom("opinions")
      .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
      .select(["opinions.id", "clusters.work_id"])
      .where("opinions.id", "in", ids)
      .execute();
    add(held);
    for (const { id } of held) deletedIds.delete(id);
    add(await db.selectFrom("indexed_opinions").select("work_id").distinct().where("opinion_id", "in", ids).execute());
  }
  return { workIds: [...works], deletedIds: [...deletedIds] };
}

/** Reads works as the records have them now; one of which nothing is held comes back without a shown copy. */
export async function readWorks(db: Reader, workIds: readonly string[]): Promise<Work[]> {
  const works: Work[] = [];
  for (const ids of inParts(workIds)) {
    const copies = await copiesByWork(db, ids);
    for (const id of ids) works.push(workOf(id, copies.get(id) ?? []));
  }
  return works;
}

/** Ids of all works after one, in order: pass the last to go on. */
export async function workIdsAfter(db: Reader, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("clusters")
    .select("work_id")
    .distinct()
    .where("work_id", ">", afterId)
    .orderBy("work_id")
    .limit(limit)
    .execute();
  return rows.map(({ work_id }) => work_id);
}

/** The opinions of a work that the index should hold. */
export function shownOpinionIds(work: Work): string[] {
  return (work.shown?.opinions ?? []).map((opinion) => opinion.id);
}

/** The opinions of a work that stand behind the shown ones. */
export function copiedOpinionIds({ copies, shown }: Work): string[] {
  return copies.filter((copy) => copy !== shown).flatMap((copy) => copy.opinions.map((opinion) => opinion.id));
}

function workOf(id: string, copies: readonly Copy[]): Work {
  const shown = shownCopy(copies);
  return { id, shown, mainOpinionId: mainOpinion(shown?.opinions ?? [])?.id, copies };
}

async function copiesByWork(db: Reader, workIds: readonly string[]): Promise<Map<string, Copy[]>> {
  const rows = await db
    .selectFrom("clusters")
    .leftJoin("opinions", "opinions.cluster_id", "clusters.id")
    .where("clusters.work_id", "in", workIds)
    .select([
      "clusters.id as cluster_id",
      "clusters.work_id",
      "clusters.source",
      "opinions.id as opinion_id",
      "opinions.ordinal",
      "opinions.type",
      "opinions.text_chars",
    ])
    .orderBy("clusters.id")
    .orderBy("opinions.ordinal")
    .orderBy("opinions.id")
    .execute();
  const copies = new Map<string, Copy[]>();
  for (const clusterRows of Map.groupBy(rows, (row) => row.cluster_id).values()) {
    const [first] = clusterRows;
    if (first === undefined) continue;
    const opinions = clusterRows.flatMap((row): CopyOpinion[] =>
      row.opinion_id === null
        ? []
        : [{ id: row.opinion_id, ordinal: row.ordinal ?? 0, type: row.type ?? "", textChars: row.text_chars ?? 0 }],
    );
    const held = copies.get(first.work_id) ?? [];
    held.push({ clusterId: first.cluster_id, source: first.source, opinions });
    copies.set(first.work_id, held);
  }
  return copies;
}
