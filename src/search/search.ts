import { monotonicMs } from "#base/clock.ts";
import { askedBy } from "./asked-by.ts";
import { fuse } from "./fuse.ts";
import { OPINIONS } from "./opinions.ts";
import type { CitedSources } from "./read/cited-decisions.ts";
import { readSearch } from "./read/read.ts";
import type { Search, SearchRequest, SearchResponse } from "./request.ts";
import { rerankerFor } from "./rerank.ts";
import { present } from "./results/present.ts";
import type { PresentOptions } from "./results/present.ts";
import { retrieve, retrieversFor } from "./retrieve/retrieve.ts";

export type SearchOptions = PresentOptions & CitedSources;

/** From the typed query to the page of hits: the life of a search, a line for each stage. */
export function createSearch(options: SearchOptions): Search {
  return {
    search: (request, asker = {}) => runSearch({ ...options, engine: askedBy(options.engine, asker) }, request),
  };
}

async function runSearch(options: SearchOptions, request: SearchRequest): Promise<SearchResponse> {
  const started_ms = monotonicMs();
  const retrievers = retrieversFor(request.mode, options.engine, OPINIONS.name);
  const rerank = rerankerFor(request);
  const search = await readSearch(options, request);
  const lists = await retrieve(retrievers, search.question);
  const ranking = await rerank(search.question, fuse(lists));
  return present(options, search, ranking, started_ms);
}
