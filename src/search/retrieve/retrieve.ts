import { OnpointError } from "#base/errors.ts";
import type { ErrorCode } from "#base/errors.ts";
import type { SearchEngine } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { FUSED_DEPTH } from "#search/fuse.ts";
import type { Lists } from "#search/fuse.ts";
import { isPlaced } from "#search/meaning.ts";
import type { Point } from "#search/meaning.ts";
import type { SearchMode } from "#search/request.ts";
import { keywordRetriever, rankedTree } from "./keyword.ts";
import type { Question } from "./question.ts";
import type { Retrieved, Retriever, Several, Window } from "./retriever.ts";
import { SEMANTIC_DEPTH, semanticRetriever } from "./semantic.ts";

/** How deep a list is read that is put into another order: an answer found below is no good one. */
export const CANDIDATES = 100;

/**
 * The retrievers a mode asks; `documents` is what those of the collection are called, in the plural. Where a query has
 * no place among the vectors, its words are what can be found, and any of them is enough: who asks by meaning does not
 * say which words the answer has.
 */
export function retrieversFor(
  mode: SearchMode,
  engine: SearchEngine,
  documents: string,
  point?: Point,
): Several<Retriever> {
  const byWords = keywordRetriever(engine, documents);
  if (mode === "keyword") return [byWords];
  if (point === undefined || !isPlaced(point)) return [byAnyWord(byWords)];
  return mode === "semantic"
    ? [semanticRetriever(point, documents, engine)]
    : [byWords, semanticRetriever(point, documents)];
}

function byAnyWord(byWords: Retriever): Retriever {
  return {
    retrieve: async (question, window) => byWords.retrieve({ ...question, tree: ofAnyWord(question.tree) }, window),
  };
}

/** Words typed without operators, of which one is enough; what else was asked for stays as it is. */
function ofAnyWord(tree: QueryNode): QueryNode {
  if (tree.kind === "or") return { ...tree, children: tree.children.map(ofAnyWord) };
  return tree.kind === "ranked" ? { ...tree, required: Math.min(1, tree.required) } : tree;
}

/** Asks every retriever at once; `isLed`: some stand before the list, whose own hits have other places then. */
export function retrieve(retrievers: Several<Retriever>, question: Question, isLed = false): Promise<Lists> {
  const window = windowFor(question, retrievers.length, isLed);
  // What is shown of several lists is known when they are one.
  const { excerpts, ...bare } = question;
  const asked = retrievers.length === 1 || excerpts === undefined ? question : bare;
  const [first, ...others] = retrievers;
  return Promise.all([
    first.retrieve(asked, window),
    ...others.map(async (retriever) => retriever.retrieve(asked, { offset: 0, limit: SEMANTIC_DEPTH })),
  ]);
}

/**
 * What else may have been meant. An engine that has no time for it now costs the hint, not the answer that is there.
 */
export async function hintsOf({ hints }: Retrieved): Promise<readonly string[]> {
  try {
    return (await hints?.()) ?? [];
  } catch (thrown) {
    if (thrown instanceof OnpointError && NO_TIME.has(thrown.code)) return [];
    throw thrown;
  }
}

const NO_TIME: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["unavailable", "too_costly", "rate_limited"]);

/**
 * How many of the hits that further lists hold are in the first list too, wherever in it they stand. One that its words
 * match and that it passes over, since it has enough of that decision, is in no place of it.
 */
export async function sharedHits(engine: SearchEngine, question: Question, lists: Lists): Promise<number> {
  const [first, ...others] = lists;
  const read = new Set(first.hits.map(({ id }) => id));
  const found = new Set(others.flatMap(({ hits }) => hits.slice(0, FUSED_DEPTH).map(({ id }) => id)));
  const besides = [...found].filter((id) => !read.has(id));
  const shared = found.size - besides.length;
  if (besides.length === 0 || first.total <= read.size) return shared;
  const { filters, collapse, leaveOutSource } = question;
  const answer = await engine.search({
    tree: rankedTree(first.tree, question),
    filters,
    offset: 0,
    limit: 0,
    facets: [],
    total: true,
    explain: false,
    // What was read of the first list takes its places before them.
    among: [...read, ...besides],
    ...(collapse === undefined ? {} : { collapse }),
    ...(leaveOutSource === undefined ? {} : { leaveOutSource }),
  });
  return shared + Math.max(0, (answer.total ?? 0) - read.size);
}

/** The ranking, its hits found by words telling where in their texts they match, as far as a page or a reranker reads. */
export async function withExcerpts(engine: SearchEngine, question: Question, ranking: Retrieved): Promise<Retrieved> {
  const { excerpts, filters } = question;
  const { offset, limit } = question.rerank ? { offset: 0, limit: CANDIDATES } : pageOf(question);
  const [from, to] = [offset - ranking.offset, offset - ranking.offset + limit];
  const bare = ranking.hits
    .slice(from, to)
    .filter(({ source, excerpt }) => source === "keyword" && excerpt === undefined);
  if (excerpts === undefined || bare.length === 0) return ranking;
  const among = bare.map(({ id }) => id);
  const request = { tree: ranking.tree, filters, offset: 0, limit: among.length, facets: [], total: false };
  const { hits } = await engine.search({ ...request, explain: false, excerpts, among });
  const byId = new Map(hits.map(({ id, excerpt }) => [id, excerpt]));
  return {
    ...ranking,
    hits: ranking.hits.map((hit) => (byId.has(hit.id) ? { ...hit, excerpt: byId.get(hit.id) } : hit)),
  };
}

/** The page that is asked for, as a stretch of the ranking. */
export function pageOf({ page, pageSize }: Pick<Question, "page" | "pageSize">): Window {
  return { offset: (page - 1) * pageSize, limit: pageSize };
}

/**
 * One list that stays in its order is asked for the page itself; one that is put into another order from its top. Of
 * several the first is read as far as the page could reach were it to lose every hit of the others. One before which
 * others stand is read so far that those are known to be in it or not.
 */
export function windowFor(
  question: Pick<Question, "page" | "pageSize" | "rerank">,
  lists: number,
  isLed = false,
): Window {
  const page = pageOf(question);
  const end = page.offset + page.limit;
  if (lists > 1) return { offset: 0, limit: Math.max(FUSED_DEPTH, end + SEMANTIC_DEPTH) };
  if (isLed) return { offset: 0, limit: Math.max(SEMANTIC_DEPTH, end) };
  return question.rerank ? { offset: 0, limit: Math.max(CANDIDATES, end) } : page;
}
