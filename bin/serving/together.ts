import type { Db } from "#db/connection.ts";
import { lockDataDirectory } from "#db/lock.ts";
import { addressOf, refuseTakenPort } from "#http/listen.ts";
import { isWithoutImports } from "#importers/frame/positions.ts";
import type { Context } from "../context.ts";
import { openIndexes } from "../index-files.ts";
import { isCluster, tryLockIndex } from "../index-lock.ts";
import { loadSampleOnce } from "./sample-once.ts";
import type { Ends } from "./ends.ts";
import { loadSample } from "./first-start.ts";
import { recordsWhenThere } from "./records-there.ts";
import type { Serving } from "./serve.ts";
import { startMembers } from "./supervisor.ts";
import type { Members } from "./supervisor.ts";

type Together = Serving & {
  readonly processes: number;
  /** Told of the processes before they answer, so that a stop finds them. */
  readonly onStart: (members: Members) => void;
};

/** This process prepares what a first start needs, then starts those that answer and watches over them. */
export async function serveTogether(
  { context, place, role, processes, stopAsked, onStart, greet }: Together,
  ends: Ends,
): Promise<void> {
  const { config } = context;
  const db = await recordsWhenThere(context, place, stopAsked);
  if (db === undefined) return;
  try {
    if (role === "all") await loadSampleAlone(context, db);
    if (!isAnswered(config.dataDir)) await refuseTakenPort(place);
    const members = startMembers(context, { place, role, processes });
    onStart(members);
    ends.add(async () => members.stop());
    await Promise.race([members.ready, stopAsked]);
    if (members.areReady) await greet(db, addressOf(place.host, place.port));
  } finally {
    await db.close();
  }
}

/** Processes whose starter was killed answer from this data directory until those started now take over. */
function isAnswered(dataDir: string): boolean {
  const lock = tryLockIndex(dataDir);
  lock?.release();
  return lock === undefined;
}

async function loadSampleAlone(context: Context, db: Db): Promise<void> {
  if (isCluster(context.config)) return loadSampleOnce(context, db);
  if (!context.config.loadSample || !(await isWithoutImports(db, "sample"))) return;
  const lock = lockDataDirectory(context.config.dataDir, "index");
  try {
    const indexes = await openIndexes(context, { db });
    try {
      await loadSample(context, db, indexes);
    } finally {
      await indexes.close();
    }
  } finally {
    lock.release();
  }
}
