import type { CountsRequest, EngineRequest } from "./index.ts";

/** A search for each tree that tells its total and nothing else. */
export function countingSearches({ trees, enough }: CountsRequest): readonly EngineRequest[] {
  return trees.map((tree) => ({
    tree,
    filters: [],
    offset: 0,
    limit: 0,
    facets: [],
    total: true,
    explain: false,
    ...(enough === undefined ? {} : { enough }),
  }));
}
