import { Worker } from "node:worker_threads";
import type { Logger, LogOptions } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import { engineCounter } from "./engine-calls.ts";
import { faultOf } from "./engine-fault.ts";
import type { FollowerData } from "./follower-worker.ts";
import type { EngineQuestion, EngineReply } from "./remote-engine.ts";

export type Follower = {
  /** What stopped it, when it has died. */
  failure(): string | undefined;
  stop(): Promise<void>;
};

/** What is in hand when the server stops may take this long; then it is cut, and done again at the next start. */
const STOP_MS_MAX = 5_000;

/**
 * Starts the thread on which the citator and the index follow the records while the server answers: reading texts and
 * writing the citator's tables would hold up the event loop. The thread asks this one to change the index, whose writer
 * is yet another thread.
 */
export function startFollower(db: Db, index: EmbeddedIndex, log: Logger, logOptions: LogOptions): Follower {
  const data: FollowerData = { dataDir: db.dataDir, databaseUrl: db.databaseUrl, log: logOptions };
  const worker = new Worker(new URL("./follower-worker.ts", import.meta.url), { workerData: data });
  const counter = engineCounter(index);
  let failure: string | undefined;
  const exited = new Promise<void>((resolve) => {
    worker.once("exit", () => resolve(counter.abandon()));
  });
  worker.on("error", (thrown) => {
    failure = thrown instanceof Error ? thrown.message : String(thrown);
    log.error({ reason: failure }, "the thread that follows the records has died; restart the server");
  });
  const reply = (message: EngineReply): void => worker.postMessage(message, []);
  worker.on("message", ({ id, call }: EngineQuestion) => {
    counter.answer(call).then(
      (value) => reply({ id, value }),
      (thrown: unknown) => reply({ id, fault: faultOf(thrown) }),
    );
  });
  return {
    failure: () => failure,
    stop: async () => {
      worker.postMessage("stop", []);
      const cut = setTimeout(() => void worker.terminate(), STOP_MS_MAX);
      await exited;
      clearTimeout(cut);
    },
  };
}
