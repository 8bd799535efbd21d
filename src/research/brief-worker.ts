import { workerData } from "node:worker_threads";
import type { Handlers } from "#base/threads/call-port.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import { attachDatabase } from "#db/connection.ts";
import type { RecordsPlace } from "#db/connection.ts";
import { checkText } from "./brief.ts";
import type { CheckedText } from "./brief.ts";

export type BriefData = RecordsPlace;
export type BriefRequests = { check: { input: string; answer: CheckedText } };

/** Checks texts on a thread of its own, with its own view of the records. */
async function handlers(): Promise<Handlers<BriefRequests>> {
  const db = attachDatabase(workerData as BriefData);
  return { check: async (text) => checkText(db, text) };
}

serveThread(handlers());
