import { join } from "node:path";
import type { Config } from "#base/config.ts";
import { OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { lockDataDirectory, type DataDirectoryLock } from "#db/lock.ts";
import { openLexicalIndex, type LexicalIndex } from "#search/lexical/lexical.ts";

export function openIndex(config: Config, log: Logger): Promise<LexicalIndex> {
  return openLexicalIndex({
    dir: join(config.dataDir, "index"),
    workers: config.searchWorkers,
    cache_bytes_max: config.indexCache_bytes,
    log,
  });
}

/** The index of a data directory for this process alone; undefined while another holds it, as a running server does. */
export function tryLockIndex(dataDir: string): DataDirectoryLock | undefined {
  try {
    return lockDataDirectory(dataDir, "index");
  } catch (thrown) {
    if (thrown instanceof OnpointError && thrown.code === "data_directory_in_use") return undefined;
    throw thrown;
  }
}
