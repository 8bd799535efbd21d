import { parentPort, workerData } from "node:worker_threads";
import { messageOf, OnpointError } from "#base/errors.ts";
import { openDatabase, type OpenDatabaseOptions } from "#db/connection.ts";
import type { QueryNode } from "#index/tree.ts";
import { snippetsFrom } from "./snippets.ts";

export type SnippetRequest = { readonly id: number; readonly opinionIds: readonly string[]; readonly tree: QueryNode };
export type SnippetReply =
  | { readonly id: number; readonly snippets: ReadonlyMap<string, string> }
  | { readonly id: number; readonly failure: string };

/** Reads texts and finds their best passages on a thread of its own, with its own view of the records. */
const port = parentPort;
if (port === null) throw new OnpointError("internal", "the snippet worker is started by the snippet pool only");
const snippetsOf = openDatabase({ ...(workerData as OpenDatabaseOptions), migrations: "leave" }).then(snippetsFrom);

port.on("message", ({ id, opinionIds, tree }: SnippetRequest) => {
  snippetsOf
    .then(async (read) => port.postMessage({ id, snippets: await read(opinionIds, tree) } satisfies SnippetReply))
    .catch((thrown: unknown) => port.postMessage({ id, failure: messageOf(thrown) } satisfies SnippetReply));
});
