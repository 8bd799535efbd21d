import { workerData } from "node:worker_threads";
import type { ReadingData, ReadingRequests } from "#citator/reading-worker.ts";
import { readStoredOpinions } from "#citator/read-stored.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import { attachDatabase } from "#db/connection.ts";
import { ENDLESS_OPINIONS } from "./endless-opinions.ts";

const db = attachDatabase(workerData as ReadingData);

/** Reads for the citator as the program does, but goes on for ever with one opinion. */
serveThread<ReadingRequests>({
  read: async (ids) => {
    while (ids.some((id) => ENDLESS_OPINIONS.includes(id)));
    return readStoredOpinions(db, ids);
  },
});
