import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import type { SelfCare } from "./indexing.ts";

/** The upkeep of the embedded index, for the indexer that follows into it. */
export function lexicalCare(index: EmbeddedIndex): SelfCare {
  return {
    needsRepair: () => index.status().quarantined.length > 0,
    repair: async (source) => index.repair(source),
    load: async (batches) => index.load(batches, { replaceAll: true }),
    verify: async () => index.verify(),
  };
}
