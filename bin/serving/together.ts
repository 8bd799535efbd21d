import type { Db } from "#db/connection.ts";
import { lockDataDirectory } from "#db/lock.ts";
import { addressOf, refuseTakenPort } from "#http/listen.ts";
import { isWithoutImports } from "#importers/frame/positions.ts";
import { openRecords } from "#schema/open.ts";
import type { Context } from "../context.ts";
import { openIndexes, tryLockIndex } from "../index-files.ts";
import type { Ends } from "./ends.ts";
import { loadSample } from "./first-start.ts";
import type { Place } from "./place.ts";
import type { Greet } from "./serve.ts";
import { startMembers } from "./supervisor.ts";
import type { Members } from "./supervisor.ts";

type Together = {
  readonly place: Place;
  readonly processes: number;
  readonly stopAsked: Promise<unknown>;
  /** Told of the processes before they answer, so that a stop finds them. */
  readonly onStart: (members: Members) => void;
  readonly greet: Greet;
};

/** This process prepares what a first start needs, then starts those that answer and watches over them. */
export async function serveTogether(
  context: Context,
  { place, processes, stopAsked, onStart, greet }: Together,
  ends: Ends,
): Promise<void> {
  const { config } = context;
  const db = await openRecords({ dataDir: config.dataDir, databaseUrl: config.databaseUrl ?? undefined });
  try {
    if (config.loadSample && (await isWithoutImports(db, "sample"))) await loadSampleAlone(context, db);
    if (!isAnswered(config.dataDir)) await refuseTakenPort(place);
    const members = startMembers(context, place, processes);
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
  const lock = lockDataDirectory(context.config.dataDir, "index");
  try {
    const indexes = await openIndexes(context.config, context.log);
    try {
      await loadSample(context, db, indexes);
    } finally {
      await indexes.close();
    }
  } finally {
    lock.release();
  }
}
