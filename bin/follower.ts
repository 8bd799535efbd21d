import { Worker } from "node:worker_threads";
import { messageOf, OnpointError, systemCodeOf } from "#base/errors.ts";
import type { Logger, LogOptions } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import type { SearchEngine } from "#search/engine.ts";
import type { EngineCall, EngineFault, FollowerData, FollowerMessage, Reply } from "./follower-worker.ts";

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
export function startFollower(db: Db, engine: SearchEngine, log: Logger, logOptions: LogOptions): Follower {
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
  worker.on("message", (message: FollowerMessage) => {
    answer(engine, message.call).then(
      (value) => worker.postMessage({ id: message.id, value }, []),
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

/** Errors lose their class on the way between threads; the code says what matters. */
function faultOf(thrown: unknown): EngineFault {
  if (thrown instanceof OnpointError) return { message: thrown.message, code: thrown.code };
  return { message: messageOf(thrown), code: systemCodeOf(thrown) === undefined ? undefined : "unavailable" };
}

async function answer(engine: SearchEngine, call: EngineCall): Promise<unknown> {
  return call.method === "apply" ? engine.apply(call.changes) : engine.documentCount();
}
