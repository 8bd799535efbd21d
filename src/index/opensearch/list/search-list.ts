import type { ThreadPool } from "#base/threads/thread-pool.ts";
import { checkFilter } from "#index/embedded/columns/columns.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { EngineHit, EngineRequest, EngineResponse, Excerpt } from "#index/index.ts";
import { Compiler, idsQuery, isExact } from "#index/opensearch/compile/compiler.ts";
import { allOf, noneOf, NOTHING } from "#index/opensearch/compile/dsl.ts";
import { filterQuery } from "#index/opensearch/compile/filters.ts";
import { scoredMatches, scoringQuery, withScores } from "#index/opensearch/compile/scoring.ts";
import type { Scoring } from "#index/opensearch/compile/scoring.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import type { WordsRequests } from "#index/opensearch/words-worker.ts";
import type { QueryNode } from "#index/tree.ts";
import type { Unit } from "#index/units.ts";
import { textIn } from "./answers.ts";
import type { FoundDocument } from "./answers.ts";
import { checkCandidates } from "./candidates.ts";
import { withExplanations } from "./explanations.ts";
import { IDS_ONLY, TooManyWords, WINDOW_MAX } from "./cluster-search.ts";
import type { ClusterSearch } from "./cluster-search.ts";
import { scoresWithout } from "./left-out.ts";
import { losersOf } from "./losers.ts";
import { raritiesOf } from "./rarities.ts";
import { aggregationsOf, checkRequest, facetsIn, orderOf } from "./request-parts.ts";

export type SearchTools = {
  readonly layout: Layout;
  readonly search: ClusterSearch;
  readonly readers: ThreadPool<WordsRequests>;
  readonly signal?: AbortSignal | undefined;
};

/** What is found and in which order, and what has to be said of it. */
type List = {
  readonly query: Json;
  readonly scoring: Scoring;
  readonly order: readonly Json[];
  readonly warnings: readonly string[];
};

const WITH_WORDS = { stored_fields: [PATHS.words] };

/** One search: what matches, what of it is in the list, the page. */
export async function searchList(tools: SearchTools, request: EngineRequest): Promise<EngineResponse> {
  checkRequest(tools.layout, request);
  try {
    return await listed(tools, request, false);
  } catch (thrown) {
    if (!(thrown instanceof TooManyWords)) throw thrown;
    return listed(tools, request, true);
  }
}

async function listed(tools: SearchTools, request: EngineRequest, areWildcardsLoose: boolean): Promise<EngineResponse> {
  const matching = await matched(tools, request, areWildcardsLoose);
  const list = await collapsed(tools, request, matching);
  const found = await page(tools, request, list);
  const answer = request.explain ? await withExplanations(tools, request, list.scoring, found) : found;
  return { ...answer, warnings: [...list.warnings, ...answer.warnings] };
}

async function matched(tools: SearchTools, request: EngineRequest, areWildcardsLoose: boolean): Promise<List> {
  const { layout } = tools;
  const { tree, filters, among, leaveOutSource, sort } = request;
  for (const filter of filters) checkFilter(layout, filter);
  const conditions = filters.map((filter) => filterQuery(layout, filter));
  if (among !== undefined) conditions.push(among.length === 0 ? NOTHING : idsQuery(among));
  const compiler = new Compiler(layout, { leaveOutSource, areWildcardsLoose });
  const roughly = compiler.bounds(tree);
  // Nothing is put into order where matches are only counted.
  const isScored = request.limit > 0 || request.collapse !== undefined;
  const rarities = isScored ? await raritiesOf(layout, tools.search, tree, tools.signal) : new Map<Unit, number>();
  const leftOut =
    leaveOutSource === undefined || !isScored
      ? undefined
      : await scoresWithout(tools, [...rarities.keys()], leaveOutSource, conditions);
  const matching = (node: QueryNode): Json => compiler.bounds(node).over;
  const scoring = { matching, rarities, leftOut, areWildcardsLoose };
  const list = { order: orderOf(sort), scoring };
  if (isExact(roughly)) {
    const query =
      isScored && leaveOutSource === undefined
        ? { bool: { must: [scoredMatches(layout, tree, scoring)], filter: conditions } }
        : withScores(isScored ? scoringQuery(layout, tree, scoring) : undefined, allOf([roughly.over, ...conditions]));
    return { ...list, query, warnings: [] };
  }
  const undecided = allOf([roughly.over, noneOf(roughly.under), ...conditions]);
  const { found, warnings } = await checkCandidates(tools, undecided, [...compiler.inexact], leaveOutSource);
  const exact = new Compiler(layout, { leaveOutSource, areWildcardsLoose, checked: found }).bounds(tree);
  const scores = isScored ? scoringQuery(layout, tree, scoring) : undefined;
  return { ...list, query: withScores(scores, allOf([exact.over, ...conditions])), warnings };
}

async function collapsed(tools: SearchTools, { collapse }: EngineRequest, list: List): Promise<List> {
  if (collapse === undefined) return list;
  const { ids, warnings } = await losersOf(tools, list, collapse);
  if (ids.length === 0) return { ...list, warnings: [...list.warnings, ...warnings] };
  const query = { bool: { must: [list.query], must_not: [idsQuery(ids)] } };
  return { ...list, query, warnings: [...list.warnings, ...warnings] };
}

async function page(tools: SearchTools, request: EngineRequest, { query, order }: List): Promise<EngineResponse> {
  const { search, signal } = tools;
  const { offset, limit, facets, total, enough, sort, excerpts } = request;
  const isDeep = offset + limit > WINDOW_MAX;
  const hits = { query, sort: order, ...(sort !== undefined && { track_scores: true }), ...IDS_ONLY };
  const shown = { from: offset, size: limit, ...(excerpts !== undefined && WITH_WORDS) };
  const body = {
    ...hits,
    ...(isDeep ? { size: 0 } : shown),
    track_total_hits: enough ?? (total || facets.length > 0),
    ...(facets.length > 0 && { aggs: aggregationsOf(facets) }),
  };
  const answer = await search.ask(body, signal);
  const found = isDeep ? await deepPage(search, hits, { offset, limit }, signal) : answer.hits.hits;
  const excerptOf = await excerptsOf(tools, request, isDeep ? undefined : found, found);
  return {
    hits: found.map((hit): EngineHit => {
      const id = textIn(hit, PATHS.id);
      return { id, score: hit._score ?? 0, ...(excerpts !== undefined && { excerpt: excerptOf.get(id) }) };
    }),
    total: answer.hits.total?.value,
    ...facetsIn(facets, answer),
  };
}

/** Where the hits of the page match, read in the words kept with them, which `withWords` has where it is known. */
async function excerptsOf(
  { search, readers, signal }: SearchTools,
  { tree, excerpts: wanted }: EngineRequest,
  withWords: readonly FoundDocument[] | undefined,
  page: readonly FoundDocument[],
): Promise<ReadonlyMap<string, Excerpt | undefined>> {
  if (wanted === undefined || page.length === 0) return new Map();
  const ids = page.map((hit) => textIn(hit, PATHS.id));
  const asked = { query: idsQuery(ids), size: ids.length, ...WITH_WORDS, ...IDS_ONLY };
  const found = withWords ?? (await search.ask(asked, signal)).hits.hits;
  const input = { tree, documents: found.map((hit) => textIn(hit, PATHS.words)), wanted };
  const excerpts = await readers.ask("excerpts", input, signal === undefined ? {} : { signal });
  return new Map(found.map((hit, at) => [textIn(hit, PATHS.id), excerpts[at]]));
}

async function deepPage(
  search: ClusterSearch,
  body: Json,
  { offset, limit }: Pick<EngineRequest, "offset" | "limit">,
  signal: AbortSignal | undefined,
): Promise<readonly FoundDocument[]> {
  let passed = 0;
  const found: FoundDocument[] = [];
  const take = (hits: readonly FoundDocument[]): boolean => {
    found.push(...hits.slice(Math.max(0, offset - passed), Math.max(0, offset + limit - passed)));
    passed += hits.length;
    return passed < offset + limit;
  };
  await search.walk(body, WINDOW_MAX, take, signal);
  return found;
}
