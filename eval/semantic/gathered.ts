import { fuse } from "#search/fuse.ts";
import { placeOf } from "#search/meaning.ts";
import { readSearch } from "#search/read/read.ts";
import { candidatesOf } from "#search/rerank/built-in.ts";
import type { Candidate } from "#search/rerank/features.ts";
import { SEARCH_MODES } from "#search/request.ts";
import type { SearchMode } from "#search/request.ts";
import { withNamedYears } from "#search/retrieve/named-years.ts";
import { CANDIDATES, retrieve, retrieversFor } from "#search/retrieve/retrieve.ts";
import type { Corpus } from "../corpus.ts";
import { requestOf } from "./serving.ts";
import type { Serving } from "./serving.ts";

/** What the reranker is given for one query, in every mode. */
export type Gathered = {
  readonly query: string;
  /** The decision that the query's words come from; of a question itself. */
  readonly from: string;
  /** What each work that was wanted is worth. */
  readonly gains: Readonly<Record<string, number>>;
  /** By mode, the places among the candidates in the order that there was. */
  readonly orders: Readonly<Record<SearchMode, readonly number[]>>;
  readonly works: readonly string[];
  readonly candidates: readonly Candidate[];
};

export type Asked = Pick<Gathered, "query" | "from" | "gains"> & { readonly citingWork: string | undefined };

/**
 * The first candidates of each mode as the service gathers them, with what it knows of them; what `citingWork` says is
 * left out everywhere. The list of a semantic search is one of those of a hybrid search.
 */
export async function gatherOne(corpus: Corpus, serving: Serving, asked: Asked): Promise<Gathered> {
  const { query, citingWork } = asked;
  const options = serving.optionsFor(citingWork);
  const { question } = await readSearch(options, requestOf({ query, mode: "hybrid", rerank: true }, citingWork));
  const point = await placeOf(question.text, serving.meaning);
  const retrievers = retrieversFor("hybrid", corpus.engine, "opinions", point);
  const lists = await retrieve(withNamedYears(retrievers, corpus.engine, question), question);
  const [byWords, byMeaning] = lists;
  const alone = await readSearch(options, requestOf({ query, mode: "keyword", rerank: true }, citingWork));
  const [byWordsAlone] = await retrieve(retrieversFor("keyword", corpus.engine, "opinions"), alone.question);
  const workOf = (id: string): string => corpus.works.get(id)?.workId ?? id;
  const ordered = { keyword: byWordsAlone, semantic: byMeaning ?? byWords, hybrid: fuse(lists) };
  const firsts = SEARCH_MODES.map((mode) =>
    ordered[mode].hits.slice(0, CANDIDATES).filter(({ id }) => workOf(id) !== citingWork),
  );
  const hits = [...new Map(firsts.flat().map((hit) => [hit.id, hit])).values()];
  const placeOfHit = new Map(hits.map(({ id }, place) => [id, place]));
  const [keyword = [], semantic = [], hybrid = []] = firsts.map((first) =>
    first.map(({ id }) => placeOfHit.get(id) as number),
  );
  return {
    query,
    from: asked.from,
    gains: asked.gains,
    orders: { keyword, semantic, hybrid },
    works: hits.map(({ id }) => workOf(id)),
    candidates: await candidatesOf(options, { question, point }, hits, byWords.tree),
  };
}

/** The candidates of one mode, each with its place in its order. */
export function candidatesIn({ orders, candidates }: Gathered, mode: SearchMode): readonly Candidate[] {
  return orders[mode].map((place, rank) => ({ ...(candidates[place] as Candidate), rank }));
}
