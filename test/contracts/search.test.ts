import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchResponse } from "#contracts/http-v1/schema/search.ts";
import { rerankWeights } from "#search/rerank/weights.ts";
import type { SearchResponseWire } from "#contracts/http-v1/schema/search.ts";
import { opinionIdOf } from "#opinions/ids.ts";
import { ask, startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

let server: RealServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.stop());

const lead = opinionIdOf("jsonl", "heron-0");
const dissent = opinionIdOf("jsonl", "heron-1");

async function search(body: object): Promise<SearchResponseWire> {
  const answer = await ask(server, "/v1/search", { mode: "keyword", ...body });
  expect(answer.status, answer.text).toBe(200);
  return searchResponse.parse(answer.json);
}

describe("POST /search", () => {
  test("every field of a hit and the envelope, with the defaults of paging", async () => {
    const answer = await search({ query: "pier AND affirm" });
    expect(answer).toEqual({
      results: [
        {
          opinion_id: lead,
          score: expect.any(Number),
          case_name: "Heron Bay Packing v. Ostrander",
          public_url: expect.stringMatching(
            /^https:\/\/law\.example\.org\/opinions\/\d+\/heron-bay-packing-co-v-ostrander$/u,
          ),
          court_id: "ca9",
          court_name: "United States Court of Appeals for the Ninth Circuit",
          court_abbreviation: "9th Cir.",
          jurisdiction: "Federal Appellate",
          state: "Federal",
          publish_status: "published",
          date_filed: "1998-06-15",
          docket_number: "97-15021",
          snippet: expect.stringContaining("<mark>pier</mark>"),
          source: "keyword",
        },
      ],
      pagination: { page: 1, page_size: 20, total_results: 1, total_pages: 1, has_next: false, has_prev: false },
      metadata: {
        mode: "keyword",
        query: "pier AND affirm",
        processing_time_ms: expect.any(Number),
        reading: { query: "pier AND affirm" },
        boolean_query: { detected: true, operators: ["AND"] },
      },
    });
    expect(answer.metadata.processing_time_ms).toBeGreaterThan(0);
  });

  test.each([
    ["/v1/search", 200],
    ["/v1/laws/search", 400],
  ])("%s answers a query that is nearly all spaces", async (path, status) => {
    for (const count of [100, 1200]) {
      const query = `date:[${" ".repeat(count)}to${" ".repeat(count)}`;
      const answer = await ask(server, path, { query });
      expect(answer.status, answer.text).toBe(status);
    }
  });

  test("facets only when asked for, and boolean_query only when there are operators", async () => {
    const plain = await search({ query: "lease" });
    expect(plain).not.toHaveProperty("facets");
    expect(plain.metadata).not.toHaveProperty("boolean_query");
    const { facets } = await search({ query: "lease OR motion", include_facets: true });
    expect(facets?.court_abbreviation).toEqual(expect.arrayContaining([{ key: "S.D.N.Y.", count: 1 }]));
    expect(Object.keys(facets ?? {}).toSorted()).toEqual(["court_abbreviation", "jurisdiction", "state", "year_filed"]);
  });

  test("neighbouring pages neither repeat nor skip, and a page past the end is empty", async () => {
    const query = "pier OR lease OR motion OR record";
    const whole = await search({ query, page_size: 100 });
    const total = whole.pagination.total_results;
    expect(total).toBeGreaterThanOrEqual(4);
    const pages = [];
    for (let page = 1; page <= total; page += 1) pages.push(await search({ query, page, page_size: 1 }));
    expect(pages.flatMap((page) => page.results.map((hit) => hit.opinion_id))).toEqual(
      whole.results.map((hit) => hit.opinion_id),
    );
    expect(pages[0]?.pagination).toEqual({
      page: 1,
      page_size: 1,
      total_results: total,
      total_pages: total,
      has_next: true,
      has_prev: false,
    });
    const past = await search({ query, page: 1_000_000, page_size: 100 });
    expect(past.results).toEqual([]);
    expect(past.pagination).toMatchObject({ total_results: total, has_next: false, has_prev: true });
    expect(past.warnings).toEqual(["Page 1000000 is past the last one, 1."]);
  });

  test.each([
    [{ court_ids: ["ca9"] }, 2],
    [{ court_ids: ["ca9", "nysd"] }, 3],
    [{ court_ids: [] }, 3],
    [{ jurisdictions: ["Federal District"] }, 1],
    [{ states: ["Federal"] }, 3],
    [{ publish_status: "unpublished" }, 1],
    [{ date_filed: { start: "1998-06-15", end: "1998-06-15" } }, 2],
    [{ date_filed: { end: "1998-06-14" } }, 0],
    [{ court_ids: ["ca9"], publish_status: "unpublished" }, 0],
  ])("filters %j leave %i", async (filters, count) => {
    expect((await search({ query: "pier OR lapsed OR motion", filters })).pagination.total_results).toBe(count);
  });

  test("a list is put into the order asked for, with the scores of the query", async () => {
    const query = "pier OR lease OR motion OR record";
    const daysOf = async (body: object): Promise<(string | null)[]> =>
      (await search({ query, page_size: 100, ...body })).results.map(({ date_filed }) => date_filed);
    const days = await daysOf({});
    const known = days.filter((day) => day !== null).toSorted();
    const undated = days.filter((day) => day === null);
    expect(undated.length).toBeGreaterThan(0);
    expect(await daysOf({ sort: "oldest" })).toEqual([...known, ...undated]);
    expect(await daysOf({ sort: "newest" })).toEqual([...known.toReversed(), ...undated]);
    expect((await daysOf({ sort: "most_cited" })).length).toBe(days.length);
    const scoresOf = async (body: object): Promise<ReadonlyMap<string, number>> =>
      new Map(
        (await search({ query, page_size: 100, ...body })).results.map(({ opinion_id, score }) => [opinion_id, score]),
      );
    const [byScore, byDay] = [await scoresOf({}), await scoresOf({ sort: "newest" })];
    for (const [id, score] of byDay) expect(score).toBeCloseTo(byScore.get(id) ?? Number.NaN, 8);
  });

  test("every opinion of a decision is listed when that is asked for", async () => {
    const every = await search({ query: "pier OR lapsed", collapse: "opinion" });
    expect(every.results.map((hit) => hit.opinion_id)).toEqual(expect.arrayContaining([lead, dissent]));
  });

  test("nothing is explained when it is not asked for", async () => {
    const { results } = await search({ query: "reverse" });
    expect(results.map((hit) => hit.opinion_id)).toEqual([dissent]);
    expect(results[0]).not.toHaveProperty("explanation");
  });

  test.each([
    [{ query: "" }, 422, "query"],
    [{ query: "   " }, 422, "query"],
    [{ query: "x".repeat(4097) }, 422, "query"],
    [{}, 422, "query"],
    [{ query: "pier", page: 0 }, 422, "page"],
    [{ query: "pier", page: 1.5 }, 422, "page"],
    [{ query: "pier", page_size: 101 }, 422, "page_size"],
    [{ query: "pier", rerank: true, page: 2 }, 422, "rerank"],
    [{ query: "pier", sort: "date" }, 422, "sort"],
    [{ query: "pier", collapse: "case" }, 422, "collapse"],
    [{ query: "pier", mode: "keywords" }, 422, "mode"],
    [{ query: "pier", pageSize: 5 }, 422, "pageSize"],
    [{ query: "pier", filters: { court_id: ["ca9"] } }, 422, "filters.court_id"],
    [{ query: "pier", filters: { court_ids: ["ca99"] } }, 422, "filters.court_ids.0"],
    [{ query: "pier", filters: { states: ["Federal", "Californa"] } }, 422, "filters.states.1"],
    [{ query: "pier", filters: { jurisdictions: ["Federal"] } }, 422, "filters.jurisdictions.0"],
    [{ query: "pier", filters: { publish_status: "secret" } }, 422, "filters.publish_status"],
    [{ query: "pier", filters: { date_filed: { start: "1899-02-30" } } }, 422, "filters.date_filed.start"],
    [
      { query: "pier", filters: { date_filed: { start: "2000-01-02", end: "2000-01-01" } } },
      422,
      "filters.date_filed.start",
    ],
    [{ query: "pier AND (lease" }, 400, "query"],
    [{ query: "* *" }, 400, "query"],
    [{ query: '"" AND' }, 400, "query"],
  ])("%j is refused at its place", async (body, status, path) => {
    const answer = await ask(server, "/v1/search", { mode: "keyword", ...body });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.json["errors"]).toEqual(expect.arrayContaining([expect.objectContaining({ path })]));
  });

  test("a query that cannot be read is told where and how it could be", async () => {
    const answer = await ask(server, "/v1/search", { query: "pier AND (lease", mode: "keyword" });
    expect(answer.json).toMatchObject({
      code: "malformed_query",
      detail:
        "the query cannot be read: character 10: this parenthesis is never closed. Did you mean: pier AND (lease)",
    });
  });

  test("a query that is too long is told how long it is and may be", async () => {
    const answer = await ask(server, "/v1/search", { query: "x".repeat(10_000), mode: "keyword" });
    expect(answer.json["detail"]).toBe("query: must have at most 4096 characters; this has 10000");
  });

  test("an empty answer is never without a word", async () => {
    const answer = await search({ query: "zebra AND pier" });
    expect(answer.results).toEqual([]);
    expect(answer.warnings).toEqual(["No opinion holds zebra."]);
  });

  test("the mode is semantic when none is given: by meaning, with the version of the vectors", async () => {
    for (const mode of [{}, { mode: "semantic" }]) {
      const { status, json } = await ask(server, "/v1/search", { query: "who bears the loss of a pier", ...mode });
      expect(status).toBe(200);
      expect(json["metadata"]).toMatchObject({ mode: "semantic", vectors: { available: true } });
      const hits = json["results"] as { source: string; score: number }[];
      expect(hits.length).toBeGreaterThan(1);
      expect(new Set(hits.map(({ source }) => source))).toEqual(new Set(["semantic"]));
    }
  });

  test("hybrid tells of each hit which list has it, and that facets are of the words", async () => {
    const request = { query: "lapsed lease of a pier", mode: "hybrid", include_facets: true };
    const { status, json } = await ask(server, "/v1/search", request);
    expect(status).toBe(200);
    const sources = (json["results"] as { source: string }[]).map(({ source }) => source);
    expect(new Set(sources)).toEqual(new Set(["keyword", "semantic"]));
    expect((json["facets"] as { note: string }).note).toContain("words of the query");
  });

  test("operators outside keyword mode are detected and read as words", async () => {
    const { json } = await ask(server, "/v1/search", { query: "pier AND lease", mode: "hybrid" });
    expect(json["metadata"]).toMatchObject({ boolean_query: { detected: true, operators: ["AND"] } });
    expect((json["warnings"] as string[]).join()).toContain("read as words");
  });

  test.each(["keyword", "semantic", "hybrid"])("reranking a %s search tells what did it and how long", async (mode) => {
    const { status, json } = await ask(server, "/v1/search", { query: "pier", mode, rerank: true });
    expect(status).toBe(200);
    expect(json["metadata"]).toMatchObject({ rerank: { enabled: true, model: rerankWeights().model } });
    const { rerank } = json["metadata"] as { rerank: { rerank_time_ms: number } };
    expect(rerank.rerank_time_ms).toBeGreaterThanOrEqual(0);
    expect(json["warnings"] ?? []).not.toContain("could not be reranked");
  });

  test("another order than by relevance is refused where meaning is searched", async () => {
    const sorted = await ask(server, "/v1/search", { query: "pier", sort: "newest" });
    expect(sorted.status).toBe(422);
  });

  test("a misspelt field is named with the one meant", async () => {
    const answer = await ask(server, "/v1/search", { query: "pier", filters: { date_field: {} } });
    expect(answer.json["errors"]).toEqual([
      { path: "filters.date_field", message: "unknown field; did you mean date_filed?" },
    ]);
  });
});
