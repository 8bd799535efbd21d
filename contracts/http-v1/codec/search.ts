import { nothingLeft } from "#base/nothing-left.ts";
import type { AddressOf } from "#research/address.ts";
import type { FacetCount, ScoreExplanation, SearchHit, SearchRequest, SearchResponse } from "#research/search.ts";
import type { ExplanationWire, SearchRequestWire, SearchResponseWire } from "../schema/search.ts";
import { encodePagination } from "./paging.ts";
import { encodePrecision } from "./dates.ts";
import { encodeWarnings } from "./warnings.ts";

export function decodeSearch(wire: SearchRequestWire): SearchRequest {
  return {
    query: wire.query,
    ...(wire.mode === "auto" ? { mode: "hybrid", picksMode: true } : { mode: wire.mode }),
    filters: decodeFilters(wire.filters ?? {}),
    includeFacets: wire.include_facets,
    page: wire.page,
    pageSize: wire.page_size,
    rerank: wire.rerank,
    collapse: wire.collapse,
    sort: SORTS[wire.sort],
    explain: wire.explain,
    asTyped: wire.as_typed,
  };
}

const SORTS: Readonly<Record<SearchRequestWire["sort"], SearchRequest["sort"]>> = {
  relevance: "relevance",
  newest: "newest",
  oldest: "oldest",
  most_cited: "mostCited",
};

/** An empty list filters nothing, as if it had not been given. */
function decodeFilters(wire: NonNullable<SearchRequestWire["filters"]>): SearchRequest["filters"] {
  const { court_ids, jurisdictions, states, publish_status, date_filed, ...left } = wire;
  nothingLeft(left);
  return {
    ...(court_ids?.length ? { courtIds: court_ids } : {}),
    ...(jurisdictions?.length ? { jurisdictions } : {}),
    ...(states?.length ? { states } : {}),
    ...(publish_status === undefined ? {} : { publishStatus: publish_status }),
    ...(date_filed === undefined
      ? {}
      : {
          dateFiled: {
            ...(date_filed.start === undefined ? {} : { start: date_filed.start }),
            ...(date_filed.end === undefined ? {} : { end: date_filed.end }),
          },
        }),
  };
}

export function encodeSearch(response: SearchResponse, addressOf: AddressOf): SearchResponseWire {
  const { pagination, metadata, facets } = response;
  return {
    results: response.results.map((hit) => encodeHit(hit, addressOf)),
    pagination: encodePagination(pagination),
    metadata: {
      mode: metadata.isPicked ? "auto" : metadata.mode,
      ...(metadata.isPicked && { answered_as: metadata.mode }),
      query: metadata.query,
      processing_time_ms: Math.round(metadata.processingTime_ms * 100) / 100,
      ...(metadata.booleanQuery === undefined
        ? {}
        : { boolean_query: { detected: true, operators: [...metadata.booleanQuery.operators] } }),
      reading: encodeReading(metadata.reading),
      ...(metadata.namedOpinionIds === undefined ? {} : { named_opinion_ids: [...metadata.namedOpinionIds] }),
      ...(metadata.rerank === undefined ? {} : { rerank: encodeRerank(metadata.rerank) }),
      ...(metadata.vectors === undefined ? {} : { vectors: encodeVectors(metadata.vectors) }),
    },
    ...(facets === undefined
      ? {}
      : {
          facets: {
            court_abbreviation: encodeFacet(facets.courtAbbreviation),
            jurisdiction: encodeFacet(facets.jurisdiction),
            state: encodeFacet(facets.state),
            year_filed: encodeFacet(facets.yearFiled),
            ...(facets.note === undefined ? {} : { note: facets.note }),
          },
        }),
    ...encodeWarnings(response.warnings),
  };
}

type Metadata = SearchResponse["metadata"];

function encodeReading({
  named,
  conditions,
  topic,
  words,
  query,
}: Metadata["reading"]): NonNullable<SearchResponseWire["metadata"]["reading"]> {
  return {
    ...(named === undefined ? {} : { named: [...named] }),
    ...(conditions === undefined
      ? {}
      : {
          conditions: conditions.map(({ kind, typed, meaning, isSure }) => ({ kind, typed, meaning, is_sure: isSure })),
        }),
    ...(topic === undefined ? {} : { topic }),
    ...(words === undefined ? {} : { words: [...words] }),
    ...(query === undefined ? {} : { query }),
  };
}

function encodeRerank({
  isDone,
  model,
  took_ms,
  tokens,
}: NonNullable<Metadata["rerank"]>): NonNullable<SearchResponseWire["metadata"]["rerank"]> {
  return {
    enabled: isDone,
    rerank_time_ms: Math.round(took_ms * 100) / 100,
    model,
    ...(tokens === undefined ? {} : { tokens: { ...tokens } }),
  };
}

function encodeVectors(
  vectors: NonNullable<Metadata["vectors"]>,
): NonNullable<SearchResponseWire["metadata"]["vectors"]> {
  return "model" in vectors ? { available: true, ...vectors } : { available: false, ...vectors };
}

function encodeFacet(counts: readonly FacetCount[]): { key: string; count: number }[] {
  return counts.map(({ key, count }) => ({ key, count }));
}

function encodeHit(hit: SearchHit, addressOf: AddressOf): SearchResponseWire["results"][number] {
  return {
    opinion_id: hit.opinionId,
    score: hit.score,
    case_name: hit.caseName,
    public_url: addressOf(hit),
    court_id: hit.courtId,
    court_name: hit.courtName,
    court_abbreviation: hit.courtAbbreviation,
    jurisdiction: hit.jurisdiction,
    state: hit.state,
    publish_status: hit.publishStatus,
    date_filed: hit.dateFiled,
    ...encodePrecision(hit),
    docket_number: hit.docketNumber,
    snippet: hit.snippet,
    source: hit.source,
    ...(hit.explanation === undefined ? {} : { explanation: encodeExplanation(hit.explanation) }),
  };
}

function encodeExplanation({ weightedFrequency, parts, ...rest }: ScoreExplanation): ExplanationWire {
  return {
    ...rest,
    ...(weightedFrequency === undefined ? {} : { weighted_frequency: weightedFrequency }),
    ...(parts === undefined ? {} : { parts: parts.map(encodeExplanation) }),
  };
}
