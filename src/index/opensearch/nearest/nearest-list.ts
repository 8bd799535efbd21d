import { OnpointError } from "#base/errors.ts";
import { checkFilter, checkOrdered } from "#index/embedded/columns/columns.ts";
import type { Layout } from "#index/embedded/layout.ts";
import { NEAREST_DEPTH_MAX } from "#index/index.ts";
import type { NearestHit, NearestRequest, NearestResponse } from "#index/index.ts";
import { idsQuery } from "#index/opensearch/compile/compiler.ts";
import { filterQuery } from "#index/opensearch/compile/filters.ts";
import { numberIn, textIn } from "#index/opensearch/list/answers.ts";
import type { FoundDocument } from "#index/opensearch/list/answers.ts";
import { WINDOW_MAX } from "#index/opensearch/list/cluster-search.ts";
import type { ClusterSearch } from "#index/opensearch/list/cluster-search.ts";
import { spareMark } from "#index/opensearch/list/groups.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json, Passages } from "#index/opensearch/mapping.ts";
import { partsOf, scoreOf, unitVector } from "#index/vectors.ts";
import { NearDocuments } from "./near-documents.ts";
import type { NearDocument } from "./near-documents.ts";
import { comparedQuery, nearestQuery, saidBy } from "./passage-queries.ts";
import type { Comparison } from "./passage-queries.ts";

/**
 * Documents asked for by each kind of passage, for one of the list: a collapse leaves some out, and one that is near in
 * two ways may come before one that is nearer in one. A short list asks for more, since a graph is walked the more
 * carefully the more is asked of it.
 */
const CANDIDATES_SHARE = 1.5;
const CANDIDATES_MIN = 100;
const KINDS: readonly Passages[] = ["own", "said"];

export type NearestTools = {
  readonly layout: Layout;
  readonly search: ClusterSearch;
  readonly signal?: AbortSignal | undefined;
};

/** A request as it is put to the cluster. */
type Asked = {
  readonly request: NearestRequest;
  readonly comparison: Comparison;
  readonly conditions: readonly Json[];
};

/** One search by meaning: what is near, what of it is in the list, the page with the places of its passages. */
export async function nearestList(tools: NearestTools, request: NearestRequest): Promise<NearestResponse> {
  const asked = checked(tools.layout, request);
  const { offset, limit } = request;
  const list = await ranked(tools, asked);
  const hits = await withPlaces(tools, asked, list.slice(offset, offset + limit));
  return { hits, total: list.length, warnings: [] };
}

function checked(layout: Layout, request: NearestRequest): Asked {
  const { name, vectors: space } = layout.schema;
  const { vector, filters, collapse, leaveOutSource, among } = request;
  if (space === undefined) throw refuse(`${name} have no vectors here`);
  if (vector.length !== space.dimensions) {
    throw refuse(`the query's vector has ${vector.length} dimensions where ${space.dimensions} are kept`);
  }
  const unit = unitVector(vector);
  if (unit === undefined) throw refuse("the query's vector has no direction");
  for (const filter of filters) checkFilter(layout, filter);
  if (collapse !== undefined) checkOrdered(layout, collapse.column);
  const conditions = filters.map((filter) => filterQuery(layout, filter));
  return {
    request,
    comparison: { vector: [...unit], leaveOutSource },
    conditions: among === undefined ? conditions : [...conditions, idsQuery(among)],
  };
}

function refuse(what: string): OnpointError {
  return new OnpointError("invalid_input", what);
}

/** The whole list. Of documents that are named all are compared, of others those that the graph of passages leads to. */
async function ranked(tools: NearestTools, asked: Asked): Promise<readonly NearDocument[]> {
  const { among, otherShare = 0 } = asked.request;
  const depth = Math.min(asked.request.depth, NEAREST_DEPTH_MAX);
  if (among !== undefined) {
    if (among.length === 0) return [];
    const near = new NearDocuments(asked.request.collapse);
    await Promise.all(KINDS.map(async (kind) => compare(tools, asked, near, kind, [])));
    return near.ranked(otherShare).slice(0, depth);
  }
  const first = Math.min(Math.max(CANDIDATES_MIN, Math.ceil(depth * CANDIDATES_SHARE)), WINDOW_MAX);
  for (let count = first; ; count = Math.min(count * 2, WINDOW_MAX)) {
    const { near, isAll } = await candidates(tools, asked, count);
    const list = near.ranked(otherShare);
    if (isAll || list.length >= depth || count === WINDOW_MAX) return list.slice(0, depth);
  }
}

/** Documents that are near by either kind of passage, and all of them that there are when there are fewer. */
async function candidates(
  tools: NearestTools,
  asked: Asked,
  count: number,
): Promise<{ readonly near: NearDocuments; readonly isAll: boolean }> {
  const { comparison, conditions, request } = asked;
  const near = new NearDocuments(request.collapse);
  const found = await Promise.all(
    KINDS.map(async (kind) => {
      const hits = await ask(tools, asked, nearestQuery(kind, comparison, count, conditions), count);
      near.add(kind, hits);
      return hits.length;
    }),
  );
  const { leaveOutSource, otherShare = 0 } = request;
  if (leaveOutSource !== undefined) await compare(tools, asked, near, "said", [saidBy(leaveOutSource)]);
  if (otherShare > 0) {
    await Promise.all(
      KINDS.map(async (kind) => {
        const ids = near.without(kind);
        if (ids.length > 0) await compare(tools, asked, near, kind, [idsQuery(ids)]);
      }),
    );
  }
  return { near, isAll: found.every((hits) => hits < count) };
}

/** Adds what all documents that meet further conditions have of a kind. */
async function compare(
  tools: NearestTools,
  asked: Asked,
  near: NearDocuments,
  kind: Passages,
  further: readonly Json[],
): Promise<void> {
  const query = comparedQuery(kind, asked.comparison, [...asked.conditions, ...further]);
  near.add(kind, await ask(tools, asked, query, WINDOW_MAX));
}

async function ask(
  { layout, search, signal }: NearestTools,
  { request: { collapse } }: Asked,
  query: Json,
  size: number,
): Promise<readonly FoundDocument[]> {
  const marks = collapse === undefined ? [] : [spareMark(layout, collapse)];
  const columns = collapse === undefined ? [] : [PATHS.value(collapse.column)];
  const body = {
    query: { bool: { must: [query], should: marks } },
    docvalue_fields: [PATHS.id, ...columns],
    size,
    track_total_hits: false,
  };
  return (await search.ask(body, signal)).hits.hits;
}

/** What is shown of each document: where the nearest passage of its own text stands. */
async function withPlaces(
  { search, signal }: NearestTools,
  { request: { otherShare = 0 }, comparison }: Asked,
  page: readonly NearDocument[],
): Promise<readonly NearestHit[]> {
  const ids = page.flatMap(({ id, own }) => (own === undefined ? [] : [id]));
  const places = new Map<string, NearestHit["passage"]>();
  if (ids.length > 0) {
    const innerHits = { size: 1, _source: false, docvalue_fields: [PATHS.from, PATHS.to] };
    const query = comparedQuery("own", comparison, [idsQuery(ids)], innerHits);
    const { hits } = await search.ask({ query, docvalue_fields: [PATHS.id], size: ids.length }, signal);
    for (const hit of hits.hits) {
      const [passage] = hit.inner_hits?.[PATHS.own]?.hits.hits ?? [];
      if (passage === undefined) continue;
      places.set(textIn(hit, PATHS.id), { from: numberIn(passage, PATHS.from), to: numberIn(passage, PATHS.to) });
    }
  }
  return page.map((document) => {
    const passage = places.get(document.id);
    const parts = partsOf(document, otherShare);
    return { id: document.id, score: scoreOf(document, otherShare), ...(passage && { passage }), ...parts };
  });
}
