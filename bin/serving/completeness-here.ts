import { monotonicMs } from "#base/clock.ts";
import type { Completeness, ProjectionName } from "#completeness/completeness.ts";
import type { Db } from "#db/connection.ts";
import { completenessOf } from "#projections/completeness/completeness.ts";
import type { KnownIndex } from "#projections/completeness/completeness.ts";
import { stampsInFiles } from "#projections/index-stamp.ts";
import type { IndexName } from "#projections/requests.ts";
import type { Meaning } from "#search/meaning.ts";
import type { AnsweringIndex } from "./answering.ts";

/** How complete everything is, as a process that answers knows it. */
export function completenessHere(index: AnsweringIndex, db: Db): Completeness {
  const { engines, vectors } = index;
  const known = (name: IndexName): KnownIndex => ({
    status: async () => engines[name].status(),
    stamps: async () => engines.stamps?.[name].readNearby() ?? stampsInFiles(db.dataDir, name).read(),
  });
  return completenessOf({
    db,
    indexes: { opinions: known("opinions"), laws: known("laws"), filings: known("filings") },
    vectors: async () => vectors.current(),
    failure: () => index.failure(),
    isFollowed: async () => index.isFollowed(),
    now_ms: monotonicMs,
  });
}

/** Vectors that say what they lack. */
export function tellingOf(meaning: Meaning, name: ProjectionName, completeness: Completeness): Meaning {
  return {
    now: async () => {
      const vectors = await meaning.now();
      if (!("notes" in vectors)) return vectors;
      return { ...vectors, notes: [...vectors.notes, ...(await completeness.warnings([name], "finds"))] };
    },
  };
}
