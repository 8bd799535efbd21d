import { ok } from "#base/result.ts";
import type { Reader } from "#db/connection.ts";
import type { FacetRequest, Filter } from "#index/filter.ts";
import type { Asker, FacetCount, SearchEngine } from "#index/index.ts";
import { askedBy } from "./asked-by.ts";
import { fuse } from "./fuse.ts";
import { isPlaced, placeOf, wordsInstead } from "./meaning.ts";
import type { Meaning } from "./meaning.ts";
import { parseQuery, wordsOf } from "./query/parse.ts";
import type { ParseOptions } from "./query/parse.ts";
import type { ResolveCourt } from "./query/reading.ts";
import { withFieldsOf } from "./read/collection-fields.ts";
import type { FieldsOf } from "./read/collection-fields.ts";
import { unreadable } from "./read/unreadable.ts";
import type { SearchMode } from "./request.ts";
import { onPage } from "./results/paging.ts";
import { EXCERPT, Snippets } from "./results/snippet.ts";
import type { Question } from "./retrieve/question.ts";
import { retrieve, retrieversFor, sharedHits, withExcerpts } from "./retrieve/retrieve.ts";
import type { Found } from "./retrieve/retriever.ts";

/** How a collection is searched that knows no citations and no names of records. */
export type SearchedCollection = {
  readonly name: string;
  readonly fields: FieldsOf;
  readonly facets: readonly FacetRequest[];
  /** How a query of it is read. */
  readonly read: NonNullable<ParseOptions["read"]>;
  /** Whether a query names documents outright: then nothing like them is looked for. */
  readonly namesOne?: (query: string) => boolean;
  /** The texts of its documents, by id. */
  readonly textsOf: (db: Reader, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
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
};

export type CollectionSources = {
  readonly engine: SearchEngine;
  readonly db: Reader;
  /** Without it every mode searches words, and says so. */
  readonly meaning?: Meaning | undefined;
};

/** The life of such a search, a line for each stage. Throws `invalid_input` for a query that cannot be read. */
export async function searchCollection(
  collection: SearchedCollection,
  sources: CollectionSources,
  request: CollectionRequest,
  asker: Asker = {},
): Promise<CollectionAnswer> {
  const engine = askedBy(sources.engine, asker);
  const { question, mode, notes } = readRequest(collection, request);
  const point = mode === "keyword" ? undefined : await placeOf(question.text, sources.meaning, asker.signal);
  const lists = await retrieve(retrieversFor(mode, engine, collection.name, point), question);
  const fused = fuse(lists, await sharedHits(engine, question, lists));
  const ranking = await withExcerpts(engine, question, fused);
  const shown = onPage(request, ranking);
  const texts = await collection.textsOf(
    sources.db,
    shown.map(({ id }) => id),
  );
  const snippets = snippetsOf(texts, shown, new Snippets(ranking.tree));
  const isByMeaningAlone = mode === "semantic" && point !== undefined && isPlaced(point);
  return {
    hits: shown.map(({ id, source, score }) => ({ id, source, score, snippets: snippets.get(id) ?? [] })),
    total: ranking.total,
    matched: isByMeaningAlone ? 0 : lists[0].total,
    facets: ranking.facets,
    notes: [...new Set([...wordsInstead(point), ...notes, ...ranking.notes])],
  };
}

type ReadRequest = {
  readonly question: Question;
  /** The one asked for, or by words alone where they mean what they say. */
  readonly mode: SearchMode;
  readonly notes: readonly string[];
};

function readRequest(
  { fields, facets, read, namesOne = () => false }: SearchedCollection,
  { query, filters, page, pageSize, mode = "keyword" }: CollectionRequest,
): ReadRequest {
  const parsed = parseQuery(query, { resolveCourt: anyCourt, read });
  if (!parsed.ok) throw unreadable(query, parsed.error);
  const { tree, notes, words, operators } = parsed.value;
  const isLiteral = operators.length > 0 || namesOne(query);
  return {
    question: {
      text: operators.length === 0 ? query : wordsOf(query),
      tree: withFieldsOf(fields, tree),
      filters,
      facets,
      page,
      pageSize,
      rerank: false,
      explain: false,
      excerpts: EXCERPT,
      ...(words === undefined ? {} : { words }),
    },
    mode: mode === "hybrid" && isLiteral ? "keyword" : mode,
    notes,
  };
}

/** Filters name courts, not queries: whatever is named, the query is refused for asking at all, not for the name. */
const anyCourt: ResolveCourt = (name) => ok([name]);

/** The best passage of each, none for one without words of its own. */
function snippetsOf(
  texts: ReadonlyMap<string, string>,
  found: readonly Found[],
  made: Snippets,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    found.flatMap(({ id, excerpt, passage }) => {
      const text = texts.get(id) ?? "";
      if (text.trim() === "") return [];
      const shown = passage === undefined ? passageOf(made, text, excerpt) : nearestOf(made, text, passage);
      return [[id, [shown ?? made.ofText(text)]] as const];
    }),
  );
}

/** From the stretch that the engine names; undefined where the text has changed since. */
function passageOf(made: Snippets, text: string, excerpt: Found["excerpt"]): string | undefined {
  if (excerpt === undefined) return undefined;
  const { from, bytes, match } = excerpt;
  const whole = Buffer.from(text);
  const end = bytes === undefined ? whole.length : from + bytes;
  const stretch = { text: whole.toString("utf8", from, end), isStart: from === 0, isEnd: bytes === undefined, match };
  return made.ofStretch(stretch);
}

/** The stretch that answers by its meaning; undefined where the text has changed since. */
function nearestOf(made: Snippets, text: string, { from, bytes }: NonNullable<Found["passage"]>): string | undefined {
  const whole = Buffer.from(text);
  const end = from + bytes;
  return made.ofPassage({ text: whole.toString("utf8", from, end), isEnd: end >= whole.length }, from === 0);
}
