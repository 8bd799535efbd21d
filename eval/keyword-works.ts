import { err } from "#base/result.ts";
import type { EngineHit, SearchEngine } from "#index/index.ts";
import { opinionList } from "#search/opinions.ts";
import { parseQuery } from "#search/query/parse.ts";
import { rankedTree } from "#search/retrieve/keyword.ts";
import { namedYearsFavour } from "#search/retrieve/named-years.ts";
import type { Corpus, Place } from "./corpus.ts";

/** Opinions asked for: several may belong to one work. */
const OPINIONS_ASKED = 400;

/** What is asked: the corpus's own index, or another that holds the same. */
export type Searched = { readonly engine: Pick<SearchEngine, "search"> };

/** The works that a keyword search finds, best first, each at its best rank; what `citingWork` says of others is left out. */
export async function keywordWorks(
  corpus: Pick<Corpus, "works"> & Searched,
  query: string,
  citingWork: string | undefined,
): Promise<readonly string[]> {
  const { works } = corpus;
  const places = (await keywordHits(corpus, query, citingWork)).flatMap(({ id }): readonly Place[] => {
    const place = works.get(id);
    return place === undefined ? [] : [place];
  });
  return [...new Set(places.map(({ workId }) => workId))];
}

/** The opinions that a keyword search finds, as the service would ask for them. */
export async function keywordHits(
  { engine }: Searched,
  query: string,
  citingWork: string | undefined,
): Promise<readonly EngineHit[]> {
  const parsed = parseQuery(query, { resolveCourt: () => err([]) });
  if (!parsed.ok) return [];
  const favour = namedYearsFavour(query, parsed.value);
  const answer = await engine.search({
    tree: rankedTree(parsed.value.tree, favour === undefined ? {} : { favour }),
    filters: [],
    offset: 0,
    limit: OPINIONS_ASKED,
    facets: [],
    total: false,
    explain: false,
    ...opinionList("decision", "relevance"),
    ...(citingWork === undefined ? {} : { leaveOutSource: citingWork }),
  });
  return answer.hits;
}
