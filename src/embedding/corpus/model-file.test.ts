import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, integer, property } from "fast-check";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { TEXTS_MAX } from "../embedder.ts";
import { corpusEmbedders } from "./corpus-embedders.ts";
import { heldModels, keepModels, nextSequence, pathOf, prepareDirectory } from "./model-directory.ts";
import { modelId, openModel, readModel, writeModel } from "./model-file.ts";
import { rowsInMemory, TextVectors } from "./model.ts";
import type { CorpusModel } from "./model.ts";
import { hashedTerm } from "./term-rows.ts";

const head = { trainedAt: "2024-05-01T00:00:00.000Z", works: 40, passages: 3000, citingTexts: 12, seed: 1 };

function someModel(shift: number): CorpusModel {
  const hashes = ["lien", "ship"].map((stem) => hashedTerm(stem, false)).toSorted((left, right) => left - right);
  return {
    dimensions: 4,
    hashes: Uint32Array.from(hashes),
    scales: Float32Array.from([0.5, 0.25]),
    vectors: Int8Array.from([127, shift, 0, 0, 0, 127, -shift, 3]),
  };
}

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-model-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function put(shift: number): string {
  const model = someModel(shift);
  const id = modelId(model);
  writeModel(pathOf(dir, id), { ...head, sequence: nextSequence(dir) }, model);
  return id;
}

describe("a model's file", () => {
  test("is read as it was written", () => {
    const id = put(5);
    const { head: read, model } = readModel(pathOf(dir, id));
    expect(model).toEqual(someModel(5));
    expect(read).toMatchObject({ ...head, dimensions: 4, terms: 2, sequence: 1 });
    expect(modelId(model)).toBe(id);
  });

  test("gives the same vectors read term by term, also when the file is gone from its directory", () => {
    const id = put(5);
    const onDisk = openModel(pathOf(dir, id));
    onTestFinished(onDisk.close);
    if (process.platform !== "win32") rmSync(pathOf(dir, id));
    const model = someModel(5);
    expect({ dimensions: onDisk.dimensions, hashes: onDisk.hashes, scales: onDisk.scales }).toEqual({
      dimensions: model.dimensions,
      hashes: model.hashes,
      scales: model.scales,
    });
    const texts = ["the ships", "a lien on a ship", "", "nothing of it"];
    expect(new TextVectors(onDisk).of(texts)).toEqual(new TextVectors(rowsInMemory(model)).of(texts));
  });

  test("any byte that is not as it was written is seen, and what is missing at its end", () => {
    const id = put(5);
    const path = pathOf(dir, id);
    const whole = readFileSync(path);
    assert(
      property(integer({ min: 0, max: whole.length - 1 }), integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        writeFileSync(path, damaged);
        for (const read of [readModel, openModel]) {
          expect(() => read(path)).toThrow(expect.objectContaining({ code: "corrupt" }) as Error);
        }
      }),
    );
    for (const length of [0, 5, 20, whole.length - 1]) {
      writeFileSync(path, whole);
      truncateSync(path, length);
      for (const read of [readModel, openModel]) {
        expect(() => read(path)).toThrow(expect.objectContaining({ code: "corrupt" }) as Error);
      }
    }
  });

  test("what a killed training left is no model, and goes with the next", () => {
    const id = put(1);
    writeFileSync(`${pathOf(dir, "corpus-half")}.new`, "half of one");
    expect(heldModels(dir).map((one) => one.id)).toEqual([id]);
    prepareDirectory(dir);
    expect(readdirSync(dir)).toEqual([`${id}.model`]);
  });
});

describe("the models of a directory", () => {
  test("are told by their heads, the rest of the files unread", () => {
    const id = put(1);
    // More than can be read at once; the file system keeps none of it.
    truncateSync(pathOf(dir, id), 8 * 1024 ** 3);
    expect(heldModels(dir)).toMatchObject([{ id, sequence: 1, terms: 2 }]);
  });

  test("stand side by side, the newest first, until nobody needs the older", async () => {
    const [first, second, third] = [put(1), put(2), put(3)];
    expect(heldModels(dir).map(({ id, sequence }) => [id, sequence])).toEqual([
      [third, 3],
      [second, 2],
      [first, 1],
    ]);
    const embedders = corpusEmbedders(dir);
    expect(await embedders.newest()).toEqual({ id: third, provider: "corpus", dimensions: 4 });
    await embedders.keepOnly([first]);
    expect(heldModels(dir).map(({ id }) => id)).toEqual([third, first]);
    keepModels(dir, []);
    expect(existsSync(pathOf(dir, third))).toBe(true);
    await expect(embedders.open(first)).rejects.toMatchObject({ code: "not_found" });
  });

  test("a directory without any says why there are no vectors", async () => {
    const embedders = corpusEmbedders(join(dir, "nowhere"));
    expect(await embedders.newest()).toEqual({ reason: "no vectors have been trained on this corpus yet" });
    await expect(embedders.open("../../etc/passwd")).rejects.toMatchObject({ code: "not_found" });
  });

  test("makes vectors of texts, of so many at once", async () => {
    const id = put(0);
    const embedder = await corpusEmbedders(dir).open(id);
    const ofQueries = await corpusEmbedders(dir).open(id, { forQueries: true });
    onTestFinished(ofQueries.close);
    const rows = await embedder.queries(["the ships", "nothing of it"]);
    expect(await ofQueries.queries(["the ships", "nothing of it"])).toEqual(rows);
    expect(rows).toHaveLength(8);
    expect(Math.hypot(...rows.subarray(0, 4))).toBeCloseTo(1, 5);
    expect([...rows.subarray(4)]).toEqual([0, 0, 0, 0]);
    await expect(embedder.passages(Array.from({ length: TEXTS_MAX + 1 }, () => ""))).rejects.toThrow(RangeError);
  });
});
