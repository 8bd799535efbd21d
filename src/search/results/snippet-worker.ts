import { workerData } from "node:worker_threads";
import type { Handlers } from "#base/threads/call-port.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import { attachDatabase } from "#db/connection.ts";
import type { RecordsPlace } from "#db/connection.ts";
import type { QueryNode } from "#index/tree.ts";
import { snippetsFrom } from "./snippets.ts";

export type SnippetData = RecordsPlace;
export type SnippetRequests = {
  snippets: {
    input: { readonly opinionIds: readonly string[]; readonly tree: QueryNode };
    answer: ReadonlyMap<string, string>;
  };
};

/** Reads texts and finds their best passages on a thread of its own, with its own view of the records. */
async function handlers(): Promise<Handlers<SnippetRequests>> {
  const read = snippetsFrom(attachDatabase(workerData as SnippetData));
  return { snippets: async ({ opinionIds, tree }) => read(opinionIds, tree) };
}

serveThread(handlers());
