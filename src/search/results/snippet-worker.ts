import { workerData } from "node:worker_threads";
import type { Handlers } from "#base/threads/call-port.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import { attachDatabase } from "#db/connection.ts";
import type { RecordsPlace } from "#db/connection.ts";
import type { QueryNode } from "#index/tree.ts";
import { collectionCalled } from "#search/collections/collections.ts";
import { snippetsFrom } from "./snippets.ts";
import type { Place } from "./snippets.ts";

export type SnippetData = RecordsPlace;
export type SnippetRequests = {
  snippets: {
    input: { readonly collection: string; readonly places: readonly Place[]; readonly tree: QueryNode };
    answer: ReadonlyMap<string, string>;
  };
};

/** Reads stretches of texts and makes snippets of them on a thread of its own, with its own view of the records. */
async function handlers(): Promise<Handlers<SnippetRequests>> {
  const db = attachDatabase(workerData as SnippetData);
  return {
    snippets: async ({ collection, places, tree }) =>
      snippetsFrom(db, collectionCalled(collection).texts)(places, tree),
  };
}

serveThread(handlers());
