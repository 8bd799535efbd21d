import type { Asker } from "#index/index.ts";
import { searchCollection } from "./collection-search.ts";
import type { CollectionSources, SearchedCollection } from "./collection-search.ts";
import { besideWords } from "./law-signals.ts";
import { CITED_IN, LAW_FACETS, LAW_FIELDS, lawFilters } from "./laws.ts";
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
};

export type LawSearchHit = {
  readonly versionId: string;
  /** BM25 of all that was asked, open above; comparable within one answer only. */
  readonly score: number;
  /** HTML: escaped text in which only `<mark>` stands around the words that matched. */
  readonly snippets: readonly string[];
};

export type LawSearchAnswer = {
  readonly hits: readonly LawSearchHit[];
  readonly total: number;
  /** Of the whole list, by name of state. */
  readonly stateCounts: ReadonlyMap<string, number>;
  readonly notes: readonly string[];
};

export type LawSearch = (request: LawSearchRequest, asker?: Asker) => Promise<LawSearchAnswer>;

const FIELDS = {
  what: "laws",
  offered: "name, body and cite",
  filters: "state, collection, kind and dates",
};

const BY_WORDS_ALONE: SearchedCollection = {
  name: "laws",
  fields: { ...FIELDS, known: new Set(LAW_FIELDS) },
  facets: LAW_FACETS,
  form: "laws",
  texts: "laws",
  hintWords_max: 6,
};

const WITH_SIGNALS: SearchedCollection = {
  ...BY_WORDS_ALONE,
  fields: { ...FIELDS, known: new Set([...LAW_FIELDS, CITED_IN]) },
  beside: (tree) => besideWords(tree),
};

/** Searches laws. Throws `invalid_input` for a query that cannot be read. */
export function createLawSearch(sources: Omit<CollectionSources, "meaning">): LawSearch {
  return async ({ filters, byWordsAlone = false, ...request }, asker) => {
    const collection = byWordsAlone ? BY_WORDS_ALONE : WITH_SIGNALS;
    const found = await searchCollection(collection, sources, { ...request, filters: lawFilters(filters) }, asker);
    const { hits, total, facets, notes } = found;
    return {
      hits: hits.map(({ id, score, snippets }) => ({ versionId: id, score, snippets })),
      total,
      stateCounts: new Map((facets[0] ?? []).map(({ key, count }) => [key, count])),
      notes,
    };
  };
}
