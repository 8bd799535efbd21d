import type { Asker, FacetCount, ScoreExplanation } from "#index/index.ts";
import type { Facets, OpinionCollapse, OpinionSort } from "./opinions.ts";
import type { ToldReading } from "./read/told-reading.ts";
import type { DatePrecision, PublishStatus } from "#opinions/model.ts";

/** How a search finds its results: by words, by meaning, or by both. */
export const SEARCH_MODES = ["keyword", "semantic", "hybrid"] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

export type { FacetCount, Facets, ScoreExplanation };

export type SearchFilters = {
  /** Ids of the court table; any of them, their divisions included. */
  readonly courtIds?: readonly string[];
  readonly jurisdictions?: readonly string[];
  readonly states?: readonly string[];
  /** `unknown` includes opinions whose publication is not recorded. */
  readonly publishStatus?: PublishStatus;
  /** `YYYY-MM-DD`, inclusive; either end may be left open. An opinion without a date matches no range. */
  readonly dateFiled?: { readonly start?: string; readonly end?: string };
};

/** A search as every edge hands it over: already checked for shape, not yet for meaning. */
export type SearchRequest = {
  readonly query: string;
  readonly mode: SearchMode;
  /** What was typed decides between keyword and hybrid mode; `mode` is passed over. */
  readonly picksMode?: boolean;
  readonly filters: SearchFilters;
  readonly includeFacets: boolean;
  /** From 1. */
  readonly page: number;
  /** 1 to 100. */
  readonly pageSize: number;
  readonly rerank: boolean;
  /** How many opinions of one decision may be found: as many as match, or two, none of which repeats another. */
  readonly collapse: OpinionCollapse;
  /** Undated opinions come last. */
  readonly sort: OpinionSort;
  /** Each hit says how it scored. */
  readonly explain: boolean;
  /** What the query says of courts, days and judges is searched for as its other words are. */
  readonly asTyped?: boolean;
  /** This opinion's own citing words are passed over: honest evaluation asks for it. */
  readonly leaveOutCitingOf?: string;
};

/** One opinion found. `publicNumber` and `slug` are what its public address is built from. */
export type SearchHit = {
  readonly opinionId: string;
  readonly clusterId: string;
  /** By words BM25, open above; by meaning nearness and words together, 0 to 1; fused, or in a reranker's order, of its kind. Comparable within one answer only. */
  readonly score: number;
  readonly caseName: string;
  readonly publicNumber: number;
  readonly slug: string;
  readonly courtId: string;
  readonly courtName: string;
  readonly courtAbbreviation: string;
  readonly jurisdiction: string;
  /** A state name, or `Federal`. */
  readonly state: string;
  readonly publishStatus: PublishStatus;
  readonly dateFiled: string | null;
  readonly datePrecision: DatePrecision;
  /** Empty when none is known. */
  readonly docketNumber: string;
  /** HTML: escaped text in which only `<mark>` stands around the words that matched. */
  readonly snippet: string;
  readonly source: "keyword" | "semantic";
  /** Present when asked for. */
  readonly explanation?: ScoreExplanation;
};

export type SearchPagination = {
  readonly page: number;
  readonly pageSize: number;
  readonly totalResults: number;
  readonly totalPages: number;
  readonly hasNext: boolean;
  readonly hasPrev: boolean;
};

export type SearchMetadata = {
  /** The one that answered. */
  readonly mode: SearchMode;
  /** It was picked by what was typed. */
  readonly isPicked: boolean;
  /** As typed. */
  readonly query: string;
  readonly processingTime_ms: number;
  /** In a mode that searches by meaning: the version of the vectors, or why the query's words were searched instead. */
  readonly vectors?: { readonly model: string } | { readonly reason: string };
  /** Present when asked for. `isDone` is false where the service failed, and the order is that of the search. */
  readonly rerank?: {
    readonly isDone: boolean;
    readonly model: string;
    readonly took_ms: number;
    /** What a language model took for it. */
    readonly tokens?: { readonly sent: number; readonly received: number };
  };
  /** The opinions that the query names, at most 20, which stand first; absent in an order by words alone. */
  readonly namedOpinionIds?: readonly string[];
  readonly reading: ToldReading;
  /** Present when the query used operators: each kind once, in the order first met (`AND`, `W/5`, `*`). */
  readonly booleanQuery?: { readonly detected: true; readonly operators: readonly string[] };
};

export type SearchResponse = {
  readonly results: readonly SearchHit[];
  readonly pagination: SearchPagination;
  readonly metadata: SearchMetadata;
  readonly facets?: Facets;
  /** What was repaired in the query or cut while it ran, in the reader's language; often empty. */
  readonly warnings: readonly string[];
};

/**
 * Throws `OnpointError`: `invalid_input` for a query that cannot be read (one fault per place, path `query`, the
 * position in the message, what would work in the hint) or a filter that names nothing; `unsupported` for a mode
 * or option that does not exist yet.
 */
export type Search = {
  readonly search: (request: SearchRequest, asker?: Asker) => Promise<SearchResponse>;
};
