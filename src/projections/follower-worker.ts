import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { giveWay } from "#base/background.ts";
import { messageOf, OnpointError } from "#base/errors.ts";
import { createLogger, type LogOptions } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { attachDatabase } from "#db/connection.ts";
import { indexerOf } from "./citing-index.ts";
import { remoteEngine, type EngineReply } from "./remote-engine.ts";

export type FollowerData = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly log: LogOptions;
};

const POLL_MS = 400;
const RETRY_MS = 5_000;
/** After this long the index follows what the citator has done, even when the citator has not caught up. */
const CITATOR_TURN_MS = 20_000;

const port = parentPort;
if (port === null) throw new OnpointError("internal", "the follower's worker is started by the server only");
const { dataDir, databaseUrl, log: logOptions } = workerData as FollowerData;
const log = createLogger(logOptions);
giveWay();
const stop = new AbortController();
const { engine, care, receive } = remoteEngine(port, stop.signal);
port.on("message", (message: "stop" | EngineReply) => {
  if (message === "stop") stop.abort();
  else receive(message);
});

const db = attachDatabase({ dataDir, databaseUrl });
const citator = createCitator({ db, log });
const indexer = indexerOf(db, engine, log, care);

async function citatorTurn(): Promise<void> {
  const turn = AbortSignal.any([stop.signal, AbortSignal.timeout(CITATOR_TURN_MS)]);
  await citator.runUntilCaughtUp(undefined, turn).catch((thrown: unknown) => {
    if (!turn.aborted) throw thrown;
  });
}

while (!stop.signal.aborted) {
  let wait_ms = POLL_MS;
  try {
    await indexer.tend();
    await citatorTurn();
    if (!stop.signal.aborted) await indexer.runUntilCaughtUp();
  } catch (thrown) {
    if (stop.signal.aborted) break;
    log.error({ reason: messageOf(thrown) }, "following the records failed; trying again");
    wait_ms = RETRY_MS;
  }
  await sleep(wait_ms, undefined, { signal: stop.signal }).catch(() => undefined);
}
await db.close();
port.close();
