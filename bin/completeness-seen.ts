import { monotonicMs } from "#base/clock.ts";
import type { Completeness } from "#completeness/completeness.ts";
import type { Db } from "#db/connection.ts";
import { hasVectors } from "#embedding/embedder.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { statusOfFiles } from "#index/embedded/status-of-files.ts";
import { forEachCollection } from "#projections/collections.ts";
import { completenessOf } from "#projections/completeness/completeness.ts";
import type { KnownIndex } from "#projections/completeness/completeness.ts";
import { stampsInFiles } from "#projections/index-stamp.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { indexDirectory, isOnCluster } from "./index-files.ts";
import { isFollowed } from "./index-lock.ts";
import type { Config } from "./settings.ts";

/**
 * What a command sees of how complete everything is, beside a server or without one: the records, and files. Of indexes
 * on a cluster the positions tell alone.
 */
export function completenessSeen(config: Config, db: Db): Completeness {
  return completenessOf({
    db,
    indexes: isOnCluster(config) ? {} : indexesInFiles(config),
    vectors: async () => {
      const newest = await openEmbedders(config).newest();
      return hasVectors(newest) ? newest : undefined;
    },
    failure: () => undefined,
    isFollowed: async () => isFollowed(config, db),
    now_ms: monotonicMs,
  });
}

function indexesInFiles(config: Config): Readonly<Record<CollectionName, KnownIndex>> {
  return forEachCollection(({ name, schema }) => ({
    status: async () => statusOfFiles(indexDirectory(config, schema)),
    stamps: async () => stampsInFiles(config.dataDir, name).read(),
  }));
}
