import { workerData } from "node:worker_threads";
import type { Handlers } from "#base/threads/call-port.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import { attachDatabase } from "#db/connection.ts";
import type { RecordsPlace } from "#db/connection.ts";
import { readStoredOpinions } from "./read-stored.ts";
import type { ReadOutcome } from "./read-stored.ts";

export type ReadingData = RecordsPlace;
export type ReadingRequests = { read: { input: readonly string[]; answer: readonly ReadOutcome[] } };

/** Reads opinions on a thread of its own, with its own view of the records. */
async function handlers(): Promise<Handlers<ReadingRequests>> {
  const db = attachDatabase(workerData as ReadingData);
  return { read: async (opinionIds) => readStoredOpinions(db, opinionIds) };
}

serveThread(handlers());
