import { cp, mkdtemp, rm, truncate, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasVectors } from "#embedding/embedder.ts";
import type { Embedder, Embedders } from "#embedding/embedder.ts";
import { onnxEmbedders } from "#embedding/onnx/onnx-embedder.ts";
import type { OnnxEmbedding } from "#embedding/onnx/onnx-embedder.ts";
import { pairScorer } from "#embedding/onnx/pair-scorer.ts";
import { RUNTIME_PACKAGE } from "#embedding/onnx/runtime.ts";
import { writeOnnxModel } from "#test/embedding/onnx-model.ts";
import { onpoint, serve, temporaryDirectory, until } from "./program.ts";

/** Where onnxruntime-node was installed for the tests; it is no dependency of the program. */
const runtimeDir = process.env["ONPOINT_TEST_ONNX"];
if (runtimeDir === undefined) {
  process.stderr.write(
    `skipped: models in ONNX (npm install --ignore-scripts --prefix DIR ${RUNTIME_PACKAGE}, then ONPOINT_TEST_ONNX=DIR)\n`,
  );
}

const ROWS = {
  "[CLS]": [1, 0, 0, 0],
  "[SEP]": [0, 0, 0, 1],
  "[UNK]": [0, 0, 0, 0],
  ship: [0, 2, 0, 0],
  lien: [0, 0, 3, 0],
  "##s": [0, 1, -1, 0],
  endless: [Number.NaN, 0, 0, 0],
} as const;

/** What the model should say of these tokens, by hand. */
const meanOf = (...tokens: readonly (keyof typeof ROWS)[]): number[] => {
  const sum = [0, 1, 2, 3].map((place) => tokens.reduce((total, token) => total + (ROWS[token][place] ?? 0), 0));
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return sum.map((value) => value / length);
};

let dir: string;
let opened: Embedder[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "onpoint-onnx-"));
  opened = [];
  await writeOnnxModel(dir, { rows: ROWS });
});
afterEach(async () => {
  await Promise.all(opened.map(async (embedder) => embedder.close()));
  await rm(dir, { recursive: true });
});

const embedders = (changes: Partial<OnnxEmbedding> = {}): Embedders =>
  onnxEmbedders({
    dir,
    runtimeDir: runtimeDir ?? null,
    dimensions: null,
    queryPrefix: "",
    passagePrefix: "",
    threads: 1,
    ...changes,
  });

const versionId = async (changes: Partial<OnnxEmbedding> = {}): Promise<string> => {
  const newest = await embedders(changes).newest();
  if (!hasVectors(newest)) throw new Error(newest.reason);
  return newest.id;
};

const open = async (changes: Partial<OnnxEmbedding> = {}): Promise<Embedder> => {
  const embedder = await embedders(changes).open(await versionId(changes));
  opened.push(embedder);
  return embedder;
};

const expectRow = (row: Float32Array, wanted: readonly number[]): void => {
  expect(row).toHaveLength(wanted.length);
  for (const [place, value] of wanted.entries()) expect(row[place]).toBeCloseTo(value, 5);
};

describe("a directory, before anything is computed", () => {
  test("says the version: of the files, what is put before texts, and nothing else", async () => {
    const id = await versionId();
    expect(id).toMatch(/^onnx-[0-9a-f]{20}$/u);
    const copy = await mkdtemp(join(tmpdir(), "onpoint-onnx-copy-"));
    try {
      await cp(dir, copy, { recursive: true });
      expect(await versionId({ dir: copy, threads: 2 })).toBe(id);
      expect(await versionId({ passagePrefix: "passage: " })).not.toBe(id);
      await writeOnnxModel(copy, { rows: { ...ROWS, ship: [0, 2, 0, 1] } });
      expect(await versionId({ dir: copy })).not.toBe(id);
    } finally {
      await rm(copy, { recursive: true });
    }
  });

  test.each([["model.onnx"], ["tokenizer.json"], ["tokenizer_config.json"]])(
    "without %s is refused by its name",
    async (file) => {
      await unlink(join(dir, file));
      await expect(embedders().newest()).rejects.toMatchObject({
        code: "invalid_configuration",
        message: expect.stringContaining(file) as string,
      });
    },
  );

  test("that does not say how long vectors are takes what is configured, and is refused without", async () => {
    await unlink(join(dir, "config.json"));
    await expect(embedders().newest()).rejects.toMatchObject({ code: "invalid_configuration" });
    expect(await embedders({ dimensions: 4 }).newest()).toMatchObject({ dimensions: 4 });
  });

  test("that wants tokens put together in another way is refused", async () => {
    await writeOnnxModel(dir, { rows: ROWS, pooling: { pooling_mode_lasttoken: true } });
    await expect(embedders().newest()).rejects.toMatchObject({ code: "invalid_configuration" });
  });

  test("a file that is no JSON is named", async () => {
    await writeFile(join(dir, "config.json"), "{");
    await expect(embedders().newest()).rejects.toMatchObject({
      message: expect.stringContaining("config.json") as string,
    });
  });

  test("vectors of another model are not found", async () => {
    await expect(embedders().open("onnx-00000000000000000000")).rejects.toMatchObject({ code: "not_found" });
  });

  test("without the runtime it says how to install it", async () => {
    const embedder = await open({ runtimeDir: dir });
    await expect(embedder.queries(["ship"])).rejects.toMatchObject({
      code: "invalid_configuration",
      hint: expect.stringContaining(RUNTIME_PACKAGE) as string,
    });
  });
});

async function scoresOf(query: string, texts: readonly string[]): Promise<readonly number[]> {
  const scorer = pairScorer({ dir, runtimeDir: runtimeDir ?? null, threads: 1 });
  try {
    return await scorer.scores(query, texts);
  } finally {
    await scorer.close();
  }
}

describe.skipIf(runtimeDir === undefined)("a cross-encoder in ONNX", () => {
  const SCORES = { "[CLS]": [0], "[SEP]": [0], "[UNK]": [-1], ship: [2], lien: [5] } as const;

  test("scores each text with the query, in their order", async () => {
    await writeOnnxModel(dir, { rows: SCORES, isSummed: true });
    expect(await scoresOf("ship", ["lien lien", "ship", "a zeppelin"])).toEqual([12, 4, 0]);
  });

  test("is told which tokens are the text's, and a text that is too long loses its end", async () => {
    // What is summed is the kind of each token: 1 for those of the query, 100 for those of the text.
    const rows = { "[CLS]": [1], "[SEP]": [100], "[UNK]": [0], ship: [0], lien: [0] };
    await writeOnnxModel(dir, { rows, isSummed: true, inputs: ["token_type_ids", "input_ids"], tokensMax: 6 });
    expect(await scoresOf("ship", ["lien", "lien lien lien lien"])).toEqual([203, 303]);
  });

  test("a model that makes vectors is none", async () => {
    await expect(scoresOf("ship", ["lien"])).rejects.toMatchObject({ code: "invalid_configuration" });
  });
});

describe.skipIf(runtimeDir === undefined)("a model in ONNX", () => {
  test("gives the mean of its tokens, pieces of words among them, of unit length", async () => {
    const embedder = await open();
    const rows = await embedder.passages(["Ship lien", "liens", "a zeppelin"]);
    expectRow(rows.subarray(0, 4), meanOf("[CLS]", "ship", "lien", "[SEP]"));
    expectRow(rows.subarray(4, 8), meanOf("[CLS]", "lien", "##s", "[SEP]"));
    expectRow(rows.subarray(8, 12), meanOf("[CLS]", "[UNK]", "[UNK]", "[SEP]"));
  });

  test("a text has the same vector alone and among others, to the bit", async () => {
    const embedder = await open();
    const texts = Array.from({ length: 150 }, (_, index) => "ship liens ".repeat(index % 7));
    const together = await embedder.passages(texts);
    for (const at of [0, 3, 64, 149]) {
      expect(await embedder.passages(texts.slice(at, at + 1))).toEqual(together.subarray(at * 4, at * 4 + 4));
    }
  });

  test("gives the first token where the model says so", async () => {
    await writeOnnxModel(dir, { rows: ROWS, pooling: { pooling_mode_cls_token: true } });
    expectRow(await (await open()).queries(["ship"]), meanOf("[CLS]"));
  });

  test("of a text that is too long the end is not read, and its mark stays", async () => {
    await writeOnnxModel(dir, { rows: ROWS, tokensMax: 4 });
    expectRow(await (await open()).passages(["ship ship lien lien"]), meanOf("[CLS]", "ship", "ship", "[SEP]"));
  });

  test("queries and passages have their own words before them", async () => {
    const embedder = await open({ queryPrefix: "ship ", passagePrefix: "liens " });
    expectRow(await embedder.queries(["lien"]), meanOf("[CLS]", "ship", "lien", "[SEP]"));
    expectRow(await embedder.passages(["ship"]), meanOf("[CLS]", "lien", "##s", "ship", "[SEP]"));
  });

  test("a model that wants kinds and places of tokens gets them; one that wants more is refused", async () => {
    await writeOnnxModel(dir, { rows: ROWS, inputs: ["input_ids", "token_type_ids", "position_ids"] });
    expectRow(await (await open()).queries(["ship"]), meanOf("[CLS]", "ship", "[SEP]"));
    await writeOnnxModel(dir, { rows: ROWS, inputs: ["input_ids", "pixel_values"] });
    await expect((await open()).queries(["ship"])).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining("pixel_values") as string,
    });
  });

  test("vectors of another length than is configured, and such as are none, are refused", async () => {
    await expect((await open({ dimensions: 8 })).queries(["ship"])).rejects.toMatchObject({
      code: "invalid_configuration",
    });
    await expect((await open()).queries(["endless"])).rejects.toMatchObject({ code: "corrupt" });
  });

  test("a damaged model and a damaged tokenizer are told, and files that have changed since are not used", async () => {
    await truncate(join(dir, "model.onnx"), 40);
    const embedder = await open();
    await expect(embedder.queries(["ship"])).rejects.toMatchObject({ code: "corrupt" });
    await expect(embedder.queries(["ship"])).rejects.toMatchObject({ code: "corrupt" });
    await writeOnnxModel(dir, { rows: { ...ROWS, ship: [9, 9, 9, 9] } });
    await expect(embedder.queries(["ship"])).rejects.toMatchObject({ code: "conflict" });
    await writeOnnxModel(dir, { rows: ROWS });
    await expect(embedder.queries(["ship"])).rejects.toMatchObject({ code: "conflict" });
    expectRow(await (await open()).queries(["ship"]), meanOf("[CLS]", "ship", "[SEP]"));
    await writeFile(join(dir, "tokenizer.json"), "{}");
    await expect((await open()).queries(["ship"])).rejects.toMatchObject({ code: "corrupt" });
  });

  test("who gives up is answered at once, and the next is answered after", async () => {
    const embedder = await open();
    const stop = new AbortController();
    const long = embedder.passages(Array<string>(2000).fill("ship lien ".repeat(200)), { signal: stop.signal });
    stop.abort();
    await expect(long).rejects.toMatchObject({ code: "unavailable" });
    expectRow(await embedder.queries(["ship"]), meanOf("[CLS]", "ship", "[SEP]"));
    await embedder.close();
    await expect(embedder.queries(["ship"])).rejects.toMatchObject({ code: "unavailable" });
  });
});

test.skipIf(runtimeDir === undefined)(
  "a server makes its vectors with the model, and answers by meaning",
  { timeout: 240_000 },
  async () => {
    const settings = {
      ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data"),
      ONPOINT_EMBEDDING_MODEL_DIR: dir,
      ONPOINT_EMBEDDING_ONNX_RUNTIME: runtimeDir ?? "",
    };
    const server = await serve(settings);
    const key = /op_live_\w+/u.exec(server.said.stdout)?.[0] ?? "";
    const vectorsLine = async (): Promise<string | undefined> =>
      /vectors onnx-\S+ +follow the records/u.exec((await onpoint(settings, ["doctor"])).stdout)?.[0];
    await until(vectorsLine, 120_000);
    const response = await fetch(`${server.origin}/v1/search`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ query: "a lien on a ship", mode: "semantic", page_size: 5 }),
    });
    expect(await response.json()).toMatchObject({ metadata: { mode: "semantic" }, results: { length: 5 } });
    await server.stop();
    const told = await onpoint(settings, ["embed", "status"]);
    expect(told).toMatchObject({ code: 0, stdout: expect.stringMatching(/vectors of 4 numbers \(onnx-/u) as string });
  },
);
