import { Worker } from "node:worker_threads";
import { OnpointError } from "#base/errors.ts";
import type { Logger, LogOptions } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import type { IndexDocument } from "#search/engine.ts";
import type { LexicalIndex } from "#search/lexical/lexical.ts";
import { errorOf, faultOf } from "./engine-fault.ts";
import type { EngineCall, FollowerData, FollowerMessage, Pull, Reply } from "./follower-worker.ts";

export type Follower = {
  /** What stopped it, when it has died. */
  failure(): string | undefined;
  stop(): Promise<void>;
};

/**
 * Starts the thread on which the citator and the index follow the records while the server answers: reading texts and
 * writing the citator's tables would hold up the event loop. The thread asks this one to change the index, whose writer
 * is yet another thread.
 */
export function startFollower(db: Db, engine: LexicalIndex, log: Logger, logOptions: LogOptions): Follower {
  const data: FollowerData = { dataDir: db.dataDir, databaseUrl: db.databaseUrl, log: logOptions };
  const worker = new Worker(new URL("./follower-worker.ts", import.meta.url), { workerData: data });
  let failure: string | undefined;
  const exited = new Promise<void>((resolve) => {
    worker.once("exit", () => resolve());
  });
  worker.on("error", (thrown) => {
    failure = thrown instanceof Error ? thrown.message : String(thrown);
    log.error({ reason: failure }, "the thread that follows the records has died; restart the server");
  });
  const pulls = new Map<number, { resolve: (value: unknown) => void; reject: (fault: Error) => void }>();
  let nextPull = 0;
  const pull: PullFrom = async (wanted) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const pullId = nextPull++;
    pulls.set(pullId, { resolve, reject });
    worker.postMessage({ pull: wanted, pullId } satisfies Reply, []);
    return promise;
  };
  worker.once("exit", () => {
    // What the index still waits for from a thread that is gone will not come: it keeps its old state.
    for (const { reject } of pulls.values()) reject(new OnpointError("unavailable", "the follower has stopped"));
    pulls.clear();
  });
  worker.on("message", (message: FollowerMessage) => {
    if ("pullId" in message) {
      const waiter = pulls.get(message.pullId);
      pulls.delete(message.pullId);
      if (message.fault === undefined) waiter?.resolve(message.value);
      else waiter?.reject(errorOf(message.fault));
      return;
    }
    answer(engine, message.call, pull).then(
      (value) => worker.postMessage({ id: message.id, value } satisfies Reply, []),
      (thrown: unknown) => worker.postMessage({ id: message.id, fault: faultOf(thrown) } satisfies Reply, []),
    );
  });
  return {
    failure: () => failure,
    stop: async () => {
      worker.postMessage("stop", []);
      await exited;
    },
  };
}

type PullFrom = (pull: Pull) => Promise<unknown>;

async function answer(engine: LexicalIndex, call: EngineCall, pull: PullFrom): Promise<unknown> {
  switch (call.method) {
    case "apply":
      return engine.apply(call.changes);
    case "documentCount":
      return engine.documentCount();
    case "needsRepair":
      return engine.status().quarantined.length > 0;
    case "repair":
      return engine.repair({
        ids: () => pulled<string>(pull, "page"),
        documentsOf: async (ids) => (await pull({ what: "documents", ids })) as readonly IndexDocument[],
      });
    case "load":
      return engine.load(pulled<IndexDocument>(pull, "batch"), { replaceAll: true });
  }
}

async function* pulled<Item>(pull: PullFrom, what: "page" | "batch"): AsyncGenerator<readonly Item[]> {
  for (;;) {
    const items = (await pull({ what })) as readonly Item[] | undefined;
    if (items === undefined) return;
    yield items;
  }
}
