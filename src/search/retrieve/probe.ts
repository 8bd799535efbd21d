import type { Filter } from "#index/filter.ts";
import type { EngineRequest, SearchEngine } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import type { ReadSearch } from "#search/read/read.ts";

/** A question beside the search itself, of which no page is wanted. */
export function probe(search: ReadSearch, tree: QueryNode, filters: readonly Filter[] = []): EngineRequest {
  const { leaveOutCitingOf } = search.request;
  return {
    tree,
    filters,
    offset: 0,
    limit: 1,
    facets: [],
    total: true,
    explain: false,
    ...(leaveOutCitingOf === undefined ? {} : { leaveOutSource: leaveOutCitingOf }),
  };
}

/** How many opinions match, whatever the filters of the search. */
export async function countOf(engine: SearchEngine, search: ReadSearch, tree: QueryNode): Promise<number> {
  const answer = await engine.search(probe(search, tree));
  return answer.total ?? answer.hits.length;
}
