import { monotonicMs } from "#base/clock.ts";
import type { Asker } from "#index/index.ts";
import { askedBy } from "./asked-by.ts";
import { fuse } from "./fuse.ts";
import { placeOf } from "./meaning.ts";
import type { Meaning } from "./meaning.ts";
import { OPINIONS } from "./opinions.ts";
import type { CitedSources } from "./read/cited-decisions.ts";
import { readSearch } from "./read/read.ts";
import type { Search, SearchRequest, SearchResponse } from "./request.ts";
import { rerankerFor } from "./rerank/rerank.ts";
import type { Reranker } from "./rerank/rerank.ts";
import { present } from "./results/present.ts";
import type { PresentOptions } from "./results/present.ts";
import { retrieve, retrieversFor, sharedHits, withExcerpts } from "./retrieve/retrieve.ts";

export type SearchOptions = PresentOptions &
  CitedSources & {
    /** Without it every mode searches words, and says so. */
    readonly meaning?: Meaning | undefined;
    /** Without it a search that is to be reranked is refused. */
    readonly reranker?: Reranker | undefined;
  };

/** From the typed query to the page of hits: the life of a search, a line for each stage. */
export function createSearch(options: SearchOptions): Search {
  return {
    search: (request, asker = {}) =>
      runSearch({ ...options, engine: askedBy(options.engine, asker) }, request, asker.signal),
  };
}

async function runSearch(
  options: SearchOptions,
  request: SearchRequest,
  signal: Asker["signal"],
): Promise<SearchResponse> {
  const started_ms = monotonicMs();
  const { engine, db, meaning } = options;
  const rerank = rerankerFor(request, db, options.reranker);
  const search = await readSearch(options, request);
  const { question } = search;
  const point = request.mode === "keyword" ? undefined : await placeOf(question.text, meaning, signal);
  const lists = await retrieve(retrieversFor(request.mode, engine, OPINIONS.name, point), question);
  const fused = fuse(lists, await sharedHits(engine, question, lists), question.explain);
  const reranked = await rerank(question, await withExcerpts(engine, question, fused), signal);
  return present(options, { search, point, started_ms, ...reranked });
}
