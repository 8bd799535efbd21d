import { parentPort, workerData } from "node:worker_threads";
import { messageOf, OnpointError } from "#base/errors.ts";
import type { CheckedCitation } from "./checked-citation.ts";
import { openDatabase, type OpenDatabaseOptions } from "#db/connection.ts";
import { checkText } from "./brief.ts";

export type BriefRequest = { readonly id: number; readonly text: string };
export type BriefReply =
  | { readonly id: number; readonly checked: readonly CheckedCitation[] }
  | { readonly id: number; readonly failure: string };

/** Checks texts on a thread of its own, with its own view of the records. */
const port = parentPort;
if (port === null) throw new OnpointError("internal", "the brief worker is started by the brief thread only");
const records = openDatabase({ ...(workerData as OpenDatabaseOptions), migrations: "leave" });

port.on("message", ({ id, text }: BriefRequest) => {
  records
    .then(async (db) => port.postMessage({ id, checked: await checkText(db, text) } satisfies BriefReply))
    .catch((thrown: unknown) => port.postMessage({ id, failure: messageOf(thrown) } satisfies BriefReply));
});
