import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { OnpointError } from "#base/errors.ts";
import { silentLogger } from "#base/log.ts";
import { courtById } from "#courts/courts.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import type { Embedder } from "#embedding/embedder.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import type { IndexDocument } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { embedDocuments } from "#projections/vectors/embed-documents.ts";
import { openRecords } from "#schema/open.ts";
import { hashedWords } from "#test/embedding/hashed-words.ts";
import { addDecision } from "#test/records.ts";
import type { Meaning } from "./meaning.ts";
import { collectionVectors } from "./collection-vectors.ts";
import { opinionDocument, OPINIONS } from "./opinions.ts";
import type { SearchRequest, SearchResponse } from "./request.ts";
import { candidatesOf } from "./rerank/built-in.ts";
import type { Candidate } from "./rerank/features.ts";
import { rerankWeights } from "./rerank/weights.ts";
import { createSearch } from "./search.ts";
import { SEMANTIC_DEPTH } from "./retrieve/semantic.ts";

/** More than a search by meaning ranks. */
const OTHERS = SEMANTIC_DEPTH + 60;
const FILLER = "The parties have briefed the matter and the court heard them. ".repeat(30);
const embedder = hashedWords(512);
const SOMEWHERE = { start: 0, end: 1 };

type Case = {
  readonly name: string;
  readonly text: string;
  readonly citing?: readonly string[];
  readonly court?: string;
  readonly dateFiled?: string;
  readonly citedAs?: readonly string[];
};

const CASES: readonly Case[] = [
  {
    name: "Heron v. Marsh",
    text: `${FILLER}\n\nWhoever lights a fire on a pier pays for the pier when it burns.\n\n${FILLER}`,
    dateFiled: "1894-05-02",
  },
  {
    name: "Crane v. Reed",
    citedAs: ["12 Samp. 34"],
    text: "A lease ends with its term.",
    citing: ["A wharf that burns is the loss of its tenant."],
  },
  { name: "Estate of Plover", text: "A pier and a fire. A fire and a pier. Pier, fire, pier.", court: "scotus" },
  ...Array.from({ length: OTHERS }, (_, at) => ({
    name: `Teal ${at} v. Wren`,
    text: `Deed ${at} of the land was void, and fraud ${at}.`,
  })),
];

let db: Db;
let words: EmbeddedIndex;
let vectors: EmbeddedIndex;
const dir = mkdtempSync(join(tmpdir(), "onpoint-modes-"));
let nowhere: { readonly reason: string } | undefined;
let asked: Embedder = embedder;
const meaning: Meaning = { now: async () => nowhere ?? { engine: vectors, embedder: asked, notes: [] } };

beforeAll(async () => {
  db = await openRecords({ dataDir: join(dir, "records"), databaseUrl: undefined });
  words = await openEmbeddedIndex({ schema: OPINIONS, dir: join(dir, "words"), workers: 1, log: silentLogger });
  const schema = collectionVectors(OPINIONS, embedder.version);
  vectors = await openEmbeddedIndex({ schema, dir: join(dir, "vectors"), workers: 1, log: silentLogger });
  const upserts = await transaction(db, async (trx) => {
    const documents: IndexDocument[] = [];
    for (const one of CASES)
      documents.push(
        documentOf(
          one,
          (await addDecision(trx, { ...one, courtId: one.court ?? "ca9", texts: [one.text] })).opinionIds[0]!,
        ),
      );
    return documents;
  });
  await words.apply({ upserts, deletes: [] });
  await vectors.apply({ upserts: await embedDocuments(upserts, embedder), deletes: [] });
});
afterAll(async () => {
  await Promise.all([words.close(), vectors.close()]);
  await db.close();
  rmSync(dir, { recursive: true });
});

function documentOf(
  { name, text, citing = [], court: courtId = "ca9", dateFiled, citedAs = [] }: Case,
  id: string,
): IndexDocument {
  const court = courtById(courtId);
  return opinionDocument({
    id,
    name,
    body: text,
    citing: citing.map((one) => ({ opinionId: "00000000-0000-8000-8000-00000000000c", text: one })),
    docket: "",
    cite: citedAs,
    judge: "",
    values: {
      courtId,
      courtAbbreviation: court?.abbreviation ?? "",
      jurisdiction: court?.jurisdiction ?? "",
      state: court?.state ?? "",
      publishStatus: "published",
      dateFiled: dateFiled ?? null,
      decision: null,
      placeInDecision: 0,
      repeats: "",
      timesCited: 0,
    },
  });
}

async function search(
  query: string,
  request: Partial<SearchRequest> = {},
  more: Partial<Parameters<typeof createSearch>[0]> = {},
): Promise<SearchResponse> {
  return createSearch({ engine: words, db, meaning, ...more }).search({
    query,
    mode: "semantic",
    filters: {},
    includeFacets: false,
    page: 1,
    pageSize: 20,
    rerank: false,
    collapse: "decision",
    sort: "relevance",
    explain: false,
    ...request,
  });
}

const names = ({ results }: SearchResponse): string[] => results.map(({ caseName }) => caseName);
const PIER = "who pays for a pier that burns";

/** Every page to the one that says it is the last. */
async function pages(query: string, request: Partial<SearchRequest>): Promise<SearchResponse[]> {
  const found: SearchResponse[] = [];
  for (let page = 1; ; page++) {
    const answer = await search(query, { pageSize: 100, ...request, page });
    found.push(answer);
    if (!answer.pagination.hasNext) return found;
  }
}

describe("a search by meaning", () => {
  test("ranks by the nearest passage, tells its source and version, and shows that passage", async () => {
    const answer = await search(PIER);
    expect(names(answer).slice(0, 2)).toEqual(["Heron v. Marsh", "Estate of Plover"]);
    expect(answer.metadata).toMatchObject({ mode: "semantic", vectors: { model: embedder.version.id } });
    const scores = answer.results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const { score, source } of answer.results) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(source).toBe("semantic");
    }
    const heron = answer.results.find(({ caseName }) => caseName === "Heron v. Marsh");
    expect(heron?.snippet).toContain("lights a fire on a <mark>pier</mark>");
  });

  test("finds an opinion by what others say of it, and shows its own text", async () => {
    const answer = await search("the tenant's loss of a wharf", { explain: true });
    expect(answer.results[0]).toMatchObject({ caseName: "Crane v. Reed", snippet: "A lease ends with its term." });
    const parts = answer.results[0]?.explanation?.parts ?? [];
    const said = parts.find(({ what }) => what === "the nearest words of those who cite it");
    expect(said?.score).toBeGreaterThan(0.4 * (answer.results[0]?.score ?? 1));
    expect(parts.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(answer.results[0]?.score ?? 0, 5);
    const leaveOutCitingOf = "00000000-0000-8000-8000-00000000000c";
    expect(names(await search("the tenant's loss of a wharf", { leaveOutCitingOf }))[0]).not.toBe("Crane v. Reed");
  });

  test("is near to the rare words of a query too, and says what they add; a name alone is none", async () => {
    const answer = await search("fraud 417 in the deed", { explain: true });
    expect(names(answer)[0]).toBe("Teal 417 v. Wren");
    const [{ explanation, score } = { score: 0 }] = answer.results;
    const words = explanation?.parts?.find(({ what }) => what === "the words of the query in it");
    expect(words?.score).toBeGreaterThan(0.4 * score);
    expect(explanation?.parts?.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 5);
    const byName = await search("Crane v. Reed", { explain: true });
    expect(JSON.stringify(byName.results)).not.toContain("the words of the query in it");
  });

  test("ends where what it ranks ends: totals and pages count that, and what is behind is told", async () => {
    const all = await pages("deed of land", {});
    expect(all).toHaveLength(SEMANTIC_DEPTH / 100);
    expect(new Set(all.flatMap(({ results }) => results.map(({ opinionId }) => opinionId))).size).toBe(SEMANTIC_DEPTH);
    for (const { pagination } of all) expect(pagination.totalResults).toBe(SEMANTIC_DEPTH);
    const scores = all.flatMap(({ results }) => results.map(({ score }) => score));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const behind = await search("deed of land", { page: 6, pageSize: 100 });
    expect(behind.results).toEqual([]);
    expect(behind.pagination).toMatchObject({ totalResults: SEMANTIC_DEPTH, hasNext: false });
    expect(behind.warnings).toContain(
      `A semantic search ranks the first ${SEMANTIC_DEPTH} opinions; there are no pages behind them.`,
    );
  });

  test("filters before it ranks", async () => {
    const answer = await search("deed of land", { filters: { courtIds: ["scotus"] } });
    expect(names(answer)).toEqual(["Estate of Plover"]);
    expect(answer.pagination.totalResults).toBe(1);
  });

  test("counts no facets, and says so", async () => {
    const answer = await search(PIER, { includeFacets: true });
    expect(answer.facets).toBeUndefined();
    expect(answer.warnings.join()).toContain("facets come with keyword and hybrid searches");
  });

  test("reads operators as words, and says which", async () => {
    const answer = await search('pier AND "burns" W/3 fire');
    expect(names(answer)[0]).toBe("Estate of Plover");
    expect(answer.metadata.booleanQuery?.operators).toEqual(expect.arrayContaining(["AND", "W/3"]));
    expect(answer.warnings.join()).toMatch(/AND.*keyword mode only; the query was read as words/u);
  });

  test("reads as words what keyword mode refuses", async () => {
    const answer = await search("pier AND (burns");
    expect(names(answer)[0]).toBe("Heron v. Marsh");
    expect(answer.warnings.join()).toContain("the query was read as words");
  });
});

describe("what a query names", () => {
  const MODES = ["semantic", "hybrid"] as const;
  const NAMED = ["Crane v. Reed", "12 Samp. 34", "pier fire 12 samp. 34 burns", "crane v reed pier fire burns"];

  test.each(MODES.flatMap((mode) => NAMED.map((query) => [mode, query] as const)))(
    "stands first in a %s search for %s, reranked or not, and is named as such",
    async (mode, query) => {
      for (const rerank of [false, true]) {
        const answer = await search(query, { mode, rerank });
        expect(names(answer)[0]).toBe("Crane v. Reed");
        expect(answer.metadata.namedOpinionIds).toEqual([answer.results[0]?.opinionId]);
        const scores = answer.results.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        if (mode === "semantic")
          expect(new Set(answer.results.map(({ source }) => source))).toEqual(new Set(["semantic"]));
      }
    },
  );

  test("leaves the others ranked by what the other words mean", async () => {
    const [, ...others] = names(await search(`${PIER} 12 Samp. 34`));
    const alone = names(await search(PIER)).filter((name) => name !== "Crane v. Reed");
    expect(others.slice(0, 10)).toEqual(alone.slice(0, 10));
  });

  test.each(MODES)("takes no place twice in the pages of a %s search, and is counted once", async (mode) => {
    const all = await pages("Crane v. Reed deed land fraud", { mode });
    const ids = all.flatMap(({ results }) => results.map(({ opinionId }) => opinionId));
    expect(names(all[0]!)[0]).toBe("Crane v. Reed");
    expect(new Set(ids).size).toBe(ids.length);
    for (const { pagination } of all) expect(pagination.totalResults).toBe(ids.length);
  });

  test.each(["keyword", ...MODES] as const)(
    "is found misspelt by a letter in a %s search, and that is said",
    async (mode) => {
      const answer = await search("crene v reed", { mode });
      expect(names(answer)[0]).toBe("Crane v. Reed");
      expect(answer.warnings).toContain("Read as Crane v. Reed, the nearest name held; it stands first.");
      expect(answer.pagination.totalResults).toBeGreaterThanOrEqual(answer.results.length);
    },
  );

  test.each(["keyword", ...MODES] as const)(
    "may be one party, which stands first in a %s search, before those that speak of it",
    async (mode) => {
      for (const query of ["Marsh", "Crane", "plover"]) {
        const answer = await search(query, { mode });
        expect(names(answer)[0]?.toLowerCase()).toContain(query.toLowerCase());
        expect(answer.metadata.namedOpinionIds).toEqual([answer.results[0]?.opinionId]);
        expect(new Set(names(answer)).size).toBe(answer.results.length);
      }
      for (const query of ["pier", "fire on a pier", "Marsh fire"])
        expect((await search(query, { mode })).metadata.namedOpinionIds).toBeUndefined();
    },
  );

  test("is not read as another name whose words all stand in names", async () => {
    const answer = await search("Heron v. Reed");
    expect(answer.metadata.namedOpinionIds).toBeUndefined();
    expect(answer.warnings.join()).not.toContain("Read as");
  });

  test("does not pass the filters", async () => {
    const answer = await search("Crane v. Reed", { filters: { courtIds: ["scotus"] } });
    expect(names(answer)).toEqual(["Estate of Plover"]);
    expect(answer.metadata.namedOpinionIds).toBeUndefined();
  });

  test("is told where it is not held, and the others are ranked by the words around it", async () => {
    const answer = await search(`${PIER} 999 Samp. 999`);
    expect(names(answer)).toEqual(names(await search(PIER)));
    expect(answer.warnings.join()).toContain("No decision is held under 999 Samp. 999");
  });
});

describe("where there are no vectors", () => {
  const reasons: readonly (readonly [string, () => void, RegExp])[] = [
    [
      "the corpus is too small",
      () => (nowhere = { reason: "There is too little text to learn from." }),
      /too little text/u,
    ],
    ["the service does not answer", () => (asked = failing("unavailable")), /could not be embedded: no answer/u],
    ["a setting is wrong", () => (asked = failing("invalid_configuration")), /could not be embedded/u],
    [
      "nothing in the query is known",
      () => (asked = { ...embedder, queries: async () => new Float32Array(512) }),
      /No word of the query is known/u,
    ],
  ];

  test.each(reasons)("since %s, words are searched, and that is said", async (_name, make, reason) => {
    make();
    try {
      for (const mode of ["semantic", "hybrid"] as const) {
        const answer = await search("pier fire", { mode });
        expect(names(answer)).toEqual(["Estate of Plover", "Heron v. Marsh"]);
        expect(new Set(answer.results.map(({ source }) => source))).toEqual(new Set(["keyword"]));
        expect(answer.metadata.vectors).toHaveProperty("reason", expect.stringMatching(reason));
        expect(answer.warnings[0]).toMatch(reason);
      }
    } finally {
      nowhere = undefined;
      asked = embedder;
    }
  });
});

function failing(code: "unavailable" | "invalid_configuration"): Embedder {
  return { ...embedder, queries: async () => Promise.reject(new OnpointError(code, "no answer")) };
}

describe("a court that the query puts into words", () => {
  const query = "pier fire in the us supreme court";

  test.each(["keyword", "hybrid"] as const)(
    "ranks its decisions higher in %s mode and leaves none out",
    async (mode) => {
      const answer = await search(query, { mode });
      expect(names(answer).slice(0, 2)).toEqual(["Estate of Plover", "Heron v. Marsh"]);
      expect(answer.metadata.reading).toEqual({
        conditions: [{ kind: "court", typed: "in the us supreme court", meaning: "U.S.", isSure: true }],
        topic: "pier fire",
        words: ["pier", "fire"],
      });
      expect(answer.warnings).toContain("Ranked higher, as the query asks: U.S.");
    },
  );

  test("is what a semantic search is kept to, unless nothing fits it", async () => {
    expect(names(await search(query))).toEqual(["Estate of Plover"]);
    const nothing = await search("pier fire in the delaware court of chancery");
    expect(nothing.pagination.totalResults).toBe(SEMANTIC_DEPTH);
  });

  test("is words where that is asked for", async () => {
    const answer = await search(query, { mode: "hybrid", asTyped: true });
    expect(answer.metadata.reading).toEqual({ words: ["pier", "fire", "us", "supreme", "court"] });
    expect(answer.warnings).toEqual([]);
  });
});

describe("the mode picked by what was typed", () => {
  test.each<readonly [string, Partial<SearchRequest>, string]>([
    [PIER, {}, "hybrid"],
    ["pier fire in the us supreme court", {}, "hybrid"],
    ["12 Samp. 34", {}, "hybrid"],
    ["pier AND fire", {}, "keyword"],
    ["pier W/9 fire", {}, "keyword"],
    ['"pier" fire', {}, "keyword"],
    ['the "pier" that a fire burns', {}, "hybrid"],
    ["HERON AND MARSH v. REED", {}, "hybrid"],
    ['a 5" pipe on a pier', {}, "hybrid"],
    [PIER, { sort: "newest" }, "keyword"],
  ])("%s %j is answered by %s mode", async (query, request, mode) => {
    const answer = await search(query, { ...request, picksMode: true });
    const asked = await search(query, { ...request, mode: mode === "keyword" ? "keyword" : "hybrid" });
    expect(answer.metadata).toMatchObject({ mode, isPicked: true });
    expect(answer.results).toEqual(asked.results);
  });

  test("a query that cannot be read is refused with its place", async () => {
    await expect(search("pier AND", { picksMode: true })).rejects.toThrow("the query cannot be read");
  });
});

describe("a hybrid search", () => {
  test("fuses both lists, each opinion once, with the source that ranks it best", async () => {
    const answer = await search(PIER, { mode: "hybrid", explain: true });
    const ids = answer.results.map(({ opinionId }) => opinionId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(names(answer).slice(0, 2).toSorted()).toEqual(["Estate of Plover", "Heron v. Marsh"]);
    expect(new Set(answer.results.map(({ source }) => source))).toEqual(new Set(["keyword", "semantic"]));
    for (const { score, explanation } of answer.results) {
      expect(explanation?.parts?.reduce((sum, part) => sum + part.score, 0) ?? explanation?.score).toBeCloseTo(
        score,
        9,
      );
    }
    const heron = answer.results.find(({ caseName }) => caseName === "Heron v. Marsh");
    expect(heron?.snippet).toContain("<mark>pier</mark>");
  });

  test("goes on to the end of what either finds: every opinion once, as many as are counted", async () => {
    const all = await pages("deed land fraud", { mode: "hybrid" });
    const ids = all.flatMap(({ results }) => results.map(({ opinionId }) => opinionId));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(OTHERS);
    for (const { pagination } of all) expect(pagination.totalResults).toBe(ids.length);
    const scores = all.flatMap(({ results }) => results.map(({ score }) => score));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const { snippet } of all.at(-1)?.results ?? []) expect(snippet).toContain("<mark>");
  });

  test("a passage that prints a year ranks what was decided then by its words once more, and counts it once", async () => {
    const passage =
      "a fire on a pier and a pier on fire, and it burns, and whoever lights it pays, as was said of the pier";
    const bare = await search(passage, { mode: "hybrid", explain: true });
    const byWords = vi.spyOn(words, "search");
    const dated = await search(`${passage} (1894)`, { mode: "hybrid", explain: true });
    expect(byWords.mock.calls.filter(([{ tree }]) => tree.kind === "boost" && tree.within !== undefined)).toEqual([]);
    byWords.mockRestore();
    expect(names(dated)[0]).toBe("Heron v. Marsh");
    const parts = dated.results[0]?.explanation?.parts?.map(({ what }) => what);
    expect(parts).toEqual([
      expect.stringMatching(/by words$/u),
      expect.stringMatching(/by meaning$/u),
      "rank 1 by words among the decisions of the years named",
    ]);
    expect(dated.pagination.totalResults).toBe(bare.pagination.totalResults);
    expect(new Set(names(dated)).size).toBe(dated.results.length);
  });

  test("counts facets over what the words match, and notes that", async () => {
    const request = { includeFacets: true, filters: { courtIds: ["ca9", "scotus"] } };
    const hybrid = await search("fraud", { ...request, mode: "hybrid" });
    const { facets } = await search("fraud", { ...request, mode: "keyword" });
    expect(hybrid.facets).toMatchObject(facets ?? {});
    expect(hybrid.facets?.note).toContain("the words of the query");
  });
});

describe("reranking", () => {
  const reranker = {
    model: "backwards",
    judge: async (_query: string, texts: readonly string[]) =>
      texts.map((text) => (text.includes("lights a fire") ? 9 : -text.length)),
  };

  test("of a query that is nothing but a citation is asked with the name of its decision", async () => {
    const asked: string[] = [];
    const judge: (typeof reranker)["judge"] = async (query, texts) => {
      asked.push(query);
      return texts.map(() => 0);
    };
    await search("12 Samp. 34", { mode: "hybrid", rerank: true }, { reranker: { ...reranker, judge } });
    expect(asked).toEqual(["Crane v. Reed"]);
  });

  test.each(["keyword", "semantic", "hybrid"] as const)(
    "puts the candidates of a %s search into its order",
    async (mode) => {
      const answer = await search("pier fire burns", { mode, rerank: true }, { reranker });
      expect(names(answer)[0]).toBe("Heron v. Marsh");
      expect(answer.metadata.rerank).toMatchObject({ isDone: true, model: "backwards" });
    },
  );

  test.each(["keyword", "semantic", "hybrid"] as const)(
    "without a service what is known of the candidates of a %s search orders them",
    async (mode) => {
      const plain = await search(PIER, { mode });
      const answer = await search(PIER, { mode, rerank: true }, { timesCitedOf: async () => new Map() });
      expect(answer.metadata.rerank).toMatchObject({ isDone: true, model: rerankWeights().model });
      expect(answer.warnings.join()).not.toContain("reranked");
      expect(answer.pagination.totalResults).toBe(plain.pagination.totalResults);
      expect(["Estate of Plover", "Heron v. Marsh"]).toContain(names(answer)[0]);
    },
  );

  test("what words and meaning have put in order together stays so", async () => {
    const plain = await search(PIER, { mode: "hybrid" });
    const answer = await search(PIER, { mode: "hybrid", rerank: true });
    expect(answer.results).toEqual(plain.results);
    expect(answer.metadata.rerank).toMatchObject({ isDone: true, model: rerankWeights().model });
  });

  test("the words of a candidate's passage are found however the engine names them, and its year where it is named", async () => {
    const terms = ["pier", "burns"].map((text) => ({ kind: "term", text, exact: false, at: SOMEWHERE }) as const);
    const exact = { kind: "term", text: "fire", exact: true, at: SOMEWHERE } as const;
    const tree: QueryNode = { kind: "ranked", children: [...terms, exact], required: 1, at: SOMEWHERE };
    const question = { filters: [], facets: [], page: 1, pageSize: 20, rerank: true, explain: false, tree };
    const answer = await search("lights a fire pier burns", { mode: "keyword" });
    const heron = answer.results.find(({ caseName }) => caseName === "Heron v. Marsh");
    const hits = [{ id: heron?.opinionId ?? "", score: 1, source: "keyword" }] as const;
    const known = async (text: string): Promise<Candidate | undefined> =>
      (await candidatesOf({ engine: words, db }, { question: { ...question, text }, point: undefined }, hits, tree))[0];
    const named = await known("fire pier burns (1894)");
    expect(named?.passage.match).toBeGreaterThan(0.3);
    expect(named?.passage.pairs).toBeGreaterThan(0);
    expect(named?.isYearNamed).toBe(true);
    expect((await known("fire pier burns (1871)"))?.isYearNamed).toBe(false);
  });

  test("a service that fails leaves the order, and that is said", async () => {
    const broken = { model: "broken", judge: async () => Promise.reject(new OnpointError("unavailable", "no answer")) };
    const answer = await search("pier fire", { mode: "hybrid", rerank: true }, { reranker: broken });
    expect(names(answer)).toEqual(names(await search("pier fire", { mode: "hybrid" })));
    expect(answer.metadata.rerank).toMatchObject({ isDone: false, model: "broken" });
    expect(answer.warnings).toContain("The results could not be reranked: no answer.");
  });
});
