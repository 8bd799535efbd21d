import { workerData } from "node:worker_threads";
import { createLogger } from "#base/log.ts";
import type { LogOptions } from "#base/log.ts";
import type { Handlers } from "#base/threads/call-port.ts";
import { parentThread, serveThread } from "#base/threads/serve-thread.ts";
import { attachDatabase } from "#db/connection.ts";
import type { RecordsPlace } from "#db/connection.ts";
import { createCitator } from "./citator.ts";
import type { CitatorProgress } from "./citator.ts";
import { ReadingPool } from "./reading-pool.ts";

export type CitatorThreadData = {
  readonly records: RecordsPlace;
  readonly log: LogOptions;
  /** Threads that read opinions for this one. */
  readonly readers: number;
};
/** Ends when a batch that was under way is committed, also when it is given up. */
export type CitatorRequests = { catchUp: { input: null; answer: CitatorProgress } };
export type CitatorNews = { progress: { input: CitatorProgress; answer: null } };

serveThread<CitatorRequests>(handlers(workerData as CitatorThreadData));

function handlers({ records, log: logOptions, readers }: CitatorThreadData): Handlers<CitatorRequests> {
  const log = createLogger(logOptions);
  const parent = parentThread<CitatorNews>();
  return {
    catchUp: async (_, { signal }) => {
      const db = attachDatabase(records);
      const pool = new ReadingPool(db, readers, log);
      try {
        const citator = createCitator({ db, log, readOpinions: async (ids) => pool.read(ids) });
        return await citator.runUntilCaughtUp((progress) => void parent.ask("progress", progress), signal);
      } finally {
        await pool.close();
        await db.close();
      }
    },
  };
}
