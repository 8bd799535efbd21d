import type { LawAddressOf } from "#research/address.ts";
import type { LawHit, LawSearchAsked, LawsFound } from "#research/laws/search.ts";
import type { LawsSearchRequest, LawsSearchResponse } from "../schema/laws-search.ts";
import { encodeCurrency } from "./law-currency.ts";
import { encodeWarnings } from "./warnings.ts";

/** An empty list filters nothing, as if it had not been given. */
export function decodeLawsSearch(wire: LawsSearchRequest): LawSearchAsked {
  const { states, collection_types, collections, path_prefix, as_of } = wire;
  const effective = range(wire.effective_date_from, wire.effective_date_to);
  const published = range(wire.publication_date_from, wire.publication_date_to);
  return {
    query: wire.query,
    ...(wire.mode === "keyword" ? { byWordsAlone: true } : {}),
    currentOnly: wire.current_only,
    page: wire.page,
    pageSize: wire.page_size,
    ...(states?.length ? { states } : {}),
    ...(collection_types?.length ? { types: collection_types } : {}),
    ...(collections?.length ? { collections } : {}),
    ...(path_prefix === undefined ? {} : { pathPrefix: path_prefix }),
    ...(as_of === undefined ? {} : { asOf: as_of }),
    ...(effective === undefined ? {} : { effective }),
    ...(published === undefined ? {} : { published }),
  };
}

function range(from: string | undefined, to: string | undefined): { from?: string; to?: string } | undefined {
  if (from === undefined && to === undefined) return undefined;
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

export function encodeLawsSearch(
  { page, pageSize }: LawSearchAsked,
  found: LawsFound,
  addressOf: LawAddressOf,
): LawsSearchResponse {
  return {
    total: found.total,
    page,
    page_size: pageSize,
    results: found.results.map((hit) => encodeHit(hit, addressOf(hit))),
    state_counts: Object.fromEntries(found.stateCounts),
    ...encodeWarnings(found.warnings),
  };
}

function encodeHit(hit: LawHit, url: string): LawsSearchResponse["results"][number] {
  const { version, collection, standing, score, snippets } = hit;
  return {
    id: version.id,
    score,
    collection_id: version.collectionId,
    collection_type: version.type,
    state: collection.state,
    country: collection.country,
    path: version.path,
    node_type: version.nodeType,
    number: version.number ?? "",
    title: version.title ?? "",
    citation: version.citation ?? "",
    effective_date: version.effectiveDate,
    publication_date: version.publicationDate,
    is_current: standing.isCurrent,
    is_historical: standing.isHistorical,
    currency: encodeCurrency(hit.currency, version),
    snippets: [...snippets],
    url,
  };
}
