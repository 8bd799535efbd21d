import { serveThread } from "#base/threads/serve-thread.ts";
import { readQueryAs } from "./query-forms.ts";
import type { QueryRead } from "#search/query/parse.ts";

export type QueryRequests = { read: { input: { readonly form: string; readonly text: string }; answer: QueryRead } };

/** Reads queries on a thread of its own. */
serveThread<QueryRequests>({ read: ({ form, text }) => readQueryAs(form, text) });
