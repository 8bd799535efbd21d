import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRecords } from "#schema/open.ts";
import type { Context } from "../context.ts";
import { openIndexes } from "../index-files.ts";
import { loadSample } from "../serving/first-start.ts";

/** Processor seconds for the sample corpus on the machine on which what an import costs was measured. */
const REFERENCE_CPU_S = 2;

export type Measured = {
  /** How many times slower than the machine of the figures; below 1 it is faster. */
  readonly slowness: number;
  readonly cpu_s: number;
};

/** Imports and indexes the sample corpus into a scratch directory, which is removed, and counts the processor's time. */
export async function measureMachine({ config, log }: Context): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-plan-"));
  const context: Context = { log, config: { ...config, dataDir, databaseUrl: null, searchUrls: null } };
  try {
    const db = await openRecords({ dataDir });
    const before = process.cpuUsage();
    try {
      const indexes = await openIndexes(context, { db });
      try {
        await loadSample(context, db, indexes);
      } finally {
        await indexes.close();
      }
    } finally {
      await db.close();
    }
    const { user, system } = process.cpuUsage(before);
    const cpu_s = (user + system) / 1e6;
    return { slowness: cpu_s / REFERENCE_CPU_S, cpu_s };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
