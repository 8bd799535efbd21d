import type { Asker } from "#index/index.ts";
import { SEARCHED_FILINGS } from "./collections/filings.ts";
import { searchCollection } from "./collections/search-collection.ts";
import type { CollectionAnswer, CollectionRequest, CollectionSources } from "./collections/search-collection.ts";
import { filingFilters } from "./filings.ts";
import type { FilingFilters } from "./filings.ts";
import type { SearchMode } from "./request.ts";

/** A search of filings whose filters are known to name something. */
export type FilingSearchRequest = {
  readonly query: string;
  readonly mode: SearchMode;
  readonly filters: FilingFilters;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
} & Pick<CollectionRequest, "sort" | "rerank" | "explain">;

/** Hits by the id of the filing. */
export type FilingSearchAnswer = Omit<CollectionAnswer, "facets">;

export type FilingSearch = (request: FilingSearchRequest, asker?: Asker) => Promise<FilingSearchAnswer>;

/** Searches filings of state trial courts by their words, and where they have vectors by their meaning or both. Throws `invalid_input` for a query that cannot be read. */
export function createFilingSearch(sources: CollectionSources): FilingSearch {
  return async ({ filters, mode, ...request }, asker) => {
    const asked = sources.meaning === undefined ? "keyword" : mode;
    return searchCollection(
      SEARCHED_FILINGS,
      sources,
      { ...request, mode: asked, filters: filingFilters(filters) },
      asker,
    );
  };
}
