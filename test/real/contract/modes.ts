import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onpoint, onpointJson, temporaryDirectory, until } from "#test/e2e/program.ts";
import type { ServerProcess } from "#test/e2e/program.ts";
import { shapedService } from "#test/e2e/shaped-service.ts";
import { hashedWords } from "#test/embedding/hashed-words.ts";
import { startEndpoint } from "#test/embedding/endpoint-server.ts";
import type { EndpointServer } from "#test/embedding/endpoint-server.ts";
import { bodyChecker } from "./body-checker.ts";
import type { Given } from "./given.ts";
import type { Page } from "./wire.ts";

const DIMENSIONS = 64;
/** More than a search by meaning ranks. */
const DECISIONS = 560;
const SEMANTIC_RESULTS = 500;
const MODES = ["keyword", "semantic", "hybrid"] as const;

type Answered = Omit<Page, "facets" | "metadata"> & {
  readonly facets?: Readonly<Record<string, unknown>> & { readonly note?: string };
  readonly metadata: Page["metadata"] & {
    readonly rerank?: { readonly enabled: boolean; readonly rerank_time_ms: number; readonly model: string };
    readonly vectors?: { readonly available: boolean };
  };
};

const hitsOf = (answers: readonly Answered[]): Page["results"] => answers.flatMap(({ results }) => results);

/** Searches by meaning in all that the program does for them, over invented decisions and an endpoint that makes vectors. */
export function modeChecks(given: () => Given): void {
  let endpoint: EndpointServer;
  let server: ServerProcess;
  let key: string;

  beforeAll(async () => {
    endpoint = await startEndpoint(DIMENSIONS, hashed);
    const dir = await temporaryDirectory();
    const embedding = {
      ONPOINT_SAMPLE: "no",
      ONPOINT_EMBEDDING_URL: endpoint.url,
      ONPOINT_EMBEDDING_MODEL: "hashed-words",
      ONPOINT_EMBEDDING_DIMENSIONS: String(DIMENSIONS),
      ONPOINT_EMBEDDING_REQUESTS_PER_MINUTE: "100000",
      ONPOINT_RATE_LIMIT_PER_MINUTE: "1000000",
      ONPOINT_RATE_LIMIT_BURST: "1000000",
    };
    const service = await shapedService(embedding, join(dir, "data"));
    const { settings } = service;
    const file = join(dir, "decisions.jsonl");
    writeFileSync(file, decisions().join("\n"));
    const { code, stdout, stderr } = await onpoint(settings, ["import", "jsonl", file]);
    expect(code, stdout + stderr).toBe(0);
    ({ key } = await onpointJson<{ readonly key: string }>(settings, ["keys", "create", "--name", "modes"]));
    server = await service.serve();
    await until(async () => {
      const answer = await (await fetch(`${server.origin}/readyz`)).text();
      return /http-[0-9a-f]{20}, up to date/u.test(answer) ? true : undefined;
    }, 400_000);
  }, 600_000);
  afterAll(async () => {
    await server.stop();
    await endpoint.close();
  });

  async function search(body: object): Promise<Answered> {
    const check = bodyChecker(given().real.document);
    const request = { query: "who pays for the pier that burned", ...body };
    expect(check("post", "/search", "request", request)).toEqual([]);
    const response = await fetch(`${server.origin}/v1/search`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    const answer = (await response.json()) as Answered;
    expect(response.status, JSON.stringify(answer)).toBe(200);
    expect(check("post", "/search", "200", answer)).toEqual([]);
    return answer;
  }

  async function pages(body: object): Promise<readonly Answered[]> {
    const all: Answered[] = [];
    for (let page = 1; ; page++) {
      const answer = await search({ ...body, page, page_size: 100 });
      all.push(answer);
      if (!answer.pagination.has_next) return all;
    }
  }

  test("a semantic search ranks by nearness, 500 opinions deep, and counts what can be reached", async () => {
    const all = await pages({ mode: "semantic" });
    const hits = hitsOf(all);
    expect(hits).toHaveLength(SEMANTIC_RESULTS);
    expect(new Set(hits.map(({ opinion_id }) => opinion_id)).size).toBe(SEMANTIC_RESULTS);
    expect(new Set(hits.map(({ source }) => source))).toEqual(new Set(["semantic"]));
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    expect(hits.slice(0, 3).map(({ case_name }) => case_name)).toContain("Heron v. Marsh");
    for (const { pagination, metadata } of all) {
      expect(pagination.total_results).toBe(SEMANTIC_RESULTS);
      expect(metadata).toMatchObject({ mode: "semantic", vectors: { available: true } });
    }
    const behind = await search({ mode: "semantic", page: 6, page_size: 100 });
    expect(behind.results).toEqual([]);
    expect(behind.warnings?.join()).toContain("no pages behind them");
    expect((await search({})).metadata.mode).toBe("semantic");
  });

  test("a hybrid search holds what words find and what meaning finds, each once, to its last page", async () => {
    const body = { query: "deed of the land", page_size: 100 };
    const words = hitsOf(await pages({ ...body, mode: "keyword" })).map(({ opinion_id }) => opinion_id);
    const meaning = hitsOf(await pages({ ...body, mode: "semantic" })).map(({ opinion_id }) => opinion_id);
    const all = await pages({ ...body, mode: "hybrid" });
    const hits = hitsOf(all);
    const ids = hits.map(({ opinion_id }) => opinion_id);
    expect(words.length).toBeGreaterThan(SEMANTIC_RESULTS);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids)).toEqual(new Set([...words, ...meaning]));
    for (const { pagination } of all) expect(pagination.total_results).toBe(ids.length);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(hits.map(({ source }) => source))).toEqual(new Set(["keyword", "semantic"]));
  });

  test("facets of a hybrid search are of its words, and noted to be; a semantic search has none", async () => {
    const body = { query: "deed", include_facets: true };
    const { note, ...hybrid } = (await search({ ...body, mode: "hybrid" })).facets ?? {};
    expect(note).not.toBe("");
    expect(typeof note).toBe("string");
    expect(hybrid).toEqual((await search({ ...body, mode: "keyword" })).facets);
    expect((await search({ ...body, mode: "semantic" })).facets).toBeUndefined();
  });

  test("each mode is reranked on its first page, and tells what did it and how long it took", async () => {
    for (const mode of MODES) {
      const plain = await search({ mode, query: "pier fire", page_size: 100 });
      const reranked = await search({ mode, query: "pier fire", page_size: 100, rerank: true });
      expect(plain.metadata.rerank).toBeUndefined();
      expect(reranked.metadata.rerank?.enabled).toBe(true);
      expect(reranked.metadata.rerank?.model).not.toBe("");
      expect(reranked.metadata.rerank?.rerank_time_ms).toBeGreaterThan(0);
      const ids = ({ results }: Answered): readonly string[] => results.map(({ opinion_id }) => opinion_id);
      expect(ids(reranked).toSorted()).toEqual(ids(plain).toSorted());
    }
  });

  test("operators are read as words outside keyword mode", async () => {
    for (const mode of ["semantic", "hybrid"]) {
      const answer = await search({ query: "pier AND NOT deed", mode });
      expect(answer.metadata.boolean_query).toEqual({ detected: true, operators: ["AND", "NOT"] });
      expect(answer.warnings?.join()).toContain("read as words");
      expect(answer.results.length).toBeGreaterThan(1);
    }
  });
}

async function hashed(texts: readonly string[]): Promise<readonly (readonly number[])[]> {
  const rows = await hashedWords(DIMENSIONS).passages(texts);
  return texts.map((_, at) => Array.from(rows.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)));
}

function decisions(): readonly string[] {
  const special = [
    ["Heron v. Marsh", "Whoever lights a fire on a pier pays for the pier that burned."],
    ["Crane v. Reed", "The tenant left a fire; the pier was lost."],
  ] as const;
  const others = Array.from(
    { length: DECISIONS },
    (_, at) => [`Teal No. ${at} v. Wren`, `The deed of land ${at} was void for fraud ${at}.`] as const,
  );
  return [...special, ...others].map(([case_name, text], id) =>
    JSON.stringify({ id: String(id), court: "nysd", case_name, opinions: [{ type: "lead", text }] }),
  );
}
