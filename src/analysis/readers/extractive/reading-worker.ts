import { serveThread } from "#base/threads/serve-thread.ts";
import type { Analysis, Source } from "#analysis/model.ts";
import { readExtractively } from "./extractive.ts";

export type ReadingRequests = {
  read: { input: { readonly question: string; readonly source: Source }; answer: Analysis };
};

/** Reads sources on a thread of its own. */
serveThread<ReadingRequests>({ read: ({ question, source }) => readExtractively(question, source) });
