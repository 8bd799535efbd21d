import { join } from "node:path";
import type { Config } from "#base/config.ts";
import type { Logger } from "#base/log.ts";
import { openLexicalIndex, type LexicalIndex } from "#search/lexical/lexical.ts";

export function openIndex(config: Config, log: Logger): Promise<LexicalIndex> {
  return openLexicalIndex({
    dir: join(config.dataDir, "index"),
    workers: config.searchWorkers,
    cache_bytes_max: config.indexCache_bytes,
    log,
  });
}
