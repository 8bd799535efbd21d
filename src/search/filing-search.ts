import type { Asker } from "#index/index.ts";
import { searchCollection } from "./collection-search.ts";
import type { CollectionHit, CollectionSources, SearchedCollection } from "./collection-search.ts";
import { FILING_FIELDS, filingFilters } from "./filings.ts";
import type { FilingFilters } from "./filings.ts";
import { namesDocket } from "./query/filing-query.ts";
import type { SearchMode } from "./request.ts";

/** A search of filings whose filters are known to name something. */
export type FilingSearchRequest = {
  readonly query: string;
  readonly mode: SearchMode;
  readonly filters: FilingFilters;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
};

export type FilingSearchAnswer = {
  /** By the id of the filing. */
  readonly hits: readonly CollectionHit[];
  readonly total: number;
  /** How many the words of the query match. */
  readonly matched: number;
  /** Off while filings may be held that cannot be found yet. */
  readonly isWhole: boolean;
  readonly notes: readonly string[];
};

export type FilingSearch = (request: FilingSearchRequest, asker?: Asker) => Promise<FilingSearchAnswer>;

const COLLECTION: SearchedCollection = {
  name: "filings",
  fields: {
    what: "filings",
    known: new Set(FILING_FIELDS),
    offered: "name, title, body and docket",
    filters: "state, court, type and dates",
  },
  facets: [],
  form: "filings",
  namesOne: namesDocket,
  texts: "filings",
};

/** Searches filings of state trial courts by their words, and where they have vectors by their meaning or both. Throws `invalid_input` for a query that cannot be read. */
export function createFilingSearch(sources: CollectionSources): FilingSearch {
  return async ({ filters, mode, ...request }, asker) => {
    const asked = sources.meaning === undefined ? "keyword" : mode;
    return searchCollection(COLLECTION, sources, { ...request, mode: asked, filters: filingFilters(filters) }, asker);
  };
}
