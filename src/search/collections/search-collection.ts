import { OnpointError } from "#base/errors.ts";
import { inPart } from "#base/work-parts.ts";
import type { Filter } from "#index/filter.ts";
import type { Asker, FacetCount, ScoreExplanation } from "#index/index.ts";
import { wordsInstead } from "#search/meaning.ts";
import { engineOf, rank } from "#search/pipeline.ts";
import type { PipelineSources, RankedSearch, ReadQuestion } from "#search/pipeline.ts";
import { wordsOf } from "#search/query/parse.ts";
import { withFieldsOf } from "#search/read/collection-fields.ts";
import type { ReadQuery } from "#search/read/query-thread.ts";
import { unreadable } from "#search/read/unreadable.ts";
import type { SearchMetadata, SearchMode } from "#search/request.ts";
import { simplified } from "#search/results/explanation.ts";
import { onPage } from "#search/results/paging.ts";
import { EXCERPT } from "#search/results/snippet.ts";
import { snippetsFrom } from "#search/results/snippets.ts";
import type { SnippetsOf } from "#search/results/snippets.ts";
import { hintsOf } from "#search/retrieve/retrieve.ts";
import type { Question } from "#search/retrieve/question.ts";
import type { SearchedCollection } from "./collection.ts";

export type CollectionRequest = {
  readonly query: string;
  readonly filters: readonly Filter[];
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** By words alone without it. A query with operators, or that names documents, is searched by its words in hybrid mode. */
  readonly mode?: SearchMode;
  /** One of the collection's orders (`sorts`), by words alone; by relevance without it. */
  readonly sort?: string;
  readonly rerank?: boolean;
  /** Each hit says how it scored. */
  readonly explain?: boolean;
};

export type CollectionHit = {
  readonly id: string;
  readonly source: "keyword" | "semantic";
  /** By words BM25, open above; by meaning the cosine; else of fused ranks. Comparable within one answer only. */
  readonly score: number;
  /** HTML: escaped text in which only `<mark>` stands around the words that matched. */
  readonly snippets: readonly string[];
  /** Present when asked for. */
  readonly explanation?: ScoreExplanation;
};

export type CollectionAnswer = {
  readonly hits: readonly CollectionHit[];
  readonly total: number;
  /** How many the words of the query match, where they were searched. */
  readonly matched: number;
  /** In the order of the collection's own. */
  readonly facets: readonly (readonly FacetCount[])[];
  readonly notes: readonly string[];
  /** Whether the words matched all that is held; off while the index lacks some. */
  readonly isWhole: boolean;
  /** Present when asked for. */
  readonly rerank?: SearchMetadata["rerank"];
};

export type CollectionSources = PipelineSources & {
  /** On threads where there are some, else here. */
  readonly snippetsOf?: SnippetsOf | undefined;
  /** On a thread where there is one, else here. */
  readonly readQuery?: ReadQuery | undefined;
};

/**
 * A search of a collection that knows no citations and no names of records. Throws `invalid_input` for a query that
 * cannot be read and for an order that the collection, or the mode, does not have.
 */
export async function searchCollection(
  collection: SearchedCollection,
  sources: CollectionSources,
  request: CollectionRequest,
  asker: Asker = {},
): Promise<CollectionAnswer> {
  const { name, texts } = collection;
  const engine = engineOf(name, sources, asker);
  const read = async (): Promise<ReadRequest> => readRequest(collection, sources, request, asker);
  const ranked = await rank({ name, candidates: texts }, { ...sources, engine }, read, asker);
  return inPart("present", async () => present(collection, sources, ranked));
}

async function present(
  { texts }: SearchedCollection,
  { db, snippetsOf = snippetsFrom(db, texts) }: CollectionSources,
  { search, ranking, point, first, isByMeaning, rerank }: RankedSearch<ReadRequest>,
): Promise<CollectionAnswer> {
  const shown = onPage(search.question, ranking);
  const places = shown.map(({ id, excerpt, passage }) => ({ id, excerpt, passage }));
  const [snippets, hints] = await Promise.all([snippetsOf(places, ranking.tree), hintsOf(ranking)]);
  const { notes: ofReranking = [], ...reranked } = rerank ?? {};
  return {
    hits: shown.map(({ id, source, score, explanation }) => ({
      id,
      source,
      score,
      snippets: shownOf(snippets.get(id)),
      ...(explanation !== undefined && { explanation: simplified(explanation) }),
    })),
    total: ranking.total,
    matched: isByMeaning ? 0 : first.total,
    facets: ranking.facets,
    isWhole: first.isWhole,
    notes: [...new Set([...wordsInstead(point), ...search.notes, ...ranking.notes, ...hints, ...ofReranking])],
    ...("model" in reranked && { rerank: reranked }),
  };
}

/** What has no words of its own shows none. */
function shownOf(snippet = ""): readonly string[] {
  return snippet === "" ? [] : [snippet];
}

/** In the mode asked for, or by words alone where they mean what they say. */
type ReadRequest = ReadQuestion & { readonly notes: readonly string[] };

async function readRequest(
  collection: SearchedCollection,
  { readQuery }: Pick<CollectionSources, "readQuery">,
  { query, filters, page, pageSize, mode = "keyword", sort, rerank = false, explain = false }: CollectionRequest,
  asker: Asker,
): Promise<ReadRequest> {
  const { name, fields, facets, read, namesOne = () => false, beside = (tree) => tree } = collection;
  const { hintWords_max = Infinity, prior } = collection;
  const order = orderOf(collection, sort, mode);
  const parsed = await (readQuery?.(name, query, asker) ?? read(query));
  if (!parsed.ok) throw unreadable(query, parsed.error);
  const { notes, words, operators } = parsed.value;
  const tree = withFieldsOf(fields, parsed.value.tree);
  const isLiteral = operators.length > 0 || namesOne(query);
  return {
    question: {
      text: operators.length === 0 ? query : wordsOf(query),
      tree: beside(tree),
      filters,
      facets,
      page,
      pageSize,
      rerank,
      explain,
      excerpts: EXCERPT,
      ...(words === undefined || words.length > hintWords_max ? {} : { words }),
      ...(prior !== undefined && words !== undefined && order.sort === undefined && { prior }),
      ...order,
    },
    mode: mode === "hybrid" && isLiteral ? "keyword" : mode,
    notes,
  };
}

function orderOf(
  { name, sorts = {} }: SearchedCollection,
  sort: string | undefined,
  mode: SearchMode,
): Pick<Question, "sort"> {
  if (sort === undefined) return {};
  const keys = sorts[sort];
  const known = ["relevance", ...Object.keys(sorts)];
  if (keys === undefined && sort !== "relevance")
    throw refusedOrder(`${name} have no order ${sort}`, `Their orders are ${known.join(", ")}.`);
  if (keys === undefined) return {};
  if (mode !== "keyword")
    throw refusedOrder(`a ${mode} search has one order, by relevance`, "Leave the order out, or ask by words.");
  return { sort: keys };
}

function refusedOrder(message: string, hint: string): OnpointError {
  return new OnpointError("invalid_input", message, { hint, faults: [{ path: "sort", message }] });
}
