import { workerData } from "node:worker_threads";
import type { Handlers } from "#base/threads/call-port.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import { attachDatabase } from "#db/connection.ts";
import type { RecordsPlace } from "#db/connection.ts";
import type { QueryNode } from "#index/tree.ts";
import { snippetsFrom } from "./snippets.ts";
import type { Place } from "./snippets.ts";
import { TEXTS } from "./texts.ts";
import type { TextsName } from "./texts.ts";

export type SnippetData = RecordsPlace;
export type SnippetRequests = {
  snippets: {
    input: { readonly texts: TextsName; readonly places: readonly Place[]; readonly tree: QueryNode };
    answer: ReadonlyMap<string, string>;
  };
};

/** Reads stretches of texts and makes snippets of them on a thread of its own, with its own view of the records. */
async function handlers(): Promise<Handlers<SnippetRequests>> {
  const db = attachDatabase(workerData as SnippetData);
  return { snippets: async ({ texts, places, tree }) => snippetsFrom(db, TEXTS[texts])(places, tree) };
}

serveThread(handlers());
