import { expect, test } from "vitest";
import { citingCorpus } from "#test/embedding/citing-corpus.ts";
import { rowsInMemory, TextVectors } from "./model.ts";
import type { CorpusModel } from "./model.ts";
import { SeededRandom } from "./random.ts";
import { trainModel } from "./train-model.ts";
import { dot } from "./vector-math.ts";

const options = { dimensions: 32, seed: 1, epochs: 12, dropShare: 0.2, start: "passages" as const };
const quiet = (): void => undefined;

/** The share of themes whose words in a citation are nearest to what is said on the theme itself. */
function foundShare(model: CorpusModel): number {
  const { citingWords, ownWords, themes } = citingCorpus(1);
  const random = new SeededRandom(99);
  const vectors = new TextVectors(rowsInMemory(model));
  const own = vectors.of(Array.from({ length: themes }, (_, theme) => ownWords(theme, random)));
  const asked = vectors.of(Array.from({ length: themes }, (_, theme) => citingWords(theme, random)));
  const width = model.dimensions;
  const found = Array.from({ length: themes }, (_, theme) => {
    const near = Array.from({ length: themes }, (__, other) => dot(asked, theme * width, own, other * width, width));
    return near.indexOf(Math.max(...near)) === theme;
  });
  return found.filter(Boolean).length / themes;
}

test("citations teach that words belong together which never stand together", { timeout: 120_000 }, async () => {
  const untaught = await trainModel(citingCorpus(240).text, { ...options, epochs: 0 }, quiet);
  const taught = await trainModel(citingCorpus(240).text, options, quiet);
  if (untaught === undefined || taught === undefined) throw new Error("nothing was trained");
  expect(foundShare(untaught.model)).toBeLessThan(0.3);
  expect(foundShare(taught.model)).toBeGreaterThan(0.9);
  expect(taught.trainedOn.passages).toBe(2400);
});

test("the same text and seed give the same model, another seed another", async () => {
  const [once, again, other] = await Promise.all(
    [1, 1, 2].map(async (seed) => trainModel(citingCorpus(120).text, { ...options, epochs: 1, seed }, quiet)),
  );
  expect(again).toEqual(once);
  expect(other?.model.vectors).not.toEqual(once?.model.vectors);
});

test("a start from chance learns from citations alone, and is the same for a seed", { timeout: 120_000 }, async () => {
  const models = [];
  for (const epochs of [0, 0, 12]) {
    models.push(await trainModel(citingCorpus(240).text, { ...options, epochs, start: "chance" }, quiet));
  }
  const [untaught, again, taught] = models;
  if (untaught === undefined || taught === undefined) throw new Error("nothing was trained");
  expect(again).toEqual(untaught);
  expect(foundShare(untaught.model)).toBeLessThan(0.3);
  expect(foundShare(taught.model)).toBeGreaterThan(0.5);
});

test("too little text gives no model", async () => {
  expect(await trainModel(citingCorpus(20).text, options, quiet)).toBeUndefined();
});

test("a text without a known word is a row of zeros; any other is of unit length", async () => {
  const { text, ownWords } = citingCorpus(120);
  const trained = await trainModel(text, { ...options, epochs: 1 }, quiet);
  if (trained === undefined) throw new Error("nothing was trained");
  const rows = new TextVectors(rowsInMemory(trained.model)).of(["", "unheard of", ownWords(3, new SeededRandom(1))]);
  const width = trained.model.dimensions;
  const lengths = [0, 1, 2].map((row) => dot(rows, row * width, rows, row * width, width));
  expect(lengths[0]).toBe(0);
  expect(lengths[1]).toBe(0);
  expect(lengths[2]).toBeCloseTo(1, 4);
});
