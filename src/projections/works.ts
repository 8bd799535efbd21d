import type { Reader } from "#db/connection.ts";
import { eachEntry } from "#db/outbox.ts";
import type { OutboxEntry } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import { copiesOfWorks } from "#opinions/store/copies.ts";
import { workIdsOfDecisions, workIdsOfOpinions } from "#opinions/store/held.ts";
import { shownCopy } from "./copies.ts";
import type { Copy } from "./copies.ts";

/** What stands in the index for a decision and all its copies. */
export type Work = {
  readonly id: string;
  /** Undefined when nothing is left of it. */
  readonly shown: Copy | undefined;
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
    cited_law: () => undefined,
    // Laws and filings are no works.
    law: () => undefined,
    // Nor are dockets and what was filed in them.
    docket: () => undefined,
    filing: () => undefined,
    trial_filing: () => undefined,
  });
  const works = new Set(await workIdsOfDecisions(db, [...clusterIds]));
  const held = await workIdsOfOpinions(db, [...opinionIds]);
  for (const [id, workId] of held) {
    works.add(workId);
    deletedIds.delete(id);
  }
  for (const ids of inParts([...clusterIds])) {
    for (const workId of await formerWorks(db, "cluster_id", ids)) works.add(workId);
  }
  for (const ids of inParts([...opinionIds])) {
    for (const workId of await formerWorks(db, "opinion_id", ids)) works.add(workId);
  }
  return { workIds: [...works], deletedIds: [...deletedIds] };
}

/** The works under which the index was told of these. */
async function formerWorks(
  db: Reader,
  column: "cluster_id" | "opinion_id",
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await db.selectFrom("indexed_opinions").select("work_id").distinct().where(column, "in", ids).execute();
  return rows.map(({ work_id }) => work_id);
}

/** Reads works as the records have them now; one of which nothing is held comes back without a shown copy. */
export async function readWorks(db: Reader, workIds: readonly string[]): Promise<Work[]> {
  const copies = Map.groupBy(await copiesOfWorks(db, workIds), ({ workId }) => workId);
  return workIds.map((id) => workOf(id, copies.get(id) ?? []));
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
  return { id, shown: shownCopy(copies), copies };
}
