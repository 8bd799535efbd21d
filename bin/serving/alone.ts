import { OnpointError } from "#base/errors.ts";
import { lockDataDirectory } from "#db/lock.ts";
import type { DataDirectoryLock } from "#db/lock.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { isWithoutImports } from "#importers/frame/positions.ts";
import { startFollower } from "#projections/follower.ts";
import { logOptions } from "../context.ts";
import { openIndexes, openSearchThreads } from "../index-files.ts";
import { startAnswering } from "./answering.ts";
import type { Ends } from "./ends.ts";
import { loadSample } from "./first-start.ts";
import { recordsWhenThere } from "./records-there.ts";
import type { Serving } from "./serve.ts";
import { VectorSeat } from "./vector-seat.ts";

/** One process does everything. */
export async function serveAlone({ context, place, stopAsked, greet }: Serving, ends: Ends): Promise<void> {
  const { config, log } = context;
  const lock = lockIndexToServe(config.dataDir);
  ends.add(() => lock.release());
  const db = await recordsWhenThere(context, place, stopAsked);
  if (db === undefined) return;
  ends.add(async () => db.close());
  const threads = openSearchThreads(context);
  ends.add(async () => threads.close());
  const indexes = await openIndexes(context, { db, waits: true, threads });
  ends.add(async () => indexes.close());
  if (config.loadSample && (await isWithoutImports(db, "sample"))) await loadSample(context, db, indexes);
  const vectors = new VectorSeat(context, openEmbedders(config), { isLeading: () => true, db, threads });
  ends.add(async () => vectors.close());
  const followed = { ...indexes, vectors: { calls: vectors.calls, embedding: config } };
  const follower = startFollower(db, followed, log, logOptions(config, "serve"));
  ends.add(async () => follower.stop());
  const index = {
    engines: indexes,
    vectors,
    failure: () => follower.failure(),
    isFollowed: async () => true,
    vectorsFailure: () => follower.vectorsFailure(),
  };
  const { server } = await startAnswering(context, { db, index, place }, ends);
  await greet(db, server.address);
}

/** Nobody else serves this data directory, so what writes the index is a command, or left of a start that was killed. */
function lockIndexToServe(dataDir: string): DataDirectoryLock {
  try {
    return lockDataDirectory(dataDir, "index");
  } catch (thrown) {
    if (!(thrown instanceof OnpointError) || thrown.code !== "data_directory_in_use") throw thrown;
    throw new OnpointError(thrown.code, thrown.message, {
      hint: "If it is a command, wait for its end. If a server of several processes was killed, they go on without it: `onpoint serve --processes 2` takes over from them.",
      cause: thrown,
    });
  }
}
