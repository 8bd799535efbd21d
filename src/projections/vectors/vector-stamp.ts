import { join } from "node:path";
import { IndexStamp, stampFile } from "#projections/stamp.ts";
import type { StampStore } from "#projections/stamp.ts";
import type { VectorIndex } from "./vector-calls.ts";

/** What ties an index of vectors to a place in the records. `store` is its own, where it keeps its stamps itself. */
export function vectorStamp(
  { version: { id }, collection }: VectorIndex,
  { dataDir, store }: { readonly dataDir: string; readonly store: StampStore | undefined },
): IndexStamp {
  const [file, name] =
    collection === "opinions"
      ? [`vectors-${id}.stamp`, `vectors stamp ${id}`]
      : [`vectors-${id}-${collection}.stamp`, `vectors stamp ${id} of ${collection}`];
  return new IndexStamp(store ?? stampFile(join(dataDir, file)), name);
}
