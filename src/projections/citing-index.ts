import type { Logger } from "#base/log.ts";
import { readCitingWords } from "#citator/citing-words.ts";
import type { Db } from "#db/connection.ts";
import type { SearchEngine } from "#index/index.ts";
import { join } from "node:path";
import { createIndexer } from "./indexing.ts";
import type { Indexer } from "./indexing.ts";
import { IndexStamp } from "./stamp.ts";

/**
 * An indexer of the data directory's own index, whose documents carry the words of those who cite them, as the citator
 * gathered them.
 */
export function indexerOf(db: Db, engine: SearchEngine, log: Logger): Indexer {
  return createIndexer({
    db,
    engine,
    log,
    citingWordsOf: readCitingWords,
    stamp: new IndexStamp(join(db.dataDir, "index.stamp")),
  });
}
