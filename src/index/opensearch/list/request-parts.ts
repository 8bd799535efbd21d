import { checkFacet, checkOrdered } from "#index/embedded/columns/columns.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { FacetRequest } from "#index/filter.ts";
import type { EngineRequest, FacetCount, SortKey } from "#index/index.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import type { SearchAnswer } from "./answers.ts";

/** Values of a column that are counted; a cluster makes at most 65,535 buckets for one answer as it is set up. */
const VALUES_MAX = 10_000;

/** Throws `invalid_input` for what the schema's columns cannot be asked. */
export function checkRequest(layout: Layout, { facets, sort = [], collapse }: EngineRequest): void {
  for (const facet of facets) checkFacet(layout, facet);
  for (const { column } of sort) checkOrdered(layout, column);
  if (collapse !== undefined) checkOrdered(layout, collapse.column);
}

/** No two documents are equal in it. */
export function orderOf(sort: readonly SortKey[] | undefined): readonly Json[] {
  const keys = (sort ?? []).map(({ column, order }) => ({
    [PATHS.value(column)]: { order: order === "rising" ? "asc" : "desc", missing: "_last" },
  }));
  return [...(keys.length === 0 ? [{ _score: "desc" }] : keys), { [PATHS.id]: "asc" }];
}

export function aggregationsOf(facets: readonly FacetRequest[]): Json {
  const order = [{ _count: "desc" }, { _key: "asc" }];
  const asked = facets.map(({ column, by }, place): [string, Json] => {
    const field = by === "year" ? PATHS.year(column) : PATHS.value(column);
    return [nameOf(place), { terms: { field, size: VALUES_MAX, order } }];
  });
  return Object.fromEntries(asked);
}

/** In the order asked, with a warning where not every value was counted in every shard. */
export function facetsIn(
  facets: readonly FacetRequest[],
  { aggregations = {} }: SearchAnswer,
): { readonly facets: readonly (readonly FacetCount[])[]; readonly warnings: readonly string[] } {
  const found = facets.map((_, place) => aggregations[nameOf(place)]);
  const short = facets.filter((_, place) => {
    const { sum_other_doc_count = 0, doc_count_error_upper_bound = 0 } = found[place] ?? {};
    return sum_other_doc_count > 0 || doc_count_error_upper_bound > 0;
  });
  return {
    facets: found.map((one) =>
      (one?.buckets ?? [])
        .map(({ key, doc_count }) => ({ key, count: doc_count }))
        .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)),
    ),
    warnings: short.map(({ column }) => `${column} has more than ${VALUES_MAX} values; the most frequent are counted.`),
  };
}

function nameOf(place: number): string {
  return `facet${place}`;
}
