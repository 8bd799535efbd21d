import type { Asker } from "#index/index.ts";
import { LAWS_BY_WORDS, SEARCHED_LAWS } from "./collections/laws.ts";
import { searchCollection } from "./collections/search-collection.ts";
import type {
  CollectionAnswer,
  CollectionHit,
  CollectionRequest,
  CollectionSources,
} from "./collections/search-collection.ts";
import { lawFilters } from "./laws.ts";
import type { LawFilters } from "./laws.ts";

/** A search of laws whose filters are known to name something. */
export type LawSearchRequest = {
  readonly query: string;
  /** By the words of laws alone; else what courts say of them counts too (`law-signals.ts`). */
  readonly byWordsAlone?: boolean;
  readonly filters: LawFilters;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
} & Pick<CollectionRequest, "sort" | "rerank" | "explain">;

export type LawSearchHit = Omit<CollectionHit, "id" | "source"> & { readonly versionId: string };

export type LawSearchAnswer = {
  readonly hits: readonly LawSearchHit[];
  readonly total: number;
  /** Of the whole list, by name of state. */
  readonly stateCounts: ReadonlyMap<string, number>;
  readonly notes: readonly string[];
} & Pick<CollectionAnswer, "rerank">;

export type LawSearch = (request: LawSearchRequest, asker?: Asker) => Promise<LawSearchAnswer>;

/** Searches laws. Throws `invalid_input` for a query that cannot be read. */
export function createLawSearch(sources: Omit<CollectionSources, "meaning">): LawSearch {
  return async ({ filters, byWordsAlone = false, ...request }, asker) => {
    const collection = byWordsAlone ? LAWS_BY_WORDS : SEARCHED_LAWS;
    const found = await searchCollection(collection, sources, { ...request, filters: lawFilters(filters) }, asker);
    const { hits, total, facets, notes, rerank } = found;
    return {
      hits: hits.map(({ id, source: _byWords, ...hit }) => ({ versionId: id, ...hit })),
      total,
      stateCounts: new Map((facets[0] ?? []).map(({ key, count }) => [key, count])),
      notes,
      ...(rerank && { rerank }),
    };
  };
}
