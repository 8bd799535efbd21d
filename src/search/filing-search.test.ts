import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import type { FilingDraft } from "#dockets/filings/model.ts";
import { writeFilings } from "#dockets/filings/write.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { createCollectionIndexer } from "#projections/collection-indexing.ts";
import { FOLLOWED_FILINGS } from "#projections/filings/filing-indexing.ts";
import { followVectors } from "#projections/vectors/follow-vectors.ts";
import { vectorsOfCollection } from "#projections/vectors/vector-source.ts";
import { openRecords } from "#schema/open.ts";
import { hashedWords } from "#test/embedding/hashed-words.ts";
import { testFiling } from "#test/records.ts";
import { collectionVectors } from "./collection-vectors.ts";
import { createFilingSearch } from "./filing-search.ts";
import type { FilingSearchAnswer, FilingSearchRequest } from "./filing-search.ts";
import { FILINGS } from "./filings.ts";
import type { Meaning } from "./meaning.ts";
import type { TextReranker } from "./rerank/candidate-texts.ts";

const FILLER = "The parties have briefed the matter and the court heard them. ".repeat(30);
const OTHERS = 620;
const PAPERS: readonly FilingDraft[] = [
  testFiling({
    sourceId: "pier",
    dateFiled: "2021-05-04",
    text: `${FILLER}\n\nWhoever lights a fire on a pier pays for it.\n\n${FILLER}`,
  }),
  testFiling({
    sourceId: "deed",
    type: "order",
    dateFiled: "2023-02-01",
    text: "The deed was void for fraud on the pier's owner.",
  }),
  testFiling({ sourceId: "title", title: "Notice of the pier", text: "" }),
  ...Array.from({ length: OTHERS }, (_, at) => testFiling({ sourceId: `lease ${at}`, text: `Lease ${at} has ended.` })),
];

let db: Db;
let words: EmbeddedIndex;
let vectors: EmbeddedIndex;
const dir = mkdtempSync(join(tmpdir(), "onpoint-filing-modes-"));
const embedder = hashedWords(512);
const meaning: Meaning = { now: async () => ({ engine: vectors, embedder, notes: [] }) };

beforeAll(async () => {
  db = await openRecords({ dataDir: join(dir, "records"), databaseUrl: undefined });
  await transaction(db, async (trx) => writeFilings(trx, "papers", PAPERS, decisionDays));
  const open = async (schema: CollectionSchema, name: string): Promise<EmbeddedIndex> =>
    openEmbeddedIndex({ schema, dir: join(dir, name), workers: 1, log });
  words = await open(FILINGS, "words");
  vectors = await open(collectionVectors(FILINGS, embedder.version), "vectors");
  await createCollectionIndexer({ followed: FOLLOWED_FILINGS, db, engine: words, log }).runUntilCaughtUp();
  const source = vectorsOfCollection("filings", FOLLOWED_FILINGS);
  await followVectors({ db, source, engine: vectors, embedder, log, clock: systemClock });
});
afterAll(async () => {
  await Promise.all([words.close(), vectors.close()]);
  await db.close();
  rmSync(dir, { recursive: true });
});

async function search(
  query: string,
  asked: Partial<FilingSearchRequest> = {},
  found: Meaning | undefined = meaning,
  reranker?: TextReranker,
): Promise<FilingSearchAnswer> {
  const request = { query, mode: "hybrid" as const, filters: {}, page: 1, pageSize: 20, ...asked };
  return createFilingSearch({ engine: words, db, meaning: found, reranker })(request);
}

const FAILING: TextReranker = { model: "reader", judge: async () => Promise.reject(new Error("no answer")) };

const nameOf = new Map<string, string>();
async function names({ hits }: FilingSearchAnswer): Promise<string[]> {
  if (nameOf.size === 0) {
    const rows = await db.selectFrom("trial_filings").select(["id", "source_id"]).execute();
    for (const { id, source_id } of rows) nameOf.set(id, source_id);
  }
  return hits.map(({ id }) => nameOf.get(id) ?? "");
}

describe("a search of filings", () => {
  test("by meaning ranks by the nearest passage and shows it", async () => {
    const answer = await search("who must pay for a burnt pier", { mode: "semantic" });
    expect(await names(answer)).toContain("pier");
    const [first] = answer.hits;
    expect(first?.source).toBe("semantic");
    const pier = answer.hits[(await names(answer)).indexOf("pier")];
    expect(pier?.snippets).toEqual([expect.stringContaining("lights a fire on a <mark>pier</mark>")]);
    expect(answer.matched).toBe(0);
  });

  test("by both finds what either finds, each once, over all pages", async () => {
    const byWords = await search("pier", { mode: "keyword" });
    expect(new Set(await names(byWords))).toEqual(new Set(["pier", "deed", "title"]));
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map(async (page) => names(await search("pier", { page, pageSize: 100 }))),
    );
    const all = pages.flat();
    expect(new Set(all).size).toBe(all.length);
    expect(all.slice(0, 3).toSorted()).toEqual(["deed", "pier", "title"]);
    const { total, matched } = await search("pier");
    expect(all).toHaveLength(total);
    expect(matched).toBe(3);
  });

  test("keeps to its filters in each mode", async () => {
    for (const mode of ["keyword", "semantic", "hybrid"] as const) {
      expect(await names(await search("pier", { mode, filters: { types: ["order"] } }))).toEqual(["deed"]);
    }
  });

  test.each(['"pier\'s owner"', "pier AND fraud", "24CV00317"])("%s means what it says", async (query) => {
    const hybrid = await search(query);
    expect(await names(hybrid)).toEqual(await names(await search(query, { mode: "keyword" })));
    expect(hybrid.hits.every(({ source }) => source === "keyword")).toBe(true);
  });

  test("ends where what is ranked by meaning ends, and says so", async () => {
    const answer = await search("lease", { mode: "semantic", page: 6, pageSize: 100 });
    expect(answer.hits).toEqual([]);
    expect(answer.notes).toContain("A semantic search ranks the first 500 filings; there are no pages behind them.");
  });

  test("without vectors is answered by words, and that is said", async () => {
    const untrained: Meaning = { now: async () => ({ reason: "no vectors have been trained on this corpus yet" }) };
    const answer = await search("pier", {}, untrained);
    expect(new Set(await names(answer))).toEqual(new Set(["pier", "deed", "title"]));
    expect(answer.notes).toContain(
      "No vectors have been trained on this corpus yet. The words of the query were searched.",
    );
  });

  test.each([
    ["newest", ["deed", "pier", "title"]],
    ["oldest", ["pier", "deed", "title"]],
  ])("%s first, and what has no day last", async (sort, order) => {
    expect(await names(await search("pier", { mode: "keyword", sort }))).toEqual(order);
  });

  test.each([
    ["an order that filings do not have", { mode: "keyword", sort: "mostCited" }, "filings have no order mostCited"],
    ["an order where meaning ranks", { mode: "hybrid", sort: "newest" }, "a hybrid search has one order, by relevance"],
  ] as const)("%s is refused", async (_, asked, message) => {
    await expect(search("pier", asked)).rejects.toMatchObject({
      code: "invalid_input",
      faults: [{ path: "sort", message }],
    });
  });

  test.each(["keyword", "hybrid"] as const)("by %s says of each hit how it scored, where asked to", async (mode) => {
    const told = await search("pier fire", { mode, explain: true });
    expect(told.hits.length).toBeGreaterThan(0);
    for (const { score, explanation } of told.hits) {
      expect(explanation?.score).toBeCloseTo(score, 5);
      expect(explanation?.parts?.length ?? 1).toBeGreaterThan(0);
    }
    const silent = await search("pier fire", { mode });
    expect(silent.hits.map(({ id, score }) => [id, score])).toEqual(told.hits.map(({ id, score }) => [id, score]));
    expect(silent.hits.every((hit) => !("explanation" in hit))).toBe(true);
  });

  test("is reranked by what reads the name and the text around each match", async () => {
    const read: string[] = [];
    const judge: TextReranker["judge"] = async (_query, texts) => {
      read.push(...texts);
      return texts.map((text) => (text.includes("fraud") ? 2 : 1));
    };
    const answer = await search("pier", { mode: "keyword", rerank: true }, meaning, { model: "reader", judge });
    expect((await names(answer))[0]).toBe("deed");
    expect(answer.hits[0]?.score).toBe(2);
    expect(answer.rerank).toMatchObject({ isDone: true, model: "reader" });
    expect(read.find((text) => text.includes("fraud"))).toMatch(/^Heron v\. Marsh\nThe deed was void/u);
  });

  test("keeps its order where nothing reranks filings, or what does fails, and says so", async () => {
    const order = await names(await search("pier", { mode: "keyword" }));
    const bare = await search("pier", { mode: "keyword", rerank: true });
    expect(await names(bare)).toEqual(order);
    expect(bare.rerank).toMatchObject({ isDone: false, model: "none" });
    expect(bare.notes).toContain("This server has no reranker for filings; they are in the order of the search.");
    const failed = await search("pier", { mode: "keyword", rerank: true }, meaning, FAILING);
    expect(await names(failed)).toEqual(order);
    expect(failed.notes).toContain("The results could not be reranked: no answer.");
  });
});
