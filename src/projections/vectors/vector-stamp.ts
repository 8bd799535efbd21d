import { join } from "node:path";
import { IndexStamp, stampFile } from "#projections/stamp.ts";
import type { StampStore } from "#projections/stamp.ts";
import type { VectorIndex } from "./vector-calls.ts";
import { vectorStampName } from "./vector-names.ts";

/** What ties an index of vectors to a place in the records. `store` is its own, where it keeps its stamps itself. */
export function vectorStamp(
  { version: { id }, collection }: VectorIndex,
  { dataDir, store }: { readonly dataDir: string; readonly store: StampStore | undefined },
): IndexStamp {
  const file = collection === "opinions" ? `vectors-${id}.stamp` : `vectors-${id}-${collection}.stamp`;
  return new IndexStamp(store ?? stampFile(join(dataDir, file)), vectorStampName(id, collection));
}
