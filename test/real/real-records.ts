/**
 * The records of all real decisions, imported and read by the citator once for a run, by the first test file that asks.
 * Each that asks gets a copy of its own, of which nothing is indexed yet.
 */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    realRecordsDir: string;
  }
}

const MADE_MS_MAX = 1_500_000;

/** Vitest's global set-up: names the place and empties it at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), "onpoint-real-records-"));
  project.provide("realRecordsDir", dir);
  return async () => rm(dir, { recursive: true, force: true });
}

/** Puts a copy of the records into a directory that is there; `given` is what the run provides. */
export async function copyRealRecords(given: string, dir: string): Promise<void> {
  const [made, failed] = [join(given, "made"), join(given, "failed")];
  if (await isFirst(join(given, "making"))) await make(given, made, failed);
  for (let waited_ms = 0; !existsSync(made); waited_ms += 250) {
    if (existsSync(failed) || waited_ms > MADE_MS_MAX) throw new Error(`the real records were not made in ${given}`);
    await sleep(250);
  }
  await cp(made, dir, { recursive: true });
}

async function make(given: string, made: string, failed: string): Promise<void> {
  const unfinished = join(given, "unfinished");
  try {
    // Loaded here, so that runs of other tests do not wait for it.
    const [{ createCitator }, { openRecords }, { importOnce }, { silentLogger: log }] = await Promise.all([
      import("#citator/citator.ts"),
      import("#schema/open.ts"),
      import("../../eval/corpus.ts"),
      import("#base/log.ts"),
    ]);
    const db = await openRecords({ dataDir: unfinished });
    try {
      await importOnce(db, unfinished);
      await createCitator({ db, log }).runUntilCaughtUp();
    } finally {
      await db.close();
    }
    await rename(unfinished, made);
  } catch (error) {
    await writeFile(failed, String(error));
    throw error;
  }
}

async function isFirst(place: string): Promise<boolean> {
  return mkdir(place).then(
    () => true,
    () => false,
  );
}
