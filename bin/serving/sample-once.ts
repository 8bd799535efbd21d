import type { Db } from "#db/connection.ts";
import { isWithoutImports } from "#importers/frame/positions.ts";
import { loadSampleCorpus } from "#importers/sample/load.ts";
import type { Context } from "../context.ts";
import { lockImport } from "../index-lock.ts";

/** The records alone: whoever follows them brings the indexes along. */
export async function loadSampleOnce({ config, log }: Context, db: Db): Promise<void> {
  if (!config.loadSample || !(await isWithoutImports(db, "sample"))) return;
  const lock = await lockImport(config);
  try {
    await loadSampleCorpus({ db, dataDir: config.dataDir, log: log.child({}, { level: "warn" }) });
  } finally {
    await lock.release();
  }
}
