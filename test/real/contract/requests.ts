import { expect, test } from "vitest";
import type { Given } from "./given.ts";
import type { Raw } from "./real-service.ts";
import type { Found, Page } from "./wire.ts";

type Answered = {
  readonly results: readonly { readonly source: string }[];
  readonly metadata: {
    readonly mode: string;
    readonly vectors: { readonly available: boolean; readonly reason?: string };
  };
};

function places(raw: Raw): string[] {
  return ((raw.json?.["errors"] ?? []) as { readonly path: string }[]).map(({ path }) => path);
}

/** What bodies must be, and what is said of others. */
export function requestChecks(given: () => Given): void {
  const search = async (more: object): Promise<Raw> =>
    given().real.raw("/v1/search", { query: "estoppel", mode: "keyword", ...more });

  test("a search wants a query, and names every other fault at its place", async () => {
    const { real } = given();
    const without = await real.raw("/v1/search", { mode: "keyword" });
    expect([without.status, places(without)]).toEqual([422, ["query"]]);
    for (const [more, place] of [
      [{ page: 0 }, "page"],
      [{ page: 1.5 }, "page"],
      [{ page_size: 0 }, "page_size"],
      [{ page_size: 101 }, "page_size"],
      [{ mode: "lexical" }, "mode"],
      [{ rerank: true, page: 2 }, "rerank"],
      [{ filters: { publish_status: "withdrawn" } }, "filters.publish_status"],
      [{ filters: { date_filed: { start: "2001-02-30" } } }, "filters.date_filed.start"],
      [{ filters: { court_ids: ["nowhere"] } }, "filters.court_ids.0"],
      [{ filters: { jurisdictions: ["Lunar"] } }, "filters.jurisdictions.0"],
      [{ filters: { states: ["Texxas"] } }, "filters.states.0"],
    ] as const) {
      const answer = await search(more);
      expect([answer.status, places(answer)], answer.text).toEqual([422, [place]]);
    }
  });

  test("pages begin at 1 and hold 1 to 100; neither needs to be given", async () => {
    const { real } = given();
    const plain = await real.ask<Page>("/search", { query: "estoppel", mode: "keyword" });
    expect(plain.pagination).toMatchObject({ page: 1, page_size: 20 });
    for (const page_size of [1, 100]) expect((await search({ page_size })).status).toBe(200);
  });

  test("the mode is semantic when none is given, and where there are no vectors words answer and say so", async () => {
    const { real } = given();
    for (const asked of [{}, { mode: "semantic" }, { mode: "hybrid" }]) {
      const answer = await real.raw("/v1/search", { query: "estoppel", ...asked });
      expect(answer.status).toBe(200);
      const { results, metadata } = answer.json as unknown as Answered;
      expect(metadata.mode).toBe("mode" in asked ? asked.mode : "semantic");
      const sources = new Set(results.map(({ source }) => source));
      if (metadata.vectors.available) expect(sources).toContain("semantic");
      else {
        expect(metadata.vectors.reason).not.toBe("");
        expect(sources).toEqual(new Set(["keyword"]));
      }
    }
  });

  test("bodies are JSON and said to be", async () => {
    const { real } = given();
    for (const path of ["/v1/search", "/v1/opinions/get", "/v1/court/get"]) {
      expect((await real.raw(path, "{}", { "Content-Type": "text/plain" })).status).toBe(415);
      expect((await real.raw(path, "{")).status).toBe(400);
    }
  });

  test("opinions are looked up by exactly one of ids, citations and docket", async () => {
    const { real, corpus } = given();
    const { id } = corpus.opinions[0]!;
    const docket = { docket_number: "1", court_id: "ca1" };
    for (const body of [
      {},
      { include_content: true },
      { opinion_ids: [id], citations: ["1 U.S. 1"] },
      { opinion_ids: [id], docket },
    ]) {
      expect((await real.raw("/v1/opinions/get", body)).status).toBe(422);
    }
    for (const both of [{ docket_number: "1" }, { ...docket, court_abbreviation: "1st Cir." }]) {
      expect((await real.raw("/v1/opinions/get", { docket: both })).status).toBe(422);
    }
  });

  test("a look-up takes up to 100 ids or citations", async () => {
    const { real, corpus } = given();
    const ids = corpus.opinions.slice(0, 101).map(({ id }) => id);
    const cites = corpus.citations.slice(0, 101).map(({ citedAs }) => citedAs);
    expect((await real.ask<Found>("/opinions/get", { opinion_ids: ids.slice(0, 100) })).opinions.length).toBe(100);
    expect((await real.raw("/v1/opinions/get", { citations: cites.slice(0, 100) })).status).toBe(200);
    expect((await real.raw("/v1/opinions/get", { opinion_ids: ids })).status).toBe(422);
    expect((await real.raw("/v1/opinions/get", { citations: cites })).status).toBe(422);
  });

  test("courts are looked up by exactly one of ids, abbreviations and names", async () => {
    const { real } = given();
    for (const body of [{}, { court_ids: ["ca1"], names: ["x"] }, { court_ids: "ca1" }]) {
      expect((await real.raw("/v1/court/get", body)).status).toBe(422);
    }
  });
}
