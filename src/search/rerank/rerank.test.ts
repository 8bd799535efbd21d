import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { Question } from "#search/retrieve/question.ts";
import { CANDIDATES } from "#search/retrieve/retrieve.ts";
import type { Retrieved } from "#search/retrieve/retriever.ts";
import { reranking } from "./rerank.ts";
import { rerankService, SHAPE_NAMES, SHAPES } from "./service.ts";
import type { ShapeName } from "./service.ts";

const TEXTS = ["a pier burned", "a tug sank", "a deed was void"];
/** How well each answers, in the order of the texts. */
const JUDGED = [0.2, 0.9, 0.4];

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Asked = { readonly body: Record<string, unknown>; readonly headers: IncomingMessage["headers"] };

/** A local server; `answer` is told what it is asked. */
async function serving(answer: (asked: Asked, response: ServerResponse) => void): Promise<string> {
  const started = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => answer({ body: JSON.parse(text) as Asked["body"], headers: request.headers }, response));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/rerank`;
}

/** What each service answers, as its documents print it. */
const ANSWERS: Record<ShapeName, (results: readonly { index: number; score: number }[]) => unknown> = {
  cohere: (results) => ({ id: "07734bd2", results: relevance(results), meta: { api_version: { version: "2" } } }),
  voyage: (results) => ({ object: "list", data: relevance(results), model: "rerank-2.5", usage: { total_tokens: 26 } }),
  jina: (results) => ({ model: "jina-reranker-v2", usage: { total_tokens: 815 }, results: relevance(results) }),
  "llama.cpp": (results) => ({ model: "m", object: "list", usage: {}, results: relevance(results) }),
  tei: (results) => results,
};

function relevance(results: readonly { index: number; score: number }[]): unknown[] {
  return results.map(({ index, score }) => ({ index, relevance_score: score }));
}

const service = (url: string, shape: ShapeName, timeout_ms = 2000): Parameters<typeof rerankService>[0] => {
  return { shape, url, model: "a-model", key: "a-key", timeout_ms };
};

describe.each(SHAPE_NAMES)("a service of the shape of %s", (shape) => {
  test("is asked in its words, and its scores come back at the places of their texts", async () => {
    let seen: Asked | undefined;
    const url = await serving((asked, response) => {
      seen = asked;
      const best = JUDGED.map((score, index) => ({ index, score })).toSorted((a, b) => b.score - a.score);
      response.end(JSON.stringify(ANSWERS[shape](best)));
    });
    expect(await rerankService(service(url, shape)).judge("who pays", TEXTS)).toEqual(JUDGED);
    expect(seen?.headers).toMatchObject({ authorization: "Bearer a-key", "content-type": "application/json" });
    const { documents, top } = SHAPES[shape];
    expect(seen?.body).toEqual({
      model: "a-model",
      query: "who pays",
      [documents]: TEXTS,
      ...(top !== null && { [top]: TEXTS.length }),
    });
  });

  test("may leave texts out", async () => {
    const url = await serving((_asked, response) => {
      response.end(JSON.stringify(ANSWERS[shape]([{ index: 2, score: 0.5 }])));
    });
    expect(await rerankService(service(url, shape)).judge("who pays", TEXTS)).toEqual([undefined, undefined, 0.5]);
  });

  test.each([
    ["a place that no text has", JSON.stringify(ANSWERS[shape]([{ index: 3, score: 1 }])), 200],
    ["a score that is no number", JSON.stringify(ANSWERS[shape]([{ index: 0, score: Number.NaN }])), 200],
    ["another shape", '{"answer": []}', 200],
    ["no JSON", "<html>", 200],
    ["too many requests", "{}", 429],
    ["a fault of its own", "{}", 500],
  ])("fails with %s", async (_name, answer, status) => {
    const url = await serving((_asked, response) => {
      response.statusCode = status;
      response.end(answer);
    });
    const asked = rerankService(service(url, shape)).judge("who pays", TEXTS);
    await expect(asked).rejects.toMatchObject({ code: "unavailable" });
  });
});

test("a service that does not answer, and one that is not there, fail", async () => {
  const url = await serving(() => undefined);
  const slow = rerankService(service(url, "cohere", 100)).judge("who pays", TEXTS);
  await expect(slow).rejects.toThrow("it did not answer in time");
  const nowhere = rerankService(service("http://127.0.0.1:9/rerank", "cohere")).judge("who pays", TEXTS);
  await expect(nowhere).rejects.toMatchObject({ code: "unavailable" });
});

describe("the stage", () => {
  const tree = { kind: "term", text: "fraud", exact: false, at: { start: 0, end: 5 } } as const;
  const question: Question = {
    text: "fraud",
    tree,
    filters: [],
    facets: [],
    page: 1,
    pageSize: 20,
    rerank: true,
    explain: false,
  };
  const asked = { question, point: undefined };
  const rankingOf = (count: number): Retrieved => ({
    hits: Array.from({ length: count }, (_, at) => ({ id: `hit-${at}`, score: -at, source: "keyword" })),
    offset: 0,
    total: count,
    facets: [],
    tree,
    corrections: [],
    notes: [],
    isWhole: true,
  });
  const order = async (ranking: Retrieved, scores: readonly (number | undefined)[]): Promise<readonly string[]> => {
    const reranked = await reranking({ model: "a-model", judge: async () => scores }, asked, ranking);
    expect(reranked.rerank).toMatchObject({ isDone: true, model: "a-model", notes: [] });
    return reranked.ranking.hits.map(({ id }) => id);
  };

  test("nothing found is nothing to ask about", async () => {
    const reranker = { model: "a-model", judge: async () => Promise.reject(new Error("asked")) };
    const { rerank } = await reranking(reranker, asked, rankingOf(0));
    expect(rerank).toMatchObject({ isDone: true, model: "a-model", notes: [] });
  });

  test("the best come first, equal ones as they were, and those that were not judged last", async () => {
    expect(await order(rankingOf(5), [1, undefined, 3, 1, -5])).toEqual(["hit-2", "hit-0", "hit-3", "hit-4", "hit-1"]);
  });

  test("hits behind the candidates keep their places", async () => {
    const found = await order(
      rankingOf(CANDIDATES + 2),
      Array.from({ length: CANDIDATES }, (_, at) => at),
    );
    expect([found[0], ...found.slice(-3)]).toEqual([
      `hit-${CANDIDATES - 1}`,
      "hit-0",
      `hit-${CANDIDATES}`,
      `hit-${CANDIDATES + 1}`,
    ]);
  });
});
