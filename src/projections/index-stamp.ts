import { join } from "node:path";
import type { Db } from "#db/connection.ts";
import { IndexStamp, stampFile, stampName } from "./stamp.ts";
import type { StampStore } from "./stamp.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { collectionCalled } from "./collections.ts";

/** Where the index of a collection that stands in files of the data directory keeps its stamps: beside them. */
export function stampsInFiles(dataDir: string, index: CollectionName): StampStore {
  return stampFile(join(dataDir, index === "opinions" ? "index.stamp" : `index-${index}.stamp`));
}

/** What ties the index of a collection to a place in the records. `store` is its own, where it keeps its stamps itself. */
export function indexStamp({ dataDir }: Pick<Db, "dataDir">, index: CollectionName, store?: StampStore): IndexStamp {
  return new IndexStamp(store ?? stampsInFiles(dataDir, index), stampName(collectionCalled(index).projection));
}
