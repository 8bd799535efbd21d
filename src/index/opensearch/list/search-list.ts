import type { ThreadPool } from "#base/threads/thread-pool.ts";
import { checkFilter } from "#index/embedded/columns/columns.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { EngineHit, EngineRequest, EngineResponse, Excerpt } from "#index/index.ts";
import { Compiler, hasWildcard, idsQuery, isExact } from "#index/opensearch/compile/compiler.ts";
import type { Bounds } from "#index/opensearch/compile/compiler.ts";
import { allOf, noneOf, NOTHING } from "#index/opensearch/compile/dsl.ts";
import { filterQuery } from "#index/opensearch/compile/filters.ts";
import { scoredMatches, scoringQuery, withScores, wordsCounted } from "#index/opensearch/compile/scoring.ts";
import type { Scoring } from "#index/opensearch/compile/scoring.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import type { WordsRequests } from "#index/opensearch/words-worker.ts";
import type { QueryNode } from "#index/tree.ts";
import { textIn } from "./answers.ts";
import type { FoundDocument } from "./answers.ts";
import { checkCandidates } from "./candidates.ts";
import { withExplanations } from "./explanations.ts";
import { IDS_ONLY, TooManyClauses, TooManyWords, WINDOW_MAX } from "./cluster-search.ts";
import type { ClusterSearch } from "./cluster-search.ts";
import { scoresWithout } from "./left-out.ts";
import { losersOf } from "./losers.ts";
import { readFirst } from "./read-weights.ts";
import { aggregationsOf, checkRequest, facetsIn, orderOf } from "./request-parts.ts";
import { NO_STATISTICS, statisticsOf } from "./statistics.ts";

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

/** What a cluster that refuses a search is asked less of. */
type Loosened = { readonly areWildcardsLoose: boolean; readonly areWildcardsCounted: boolean };

/** One search: what matches, what of it is in the list, the page. */
export async function searchList(tools: SearchTools, request: EngineRequest): Promise<EngineResponse> {
  checkRequest(tools.layout, request);
  return tried(tools, request, { areWildcardsLoose: false, areWildcardsCounted: hasWildcard(request.tree) });
}

async function tried(tools: SearchTools, request: EngineRequest, loosened: Loosened): Promise<EngineResponse> {
  try {
    return await listed(tools, request, loosened);
  } catch (thrown) {
    const { areWildcardsLoose, areWildcardsCounted } = loosened;
    if (thrown instanceof TooManyWords && !areWildcardsLoose) {
      return tried(tools, request, { ...loosened, areWildcardsLoose: true });
    }
    if (!(thrown instanceof TooManyClauses) || !areWildcardsCounted) throw thrown;
    return tried(tools, request, { ...loosened, areWildcardsCounted: false });
  }
}

async function listed(tools: SearchTools, request: EngineRequest, loosened: Loosened): Promise<EngineResponse> {
  const matching = await matched(tools, request, loosened);
  const list = await collapsed(tools, request, matching);
  const found = await page(tools, request, list);
  const answer = request.explain ? await withExplanations(tools, request, list.scoring, found) : found;
  return { ...answer, warnings: [...list.warnings, ...answer.warnings] };
}

async function matched(
  tools: SearchTools,
  request: EngineRequest,
  { areWildcardsLoose, areWildcardsCounted }: Loosened,
): Promise<List> {
  const { layout } = tools;
  const { tree, filters, among, leaveOutSource, sort } = request;
  for (const filter of filters) checkFilter(layout, filter);
  const conditions = filters.map((filter) => filterQuery(layout, filter));
  if (among !== undefined) conditions.push(among.length === 0 ? NOTHING : idsQuery(among));
  const compiler = new Compiler(layout, { leaveOutSource, areWildcardsLoose });
  const roughly = compiler.bounds(tree);
  const matching = (node: QueryNode): Json => compiler.bounds(node).over;
  const counted_max = areWildcardsCounted ? wordsCounted(layout, tree) : 0;
  const unscored = { ...NO_STATISTICS, matching, areWildcardsLoose, counted_max };
  const order = orderOf(sort);
  const { matches, warnings } = isExact(roughly)
    ? { matches: roughly.over, warnings: [] }
    : await decided(tools, request, { compiler, roughly, conditions, areWildcardsLoose });
  const whole = allOf([matches, ...conditions]);
  // Nothing is put into order where matches are only counted.
  if (request.limit === 0 && request.collapse === undefined) {
    return { query: withScores(undefined, whole), order, scoring: unscored, warnings };
  }
  const statistics = await statisticsOf(layout, tools.search, tree, tools.signal);
  const leftOut =
    leaveOutSource === undefined ? undefined : await scoresWithout(tools, statistics, leaveOutSource, conditions);
  const scored = (scoring: Scoring): Json =>
    isExact(roughly) && leaveOutSource === undefined
      ? { bool: { must: [scoredMatches(layout, tree, scoring)], filter: conditions } }
      : withScores(scoringQuery(layout, tree, scoring), whole);
  const roughScoring = { ...unscored, ...statistics, leftOut };
  const read =
    sort === undefined ? await readFirst(tools, scored(roughScoring), roughScoring, leaveOutSource) : undefined;
  const scoring = { ...roughScoring, read };
  return { query: scored(scoring), order, scoring, warnings };
}

type Undecided = {
  readonly compiler: Compiler;
  readonly roughly: Bounds;
  readonly conditions: readonly Json[];
  readonly areWildcardsLoose: boolean;
};

/** What matches for sure, and what does by the words of the documents. */
async function decided(
  tools: SearchTools,
  { tree, leaveOutSource }: EngineRequest,
  { compiler, roughly, conditions, areWildcardsLoose }: Undecided,
): Promise<{ readonly matches: Json; readonly warnings: readonly string[] }> {
  const undecided = allOf([roughly.over, noneOf(roughly.under), ...conditions]);
  const { found, warnings } = await checkCandidates(tools, undecided, [...compiler.inexact], leaveOutSource);
  const exact = new Compiler(tools.layout, { leaveOutSource, areWildcardsLoose, checked: found }).bounds(tree);
  return { matches: exact.over, warnings };
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
