/** What a search asks and answers, for whoever may not look behind this folder. */
export type {
  FacetCount,
  Facets,
  ScoreExplanation,
  SearchFilters,
  SearchHit,
  SearchPagination as Pagination,
  SearchRequest,
  SearchResponse,
} from "#search/request.ts";
