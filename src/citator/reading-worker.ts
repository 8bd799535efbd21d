import { parentPort, workerData } from "node:worker_threads";
import { OnpointError, messageOf } from "#base/errors.ts";
import { openDatabase, type OpenDatabaseOptions } from "#db/connection.ts";
import { readStoredOpinions, type ReadOutcome } from "./read-stored.ts";

export type ReadRequest = { readonly id: number; readonly opinionIds: readonly string[] };
export type ReadReply =
  | { readonly id: number; readonly outcomes: readonly ReadOutcome[] }
  | { readonly id: number; readonly failure: string };

/** Reads opinions on a thread of its own, with its own view of the records. */
const port = parentPort;
if (port === null) throw new OnpointError("internal", "the reading worker is started by the reading pool only");
const db = openDatabase({ ...(workerData as OpenDatabaseOptions), migrations: "leave" });

port.on("message", ({ id, opinionIds }: ReadRequest) => {
  db.then(async (records) =>
    port.postMessage({ id, outcomes: await readStoredOpinions(records, opinionIds) } satisfies ReadReply),
  ).catch((thrown: unknown) => port.postMessage({ id, failure: messageOf(thrown) } satisfies ReadReply));
});
