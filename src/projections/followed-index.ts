import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import type { SearchEngine } from "#index/index.ts";
import type { LoadAll } from "./rebuild.ts";
import type { BlockReport } from "./report.ts";

/** What the thread that follows the records calls of the index, which another thread holds. */
export type FollowedIndex = Pick<SearchEngine, "apply" | "documentCount"> & {
  readonly isDamaged: () => boolean;
  readonly verify: () => Promise<BlockReport>;
  /** Of these ids, those it does not hold. */
  readonly missing: (ids: readonly string[]) => Promise<readonly string[]>;
  /** What was missing has been brought back. */
  readonly markRepaired: () => Promise<number>;
  readonly load: LoadAll;
};

export function followedIndex(index: EmbeddedIndex): FollowedIndex {
  return {
    apply: async (changes) => index.apply(changes),
    documentCount: async () => index.documentCount(),
    isDamaged: () => index.status().quarantined.length > 0,
    verify: async () => index.verify(),
    missing: async (ids) => index.missing(ids),
    markRepaired: async () => index.repair({ ids: async function* () {}, documentsOf: async () => [] }),
    load: async (batches) => index.load(batches, { replaceAll: true }),
  };
}
