import { ok } from "#base/result.ts";
import type { Reader } from "#db/connection.ts";
import type { Asker, SearchEngine } from "#index/index.ts";
import { plainTextsOf } from "#laws/store/read.ts";
import { askedBy } from "./asked-by.ts";
import { fuse } from "./fuse.ts";
import { LAW_FACETS, lawFilters, LAWS } from "./laws.ts";
import type { LawFilters } from "./laws.ts";
import { readLawQuery } from "./query/law-query.ts";
import { parseQuery } from "./query/parse.ts";
import type { ResolveCourt } from "./query/reading.ts";
import { ofLaws } from "./read/law-fields.ts";
import { unreadable } from "./read/unreadable.ts";
import { EXCERPT, Snippets } from "./results/snippet.ts";
import { retrieve, retrieversFor } from "./retrieve/retrieve.ts";
import type { Found } from "./retrieve/retriever.ts";

/** A search of laws whose filters are known to name something. */
export type LawSearchRequest = {
  readonly query: string;
  readonly filters: LawFilters;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
};

export type LawSearchHit = {
  readonly versionId: string;
  /** BM25, open above; comparable within one answer only. */
  readonly score: number;
  /** HTML: escaped text in which only `<mark>` stands around the words that matched. */
  readonly snippets: readonly string[];
};

export type LawSearchAnswer = {
  readonly hits: readonly LawSearchHit[];
  readonly total: number;
  /** Of the whole list, by name of state. */
  readonly stateCounts: ReadonlyMap<string, number>;
  readonly notes: readonly string[];
};

export type LawSearch = (request: LawSearchRequest, asker?: Asker) => Promise<LawSearchAnswer>;

/** The life of a search of laws, a line for each stage. Throws `invalid_input` for a query that cannot be read. */
export function createLawSearch({ engine, db }: { readonly engine: SearchEngine; readonly db: Reader }): LawSearch {
  return async ({ query, filters, page, pageSize }, asker = {}) => {
    const parsed = parseQuery(query, { resolveCourt: anyCourt, read: readLawQuery });
    if (!parsed.ok) throw unreadable(query, parsed.error);
    const { tree, notes, words } = parsed.value;
    const ranking = fuse(
      await retrieve(retrieversFor("keyword", askedBy(engine, asker), LAWS.name), {
        text: query,
        tree: ofLaws(tree),
        filters: lawFilters(filters),
        facets: LAW_FACETS,
        page,
        pageSize,
        rerank: false,
        explain: false,
        excerpts: EXCERPT,
        ...(words === undefined ? {} : { words }),
      }),
    );
    const snippets = await snippetsOf(db, ranking.hits, new Snippets(ranking.tree));
    return {
      hits: ranking.hits.map(({ id, score }) => ({ versionId: id, score, snippets: snippets.get(id) ?? [] })),
      total: ranking.total,
      stateCounts: new Map((ranking.facets[0] ?? []).map(({ key, count }) => [key, count])),
      notes: [...new Set([...notes, ...ranking.notes])],
    };
  };
}

/** Laws have no courts: whatever is named, the query is refused for asking for a court at all, not for its name. */
const anyCourt: ResolveCourt = (name) => ok([name]);

/** The best passage of each, none for one without words of its own. */
async function snippetsOf(
  db: Reader,
  found: readonly Found[],
  made: Snippets,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const texts = await plainTextsOf(
    db,
    found.map(({ id }) => id),
  );
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
