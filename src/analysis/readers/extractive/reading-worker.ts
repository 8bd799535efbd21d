import { serveThread } from "#base/threads/serve-thread.ts";
import type { DocketLine } from "#analysis/dockets/relevant-entries.ts";
import { weighLines } from "#analysis/dockets/weigh-lines.ts";
import type { WeighedLines } from "#analysis/dockets/weigh-lines.ts";
import type { Analysis, Source } from "#analysis/model.ts";
import type { Candidates } from "./candidates.ts";
import { candidatesExtractively, readExtractively } from "./extractive.ts";

export type ReadingRequests = {
  read: { input: { readonly question: string; readonly source: Source }; answer: Analysis };
  candidates: { input: { readonly question: string; readonly source: Source }; answer: Candidates };
  weigh: { input: { readonly question: string; readonly lines: readonly DocketLine[] }; answer: WeighedLines };
};

/** Reads sources, and weighs the lines of dockets, on a thread of its own. */
serveThread<ReadingRequests>({
  read: ({ question, source }) => readExtractively(question, source),
  candidates: ({ question, source }) => candidatesExtractively(question, source),
  weigh: ({ question, lines }) => weighLines(question, lines),
});
