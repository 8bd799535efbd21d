import type { Logger } from "#base/log.ts";
import { readCitingWords } from "#citator/citing-words.ts";
import type { Db } from "#db/connection.ts";
import type { SearchEngine } from "#index/index.ts";
import { createIndexer } from "./indexing.ts";
import type { Indexer } from "./indexing.ts";
import { indexStamp } from "./index-stamp.ts";
import type { StampStore } from "./stamp.ts";

/**
 * An indexer whose documents carry the words of those who cite them, as the citator gathered them. Without `stamps` the
 * index is the data directory's own, and they are kept there.
 */
export function indexerOf(db: Db, engine: SearchEngine, log: Logger, stamps?: StampStore): Indexer {
  return createIndexer({
    db,
    engine,
    log,
    citingWordsOf: readCitingWords,
    stamp: indexStamp(db, "opinions", stamps),
  });
}
