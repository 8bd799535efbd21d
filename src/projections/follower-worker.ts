import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { giveWay } from "#base/background.ts";
import { createLogger } from "#base/log.ts";
import type { LogOptions } from "#base/log.ts";
import { remote } from "#base/threads/remote.ts";
import { parentThread, serveThread } from "#base/threads/serve-thread.ts";
import { createCitator } from "#citator/citator.ts";
import { attachDatabase } from "#db/connection.ts";
import type { SearchEngine } from "#index/index.ts";
import { indexerOf } from "./citing-index.ts";
import { untilStopped } from "./until-stopped.ts";

export type FollowerData = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly log: LogOptions;
};

/** Follows the records until nobody waits for the answer any more. */
export type FollowerRequests = { follow: { input: null; answer: null } };
/** What the follower tells the one who started it: the records were followed to their end for the first time. */
export type FollowerNews = { followed: { input: null; answer: null } };

const POLL_MS = 400;
const RETRY_MS = 5_000;
/** After this long the index follows what the citator has done, even when the citator has not caught up. */
const CITATOR_TURN_MS = 20_000;

const { dataDir, databaseUrl, log: logOptions } = workerData as FollowerData;
const log = createLogger(logOptions);
const parent = parentThread<FollowerNews>();
giveWay();

serveThread<FollowerRequests>({
  follow: async (_, { signal }) => {
    await follow(signal);
    return null;
  },
});

async function follow(stop: AbortSignal): Promise<void> {
  const engine: SearchEngine = untilStopped(remote<SearchEngine>(parent, "index"), stop);
  const db = attachDatabase({ dataDir, databaseUrl });
  const citator = createCitator({ db, log });
  const indexer = indexerOf(db, engine, log);
  const citatorTurn = async (): Promise<void> => {
    const turn = AbortSignal.any([stop, AbortSignal.timeout(CITATOR_TURN_MS)]);
    await citator.runUntilCaughtUp(undefined, turn).catch((thrown: unknown) => {
      if (!turn.aborted) throw thrown;
    });
  };
  for (let isFirst = true; !stop.aborted;) {
    let wait_ms = POLL_MS;
    try {
      await indexer.tend();
      await citatorTurn();
      if (!stop.aborted) await indexer.runUntilCaughtUp();
      if (isFirst) await parent.ask("followed", null);
      isFirst = false;
    } catch (error) {
      if (stop.aborted) break;
      log.error({ error }, "following the records failed; trying again");
      wait_ms = RETRY_MS;
    }
    await sleep(wait_ms, undefined, { signal: stop }).catch(() => undefined);
  }
  await db.close();
}
