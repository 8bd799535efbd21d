import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { messageOf, OnpointError, type ErrorCode } from "#base/errors.ts";
import { createLogger, type LogOptions } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { openDatabase } from "#db/connection.ts";
import type { SearchEngine } from "#search/engine.ts";
import { indexerOf } from "./follow.ts";

export type FollowerData = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly log: LogOptions;
};
export type EngineCall =
  | { readonly method: "apply"; readonly changes: Parameters<SearchEngine["apply"]>[0] }
  | { readonly method: "documentCount" };
export type FollowerMessage = { readonly id: number; readonly call: EngineCall };
/** `code` says whose fault it is: without one, the document's, which is then passed over. */
export type EngineFault = { readonly message: string; readonly code: ErrorCode | undefined };
export type Reply = "stop" | { readonly id: number; readonly value?: unknown; readonly fault?: EngineFault };

const POLL_MS = 400;
const RETRY_MS = 5_000;
/** After this long the index follows what the citator has done, even when the citator has not caught up. */
const CITATOR_TURN_MS = 20_000;

const port = parentPort;
if (port === null) throw new OnpointError("internal", "the follower's worker is started by the server only");
const { dataDir, databaseUrl, log: logOptions } = workerData as FollowerData;
const log = createLogger(logOptions);
const stop = new AbortController();
const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (fault: Error) => void }>();
let nextId = 0;

port.on("message", (reply: Reply) => {
  if (reply === "stop") {
    stop.abort();
    return;
  }
  const waiter = waiting.get(reply.id);
  waiting.delete(reply.id);
  if (reply.fault === undefined) waiter?.resolve(reply.value);
  else waiter?.reject(errorOf(reply.fault));
});

function errorOf({ message, code }: EngineFault): Error {
  return code === undefined ? new Error(message) : new OnpointError(code, message);
}

async function ask(call: EngineCall): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const id = nextId++;
  waiting.set(id, { resolve, reject });
  port?.postMessage({ id, call } satisfies FollowerMessage);
  return promise;
}

/** The index as seen from this thread: it can be changed and counted, not searched. */
const remoteEngine: SearchEngine = {
  apply: async (changes) => {
    await ask({ method: "apply", changes });
  },
  documentCount: async () => Number(await ask({ method: "documentCount" })),
  search: async () => {
    throw new OnpointError("unsupported", "the follower does not search");
  },
  close: async () => undefined,
};

const db = await openDatabase({ dataDir, databaseUrl, migrations: "leave" });
const citator = createCitator({ db, log });
const indexer = indexerOf(db, remoteEngine, log);

async function citatorTurn(): Promise<void> {
  const turn = AbortSignal.any([stop.signal, AbortSignal.timeout(CITATOR_TURN_MS)]);
  await citator.runUntilCaughtUp(undefined, turn).catch((thrown: unknown) => {
    if (!turn.aborted) throw thrown;
  });
}

while (!stop.signal.aborted) {
  let wait_ms = POLL_MS;
  try {
    await citatorTurn();
    if (!stop.signal.aborted) await indexer.runUntilCaughtUp();
  } catch (thrown) {
    log.error({ reason: messageOf(thrown) }, "following the records failed; trying again");
    wait_ms = RETRY_MS;
  }
  await sleep(wait_ms, undefined, { signal: stop.signal }).catch(() => undefined);
}
await db.close();
port.close();
