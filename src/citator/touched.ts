import type { Reader } from "#db/connection.ts";
import { eachEntry } from "#db/outbox.ts";
import type { OutboxEntry } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import { heldOpinionIds } from "#opinions/store/held.ts";
import { opinionRelation } from "#opinions/store/relations.ts";
import { reachOf } from "./decisions.ts";
import type { Reach } from "./decisions.ts";

export type Touched = {
  readonly clusterIds: ReadonlySet<string>;
  readonly reach: Reach;
  /** To be read (again). */
  readonly opinionIds: ReadonlySet<string>;
  readonly goneOpinionIds: readonly string[];
};

/**
 * What a run of changes touches: the opinions that are new or changed; those already read whose decision has changed,
 * because its name, court and date tell its own appeal; and those that cite one of the changed decisions without a
 * name or court, because they are read by those it is held under. An opinion of a changed decision that has no edges cites
 * nothing, or its own entry is still ahead: either way there is nothing to read again.
 */
export async function touchedBy(db: Reader, entries: readonly OutboxEntry[]): Promise<Touched> {
  const clusterIds = new Set<string>();
  const namedOpinions = new Set<string>();
  eachEntry(entries, {
    cluster: ({ recordId }) => clusterIds.add(recordId),
    opinion: ({ recordId }) => namedOpinions.add(recordId),
    // Our own words to the indexes.
    citing_words: () => undefined,
    cited_law: () => undefined,
    // No decision changes with a law or a filing.
    law: () => undefined,
    // Nor with a docket, or with what was filed in it.
    docket: () => undefined,
    filing: () => undefined,
    trial_filing: () => undefined,
  });
  const opinionIds = await heldOpinionIds(db, [...namedOpinions]);
  for (const ids of inParts([...clusterIds])) {
    const ofDecision = await db
      .selectFrom("citing_opinions")
      .innerJoin(opinionRelation(db).as("opinion"), "opinion.id", "citing_opinions.opinion_id")
      .select("opinion.id")
      .where("citing_opinions.cluster_id", "in", ids)
      .execute();
    for (const { id } of ofDecision) opinionIds.add(id);
  }
  const reach = await reachOf(db, [...clusterIds]);
  for (const keys of inParts([...reach.keys])) {
    const incomplete = await db
      .selectFrom("citing_keys as key")
      .innerJoin("citing_edges as edge", (join) =>
        join.onRef("edge.citing_id", "=", "key.citing_id").onRef("edge.authority", "=", "key.authority"),
      )
      .innerJoin("citing_opinions as citing", "citing.id", "key.citing_id")
      .innerJoin(opinionRelation(db).as("opinion"), "opinion.id", "citing.opinion_id")
      .select("opinion.id")
      .distinct()
      .where("key.lookup_key", "in", keys)
      .where((row) => row.or([row("edge.name", "is", null), row("edge.court_id", "is", null)]))
      .execute();
    for (const { id } of incomplete) opinionIds.add(id);
  }
  return {
    clusterIds,
    reach,
    opinionIds,
    goneOpinionIds: [...namedOpinions].filter((id) => !opinionIds.has(id)),
  };
}
