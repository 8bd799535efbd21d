import type { VectorVersion } from "#embedding/embedder.ts";
import type { EngineVerification } from "#index/index.ts";
import type { StampStore } from "#projections/stamp.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import type { VectorEngine } from "./follow-vectors.ts";
import type { VectorIndexes } from "./vector-turn.ts";

/** Which of them is meant. */
export type VectorIndex = { readonly version: VectorVersion; readonly collection: CollectionName };

/** The indexes of vectors as the follower's thread asks for them: an object of many others does not cross to it. */
export type VectorIndexCalls = {
  apply(of: VectorIndex, ...given: Parameters<VectorEngine["apply"]>): Promise<void>;
  missing(of: VectorIndex, ...given: Parameters<VectorEngine["missing"]>): Promise<readonly string[]>;
  status(of: VectorIndex): ReturnType<VectorEngine["status"]>;
  replaceAll(of: VectorIndex, ...given: Parameters<VectorEngine["replaceAll"]>): Promise<void>;
  /** Undefined for one that was never begun. */
  verify(of: VectorIndex): Promise<EngineVerification | undefined>;
  current(): Promise<VectorVersion | undefined>;
  use(version: VectorVersion): Promise<void>;
  /** Of indexes that keep their stamps themselves. */
  readStamps(of: VectorIndex): ReturnType<StampStore["read"]>;
  writeStamps(of: VectorIndex, stamps: readonly number[]): Promise<void>;
};

export function indexesBy(calls: VectorIndexCalls, { keepStamps }: { readonly keepStamps: boolean }): VectorIndexes {
  return {
    of: (index) => ({
      apply: async (changes) => calls.apply(index, changes),
      missing: async (ids) => calls.missing(index, ids),
      status: async () => calls.status(index),
      replaceAll: async (batches) => calls.replaceAll(index, batches),
    }),
    ...(keepStamps && {
      stampsOf: (index) => ({
        read: async () => calls.readStamps(index),
        write: async (stamps) => calls.writeStamps(index, stamps),
      }),
    }),
    verify: async (index) => calls.verify(index),
    current: async () => calls.current(),
    use: async (version) => calls.use(version),
  };
}
