import { join } from "node:path";
import type { Db } from "#db/connection.ts";
import { INDEX_PROJECTION } from "./indexed.ts";
import { FILING_INDEX_PROJECTION } from "./filings/filing-indexing.ts";
import { LAW_INDEX_PROJECTION } from "./laws/law-indexing.ts";
import type { IndexName } from "./requests.ts";
import { IndexStamp, stampFile, stampName } from "./stamp.ts";
import type { StampStore } from "./stamp.ts";

/** The name of each collection's index among the projections. */
export const PROJECTION_OF: Readonly<Record<IndexName, string>> = {
  opinions: INDEX_PROJECTION,
  laws: LAW_INDEX_PROJECTION,
  filings: FILING_INDEX_PROJECTION,
};

/** Where the index of a collection that stands in files of the data directory keeps its stamps: beside them. */
export function stampsInFiles(dataDir: string, index: IndexName): StampStore {
  return stampFile(join(dataDir, index === "opinions" ? "index.stamp" : `index-${index}.stamp`));
}

/** What ties the index of a collection to a place in the records. `store` is its own, where it keeps its stamps itself. */
export function indexStamp({ dataDir }: Pick<Db, "dataDir">, index: IndexName, store?: StampStore): IndexStamp {
  return new IndexStamp(store ?? stampsInFiles(dataDir, index), stampName(PROJECTION_OF[index]));
}
