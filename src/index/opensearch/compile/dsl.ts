import type { Json } from "#index/opensearch/mapping.ts";

/** Queries as OpenSearch takes them, for the question whether a document matches and not how well. */
export const NOTHING: Json = { match_none: {} };
export const EVERYTHING: Json = { match_all: {} };

export function allOf(queries: readonly Json[]): Json {
  if (queries.includes(NOTHING)) return NOTHING;
  const asked = queries.filter((query) => query !== EVERYTHING);
  if (asked.length < 2) return asked[0] ?? EVERYTHING;
  return { bool: { filter: asked } };
}

export function anyOf(queries: readonly Json[]): Json {
  return atLeastOf(queries, 1);
}

/** Documents that match so many of the queries, at least one. */
export function atLeastOf(queries: readonly Json[], count: number): Json {
  const asked = queries.filter((query) => query !== NOTHING);
  if (asked.length < count) return NOTHING;
  if (count === 1 && asked.includes(EVERYTHING)) return EVERYTHING;
  if (asked.length === 1) return asked[0] ?? NOTHING;
  return { bool: { should: asked, minimum_should_match: count } };
}

export function noneOf(query: Json): Json {
  if (query === NOTHING) return EVERYTHING;
  if (query === EVERYTHING) return NOTHING;
  return { bool: { must_not: [query] } };
}
