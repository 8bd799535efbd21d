import { ok } from "#base/result.ts";
import type { Reader } from "#db/connection.ts";
import type { FacetRequest, Filter } from "#index/filter.ts";
import type { Asker, FacetCount, SearchEngine } from "#index/index.ts";
import { askedBy } from "./asked-by.ts";
import { fuse } from "./fuse.ts";
import { parseQuery } from "./query/parse.ts";
import type { ParseOptions } from "./query/parse.ts";
import type { ResolveCourt } from "./query/reading.ts";
import { withFieldsOf } from "./read/collection-fields.ts";
import type { FieldsOf } from "./read/collection-fields.ts";
import { unreadable } from "./read/unreadable.ts";
import { EXCERPT, Snippets } from "./results/snippet.ts";
import { retrieve, retrieversFor } from "./retrieve/retrieve.ts";
import type { Found } from "./retrieve/retriever.ts";

/** How a collection that is searched by its words alone is searched. */
export type SearchedCollection = {
  readonly name: string;
  readonly fields: FieldsOf;
  readonly facets: readonly FacetRequest[];
  /** How a query of it is read. */
  readonly read: NonNullable<ParseOptions["read"]>;
  /** The texts of its documents, by id. */
  readonly textsOf: (db: Reader, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

export type CollectionRequest = {
  readonly query: string;
  readonly filters: readonly Filter[];
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
};

export type CollectionHit = {
  readonly id: string;
  /** BM25, open above; comparable within one answer only. */
  readonly score: number;
  /** HTML: escaped text in which only `<mark>` stands around the words that matched. */
  readonly snippets: readonly string[];
};

export type CollectionAnswer = {
  readonly hits: readonly CollectionHit[];
  readonly total: number;
  /** In the order of the collection's own. */
  readonly facets: readonly (readonly FacetCount[])[];
  readonly notes: readonly string[];
};

/** The life of such a search, a line for each stage. Throws `invalid_input` for a query that cannot be read. */
export async function searchCollection(
  { name, fields, facets, read, textsOf }: SearchedCollection,
  { engine, db }: { readonly engine: SearchEngine; readonly db: Reader },
  { query, filters, page, pageSize }: CollectionRequest,
  asker: Asker = {},
): Promise<CollectionAnswer> {
  const parsed = parseQuery(query, { resolveCourt: anyCourt, read });
  if (!parsed.ok) throw unreadable(query, parsed.error);
  const { tree, notes, words } = parsed.value;
  const ranking = fuse(
    await retrieve(retrieversFor("keyword", askedBy(engine, asker), name), {
      text: query,
      tree: withFieldsOf(fields, tree),
      filters,
      facets,
      page,
      pageSize,
      rerank: false,
      explain: false,
      excerpts: EXCERPT,
      ...(words === undefined ? {} : { words }),
    }),
  );
  const ids = ranking.hits.map(({ id }) => id);
  const snippets = snippetsOf(await textsOf(db, ids), ranking.hits, new Snippets(ranking.tree));
  return {
    hits: ranking.hits.map(({ id, score }) => ({ id, score, snippets: snippets.get(id) ?? [] })),
    total: ranking.total,
    facets: ranking.facets,
    notes: [...new Set([...notes, ...ranking.notes])],
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
    found.flatMap(({ id, excerpt }) => {
      const text = texts.get(id) ?? "";
      if (text.trim() === "") return [];
      return [[id, [passageOf(made, text, excerpt) ?? made.ofText(text)]] as const];
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
