import { join } from "node:path";
import type { Db } from "#db/connection.ts";
import { IndexStamp, stampFile, stampName } from "./stamp.ts";
import type { StampStore } from "./stamp.ts";
import { INDEX_PROJECTIONS } from "./tables.ts";
import type { IndexName } from "./tables.ts";

/** Where the index of a collection that stands in files of the data directory keeps its stamps: beside them. */
export function stampsInFiles(dataDir: string, index: IndexName): StampStore {
  return stampFile(join(dataDir, index === "opinions" ? "index.stamp" : `index-${index}.stamp`));
}

/** What ties the index of a collection to a place in the records. `store` is its own, where it keeps its stamps itself. */
export function indexStamp({ dataDir }: Pick<Db, "dataDir">, index: IndexName, store?: StampStore): IndexStamp {
  return new IndexStamp(store ?? stampsInFiles(dataDir, index), stampName(INDEX_PROJECTIONS[index]));
}
