import type { CollectionName } from "#completeness/completeness.ts";
import type { CollectionSources } from "./collections/search-collection.ts";
import { createFilingSearch } from "./filing-search.ts";
import type { FilingSearch } from "./filing-search.ts";
import { createLawSearch } from "./law-search.ts";
import type { LawSearch } from "./law-search.ts";
import type { Search } from "./request.ts";
import { createSearch } from "./search.ts";
import type { SearchOptions } from "./search.ts";

/** What is a collection's own of what its searches are asked of. */
export type CollectionPlace = Pick<CollectionSources, "engine" | "meaning" | "snippetsOf">;

export type SearchesOptions = Omit<SearchOptions, keyof CollectionPlace> & {
  readonly placeOf: (collection: CollectionName) => CollectionPlace;
};

/** The searches that are asked by name, each over the index and the vectors of its collection. */
export type Searches = {
  readonly search: Search;
  readonly searchLaws: LawSearch;
  readonly searchFilings: FilingSearch;
};

export function createSearches({ placeOf, ...shared }: SearchesOptions): Searches {
  return {
    search: createSearch({ ...shared, ...placeOf("opinions") }),
    searchLaws: createLawSearch({ ...shared, ...placeOf("laws") }),
    searchFilings: createFilingSearch({ ...shared, ...placeOf("filings") }),
  };
}
