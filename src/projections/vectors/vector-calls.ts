import type { VectorVersion } from "#embedding/embedder.ts";
import type { VectorEngine } from "./follow-vectors.ts";
import type { VectorIndexes } from "./vector-turn.ts";

/** The indexes of vectors as the follower's thread asks for them: an object of many others does not cross to it. */
export type VectorIndexCalls = {
  apply(version: VectorVersion, ...given: Parameters<VectorEngine["apply"]>): Promise<void>;
  missing(version: VectorVersion, ...given: Parameters<VectorEngine["missing"]>): Promise<readonly string[]>;
  status(version: VectorVersion): ReturnType<VectorEngine["status"]>;
  replaceAll(version: VectorVersion, ...given: Parameters<VectorEngine["replaceAll"]>): Promise<void>;
  current(): Promise<VectorVersion | undefined>;
  use(version: VectorVersion): Promise<void>;
};

export function indexesBy(calls: VectorIndexCalls): VectorIndexes {
  return {
    of: (version) => ({
      apply: async (changes) => calls.apply(version, changes),
      missing: async (ids) => calls.missing(version, ids),
      status: async () => calls.status(version),
      replaceAll: async (batches) => calls.replaceAll(version, batches),
    }),
    current: async () => calls.current(),
    use: async (version) => calls.use(version),
  };
}
