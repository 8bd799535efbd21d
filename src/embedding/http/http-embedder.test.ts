import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sendJson, startEndpoint, vectorOf } from "#test/embedding/endpoint-server.ts";
import type { Behaviour, EndpointServer } from "#test/embedding/endpoint-server.ts";
import { TEXTS_MAX } from "../embedder.ts";
import { openEmbedders } from "../embedders.ts";
import type { EmbeddingConfig } from "../embedders.ts";
import { httpEmbedder, httpVersion } from "./http-embedder.ts";
import type { HttpEmbedder, HttpEmbedding } from "./http-embedder.ts";

const DIMENSIONS = 8;

let server: EndpointServer;
let embedding: HttpEmbedding;
beforeEach(async () => {
  server = await startEndpoint(DIMENSIONS);
  embedding = {
    url: server.url,
    model: "some-model",
    dimensions: DIMENSIONS,
    key: "a-key",
    queryPrefix: "query: ",
    passagePrefix: "",
    requestsPerMinute: 60_000,
  };
});
afterEach(async () => server.close());

const hasty = (changes: Partial<HttpEmbedding> = {}, timeout_ms = 5_000): HttpEmbedder => {
  const bearing = { attempts: 3, timeout_ms, pause_ms: 1 };
  return httpEmbedder({ ...embedding, ...changes }, { passages: bearing, queries: bearing });
};

const unitVector = (text: string): number[] => {
  const vector = vectorOf(text, DIMENSIONS);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
};

const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    void response.writeHead(code, headers).end("said so");

const vectors =
  (...embeddings: readonly unknown[]): Behaviour =>
  (_, response) =>
    sendJson(response, { data: embeddings.map((one, index) => ({ index, embedding: one })) });

const raw =
  (write: (response: ServerResponse) => void): Behaviour =>
  (_, response) =>
    write(response);

describe("an endpoint that behaves", () => {
  test("gives unit vectors in the order of the texts, whatever order it answers in", async () => {
    const rows = await hasty().passages(["lien", "a ship", ""]);
    for (const [at, text] of ["lien", "a ship", ""].entries()) {
      const row = [...rows.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)];
      for (const [place, value] of unitVector(text).entries()) expect(row[place]).toBeCloseTo(value, 5);
    }
    expect(server.asked).toEqual([
      { model: "some-model", input: ["lien", "a ship", ""], authorization: "Bearer a-key" },
    ]);
  });

  test("is told what a query is, and asked nothing for nothing", async () => {
    const embedder = hasty();
    await embedder.queries(["a lien"]);
    expect(await embedder.passages([])).toHaveLength(0);
    expect(server.asked.map(({ input }) => input)).toEqual([["query: a lien"]]);
  });

  test("is asked in batches, bounded in texts and in characters, and its tokens are counted", async () => {
    const embedder = hasty();
    const texts = [...Array.from({ length: 150 }, (_, at) => `text ${at}`), "x".repeat(300_000), "end"];
    expect(await embedder.passages(texts)).toHaveLength(texts.length * DIMENSIONS);
    expect(server.asked.flatMap(({ input }) => input)).toEqual(texts);
    expect(server.asked.map(({ input }) => input.length)).toEqual([64, 64, 22, 1, 1]);
    expect(embedder.usage()).toEqual({ requests: 5, texts: 152, tokens: 152 });
    await expect(embedder.passages(Array.from({ length: TEXTS_MAX + 1 }, () => ""))).rejects.toThrow(RangeError);
  });
});

describe("an endpoint that fails for now is asked again", () => {
  test.each<[string, Behaviour[]]>([
    ["too many requests", [status(429, { "Retry-After": "0" }), status(429)]],
    ["an error of the server", [status(500), status(503)]],
    ["a connection that breaks", [raw((response) => response.destroy())]],
    ["an answer that breaks off", [raw((response) => response.writeHead(200).end('{"data": [{"ind'))]],
    ["a proxy's page", [raw((response) => response.writeHead(200).end("<html>"))]],
  ])("%s", async (_what, behaviours) => {
    server.behave(...behaviours);
    expect(await hasty().passages(["lien"])).toHaveLength(DIMENSIONS);
    expect(server.asked).toHaveLength(behaviours.length + 1);
  });

  test("no answer in time", async () => {
    server.behave(raw(() => undefined));
    expect(await hasty({}, 200).passages(["lien"])).toHaveLength(DIMENSIONS);
  });

  test("not for ever, and what it said last is told", async () => {
    server.behave(status(503), status(503), status(429), status(429));
    const embedder = hasty();
    await expect(embedder.passages(["lien"])).rejects.toMatchObject({
      code: "unavailable",
      message: `the embeddings endpoint ${server.url} fails after 3 attempts: it answers 429: said so`,
    });
    expect(server.asked).toHaveLength(3);
    expect(await embedder.passages(["lien"])).toHaveLength(DIMENSIONS);
  });

  test("where nothing listens that is said", async () => {
    await server.close();
    await expect(hasty().queries(["lien"])).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("it cannot be reached: ") as string,
    });
    server = await startEndpoint(DIMENSIONS);
  });
});

describe("an endpoint that will not do is not asked again", () => {
  test.each<[string, Behaviour, RegExp]>([
    ["a key that is refused", status(401), /answers 401: said so/u],
    ["a model that is not known", status(404), /answers 404/u],
    ["other dimensions", vectors([1, 2, 3]), /vectors of 3 numbers; 8 are configured/u],
    ["null among the numbers", vectors([null, 1, 1, 1, 1, 1, 1, 1]), /does not answer as an embeddings endpoint/u],
    [
      "a number too large to be one",
      raw((response) => response.writeHead(200).end(`{"data":[{"index":0,"embedding":[1e999,1,1,1,1,1,1,1]}]}`)),
      /numbers that are none|does not answer/u,
    ],
    ["too few vectors", vectors(), /gives 0 vectors for 1 texts/u],
    ["too many", vectors([1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1]), /gives 2 vectors for 1 texts/u],
    [
      "two of one text",
      raw((response) => sendJson(response, { data: [0, 0].map((index) => ({ index, embedding: vectorOf("a", 8) })) })),
      /gives 2 vectors for 1 texts/u,
    ],
    ["another kind of answer", raw((response) => sendJson(response, { error: "no" })), /data: /u],
  ])("%s", async (_what, behaviour, message) => {
    server.behave(behaviour);
    const asked = hasty().passages(["lien"]);
    await expect(asked).rejects.toMatchObject({ code: "invalid_configuration" });
    await expect(asked).rejects.toThrow(message);
    expect(server.asked).toHaveLength(1);
  });
});

describe("who asks may give up", () => {
  test("while the endpoint is silent", async () => {
    const controller = new AbortController();
    server.behave(raw(() => controller.abort()));
    await expect(hasty().passages(["lien"], { signal: controller.signal })).rejects.toMatchObject({
      code: "unavailable",
    });
    expect(server.asked).toHaveLength(1);
  });

  test("between two attempts, and with the embedder itself", async () => {
    const embedder = hasty();
    server.behave((_, response) => {
      status(429, { "Retry-After": "600" })(_, response, () => undefined);
      setTimeout(() => void embedder.close(), 20);
    });
    await expect(embedder.passages(["lien"])).rejects.toMatchObject({ code: "unavailable" });
    await expect(embedder.passages(["lien"])).rejects.toMatchObject({ code: "unavailable" });
    expect(server.asked).toHaveLength(1);
  });
});

describe("a configured endpoint", () => {
  const config: EmbeddingConfig = {
    dataDir: "/nowhere",
    embeddingUrl: null,
    embeddingModel: "some-model",
    embeddingDimensions: DIMENSIONS,
    embeddingKey: null,
    embeddingQueryPrefix: null,
    embeddingPassagePrefix: null,
    embeddingRequestsPerMinute: 600,
    embeddingModelDir: null,
    embeddingOnnxRuntime: null,
    embeddingThreads: 1,
    embeddingTraining: true,
  };

  test("takes the place of the trained vectors", async () => {
    const embedders = openEmbedders({ ...config, embeddingUrl: server.url });
    const newest = await embedders.newest();
    expect(newest).toMatchObject({ provider: "http", dimensions: DIMENSIONS });
    const id = "id" in newest ? newest.id : "";
    const embedder = await embedders.open(id);
    expect(await embedder.queries(["lien"])).toHaveLength(DIMENSIONS);
    await expect(embedders.open("http-0123")).rejects.toMatchObject({ code: "not_found" });
    expect(await openEmbedders(config).newest()).toEqual({ reason: "no vectors have been trained on this corpus yet" });
  });

  test("is not used beside a local model: which of them is meant is not known", () => {
    expect(() => openEmbedders({ ...config, embeddingUrl: server.url, embeddingModelDir: "/srv/model" })).toThrow(
      expect.objectContaining({ code: "invalid_configuration" }),
    );
  });

  test("needs the name and the size of its model", () => {
    for (const missing of [{ embeddingModel: null }, { embeddingDimensions: null }]) {
      expect(() => openEmbedders({ ...config, embeddingUrl: server.url, ...missing })).toThrow(
        expect.objectContaining({ code: "invalid_configuration" }) as Error,
      );
    }
  });

  test("is another version with another model, size or prefix, and not at another address", () => {
    const id = httpVersion(embedding).id;
    expect(httpVersion({ ...embedding, url: "http://elsewhere/v1", key: null }).id).toBe(id);
    for (const change of [{ model: "other" }, { dimensions: 9 }, { queryPrefix: "" }, { passagePrefix: "p" }]) {
      expect(httpVersion({ ...embedding, ...change }).id).not.toBe(id);
    }
    expect(id).toMatch(/^http-[0-9a-f]{20}$/u);
  });
});
