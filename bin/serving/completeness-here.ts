import { monotonicMs } from "#base/clock.ts";
import { BELIEVED_MS } from "#completeness/completeness.ts";
import type { Completeness, ProjectionName } from "#completeness/completeness.ts";
import type { Db } from "#db/connection.ts";
import type { SearchEngine } from "#index/index.ts";
import { forEachCollection } from "#projections/collections.ts";
import { believed } from "#projections/completeness/believed.ts";
import { completenessOf } from "#projections/completeness/completeness.ts";
import type { KnownIndex } from "#projections/completeness/completeness.ts";
import { stampsInFiles } from "#projections/index-stamp.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import type { Meaning } from "#search/meaning.ts";
import type { AnsweringIndex } from "./answering.ts";

/** How complete everything is, as a process that answers knows it. */
export function completenessHere(index: AnsweringIndex, db: Db): Completeness {
  const { engines, vectors } = index;
  const known = (name: CollectionName): KnownIndex => ({
    status: statusOf(engines[name], engines.stamps !== undefined),
    stamps: async () => engines.stamps?.[name].readNearby() ?? stampsInFiles(db.dataDir, name).read(),
  });
  return completenessOf({
    db,
    indexes: forEachCollection(({ name }) => known(name)),
    vectors: async () => vectors.searched(),
    failure: () => index.failure(),
    isFollowed: async () => index.isFollowed(),
    now_ms: monotonicMs,
  });
}

/**
 * An index on a cluster is asked how it stands every other second, for that is several questions to other servers: how far
 * it has come the records tell, and parts that are lost its answers do.
 */
function statusOf(engine: SearchEngine, isOnCluster: boolean): KnownIndex["status"] {
  if (!isOnCluster) return async () => engine.status();
  const status = believed(async () => engine.status(), monotonicMs);
  return async () => status(BELIEVED_MS.finds);
}

/** Vectors that say what they lack. */
export function tellingOf(meaning: Meaning, name: ProjectionName, completeness: Completeness): Meaning {
  return {
    now: async () => {
      const lacks = await completeness.lacks([name], "finds");
      const vectors = await meaning.now();
      if (!("notes" in vectors)) return vectors;
      return { ...vectors, notes: [...vectors.notes, ...lacks("finds")] };
    },
  };
}
