import { inPart, noteReading } from "#base/work-parts.ts";
import type { Completeness, ProjectionName } from "#completeness/completeness.ts";
import type { Reader } from "#db/connection.ts";
import type { FacetRequest, Filter } from "#index/filter.ts";
import type { Asker, FacetCount, SearchEngine } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { askedBy } from "./asked-by.ts";
import { fuse } from "./fuse.ts";
import { isPlaced, placeOf, wordsInstead } from "./meaning.ts";
import type { Meaning } from "./meaning.ts";
import { wordsOf } from "./query/parse.ts";
import { shapeOf } from "./query/shape.ts";
import { withFieldsOf } from "./read/collection-fields.ts";
import type { FieldsOf } from "./read/collection-fields.ts";
import { readQueryAs } from "./read/query-forms.ts";
import type { QueryForm } from "./read/query-forms.ts";
import type { ReadQuery } from "./read/query-thread.ts";
import { unreadable } from "./read/unreadable.ts";
import type { SearchMode } from "./request.ts";
import { onPage } from "./results/paging.ts";
import { EXCERPT } from "./results/snippet.ts";
import { snippetsFrom } from "./results/snippets.ts";
import type { SnippetsOf } from "./results/snippets.ts";
import { TEXTS } from "./results/texts.ts";
import type { TextsName } from "./results/texts.ts";
import type { Question } from "./retrieve/question.ts";
import { telling } from "./telling.ts";
import { hintsOf, retrieve, retrieversFor, sharedHits, withExcerpts } from "./retrieve/retrieve.ts";

/** How a collection is searched that knows no citations and no names of records. */
export type SearchedCollection = {
  readonly name: ProjectionName;
  readonly fields: FieldsOf;
  readonly facets: readonly FacetRequest[];
  /** How a query of it is read. */
  readonly form: QueryForm;
  /** Whether a query names documents outright: then nothing like them is looked for. */
  readonly namesOne?: (query: string) => boolean;
  /** Where its documents have their texts. */
  readonly texts: TextsName;
  /** What else a query asks for than its words say; nothing without it. */
  readonly beside?: (tree: QueryNode) => QueryNode;
  /** Of longer queries no word is taken for one out of place: neighbours in a whole question are no terms of art. */
  readonly hintWords_max?: number;
};

export type CollectionRequest = {
  readonly query: string;
  readonly filters: readonly Filter[];
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** By words alone without it. A query with operators, or that names documents, is searched by its words in hybrid mode. */
  readonly mode?: SearchMode;
};

export type CollectionHit = {
  readonly id: string;
  readonly source: "keyword" | "semantic";
  /** By words BM25, open above; by meaning the cosine; else of fused ranks. Comparable within one answer only. */
  readonly score: number;
  /** HTML: escaped text in which only `<mark>` stands around the words that matched. */
  readonly snippets: readonly string[];
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
};

export type CollectionSources = {
  readonly engine: SearchEngine;
  readonly db: Reader;
  /** Without it a search by meaning is one by words, and says so. */
  readonly meaning?: Meaning | undefined;
  /** On threads where there are some, else here. */
  readonly snippetsOf?: SnippetsOf | undefined;
  /** On a thread where there is one, else here. */
  readonly readQuery?: ReadQuery | undefined;
  /** Knows what the index lacks; without it it is taken for whole. */
  readonly completeness?: Pick<Completeness, "lacks"> | undefined;
};

/** The life of such a search, a line for each stage. Throws `invalid_input` for a query that cannot be read. */
export async function searchCollection(
  collection: SearchedCollection,
  sources: CollectionSources,
  request: CollectionRequest,
  asker: Asker = {},
): Promise<CollectionAnswer> {
  const engine = telling(askedBy(sources.engine, asker), collection.name, sources.completeness);
  const { question, mode, notes } = await inPart("read", async () => readRequest(collection, sources, request, asker));
  noteReading(() => shapeOf(question.tree));
  const point =
    mode === "keyword"
      ? undefined
      : await inPart("embed", async () => placeOf(question.text, sources.meaning, asker.signal));
  const lists = await inPart("retrieve", async () =>
    retrieve(retrieversFor(mode, engine, collection.name, point), question),
  );
  const fused = fuse(lists, await sharedHits(engine, question, lists));
  const ranking = await withExcerpts(engine, question, fused);
  const shown = onPage(request, ranking);
  const { snippetsOf = snippetsFrom(sources.db, TEXTS[collection.texts]) } = sources;
  const [snippets, hints] = await inPart("present", async () =>
    Promise.all([
      snippetsOf(
        shown.map(({ id, excerpt, passage }) => ({ id, excerpt, passage })),
        ranking.tree,
      ),
      hintsOf(ranking),
    ]),
  );
  const isByMeaningAlone = mode === "semantic" && point !== undefined && isPlaced(point);
  return {
    hits: shown.map(({ id, source, score }) => ({ id, source, score, snippets: shownOf(snippets.get(id)) })),
    total: ranking.total,
    matched: isByMeaningAlone ? 0 : lists[0].total,
    facets: ranking.facets,
    isWhole: lists[0].isWhole,
    notes: [...new Set([...wordsInstead(point), ...notes, ...ranking.notes, ...hints])],
  };
}

/** What has no words of its own shows none. */
function shownOf(snippet = ""): readonly string[] {
  return snippet === "" ? [] : [snippet];
}

type ReadRequest = {
  readonly question: Question;
  /** The one asked for, or by words alone where they mean what they say. */
  readonly mode: SearchMode;
  readonly notes: readonly string[];
};

async function readRequest(
  {
    fields,
    facets,
    form,
    namesOne = () => false,
    beside = (tree) => tree,
    hintWords_max = Infinity,
  }: SearchedCollection,
  { readQuery = readQueryAs }: CollectionSources,
  { query, filters, page, pageSize, mode = "keyword" }: CollectionRequest,
  asker: Asker,
): Promise<ReadRequest> {
  const parsed = await readQuery(form, query, asker);
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
      rerank: false,
      explain: false,
      excerpts: EXCERPT,
      ...(words === undefined || words.length > hintWords_max ? {} : { words }),
    },
    mode: mode === "hybrid" && isLiteral ? "keyword" : mode,
    notes,
  };
}
