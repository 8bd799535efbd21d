import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { messageOf, OnpointError } from "#base/errors.ts";
import { createLogger, type LogOptions } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { openDatabase } from "#db/connection.ts";
import type { SearchEngine } from "#search/engine.ts";
import type { DocumentSource } from "#indexing/document-source.ts";
import type { SelfCare } from "#indexing/indexing.ts";
import { errorOf, faultOf, type EngineFault } from "./engine-fault.ts";
import { indexerOf } from "./follow.ts";

export type FollowerData = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly log: LogOptions;
};
export type EngineCall =
  | { readonly method: "apply"; readonly changes: Parameters<SearchEngine["apply"]>[0] }
  | { readonly method: "documentCount" | "needsRepair" | "repair" | "load" };
/** What the engine needs while it repairs itself (`page` of ids, then `documents`) or is loaded (`batch`). */
export type Pull =
  | { readonly what: "page" | "batch" }
  | { readonly what: "documents"; readonly ids: readonly string[] };
export type FollowerMessage =
  | { readonly id: number; readonly call: EngineCall }
  /** The answer to a pull; a page or batch past the last is undefined. */
  | { readonly pullId: number; readonly value?: unknown; readonly fault?: EngineFault };
export type Reply =
  | "stop"
  | { readonly id: number; readonly value?: unknown; readonly fault?: EngineFault }
  | { readonly pull: Pull; readonly pullId: number };

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
  if ("pull" in reply) {
    answerPull(reply.pullId, reply.pull);
    return;
  }
  const waiter = waiting.get(reply.id);
  waiting.delete(reply.id);
  if (reply.fault === undefined) waiter?.resolve(reply.value);
  else waiter?.reject(errorOf(reply.fault));
});

async function ask(call: EngineCall): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const id = nextId++;
  waiting.set(id, { resolve, reject });
  port?.postMessage({ id, call } satisfies FollowerMessage);
  return promise;
}

/** What the engine is being given; one repair or load goes on at a time. */
let giving: { readonly next: () => Promise<unknown>; readonly documentsOf: DocumentSource["documentsOf"] } | undefined;

function answerPull(pullId: number, pull: Pull): void {
  const source = stop.signal.aborted ? undefined : giving;
  const given = pull.what === "documents" ? source?.documentsOf(pull.ids) : source?.next();
  (given ?? Promise.reject(new OnpointError("unavailable", "the follower is stopping"))).then(
    (value) => port?.postMessage({ pullId, value } satisfies FollowerMessage),
    (thrown: unknown) => port?.postMessage({ pullId, fault: faultOf(thrown) } satisfies FollowerMessage),
  );
}

async function give(
  method: "repair" | "load",
  pages: AsyncIterable<unknown>,
  documentsOf: DocumentSource["documentsOf"],
): Promise<unknown> {
  const iterator = pages[Symbol.asyncIterator]();
  giving = { next: async () => (await iterator.next()).value as unknown, documentsOf };
  try {
    return await ask({ method });
  } finally {
    giving = undefined;
    await iterator.return?.();
  }
}

const remoteCare: SelfCare = {
  needsRepair: async () => (await ask({ method: "needsRepair" })) === true,
  repair: async ({ ids, documentsOf }) => Number(await give("repair", ids(), documentsOf)),
  load: async (batches) => {
    await give("load", batches, async () => []);
  },
};

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
const indexer = indexerOf(db, remoteEngine, log, remoteCare);

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
    log.error({ reason: messageOf(thrown) }, "following the records failed; trying again");
    wait_ms = RETRY_MS;
  }
  await sleep(wait_ms, undefined, { signal: stop.signal }).catch(() => undefined);
}
await db.close();
port.close();
