import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { citingCorpus } from "#test/embedding/citing-corpus.ts";
import { heldModels } from "./model-directory.ts";
import { trainOnThread } from "./trainer.ts";
import { isTrainingDue } from "./training-due.ts";
import type { TrainingProgress } from "./training-text.ts";

const options = {
  dimensions: 16,
  seed: 1,
  epochs: 1,
  dropShare: 0.2,
  start: "passages" as const,
  works: 120,
  trainedAt: "2024-05-01T00:00:00.000Z",
};

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-training-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a model is trained on a thread, tells how far it is, and is the newest there", async () => {
  const told: TrainingProgress[] = [];
  const { text } = citingCorpus(120);
  const trained = await trainOnThread(dir, text, { ...options, onProgress: (progress) => told.push(progress) });
  expect(heldModels(dir)).toMatchObject([{ id: trained.id, works: 120, passages: 1200, sequence: 1 }]);
  expect(told[0]?.stage).toBe("reading");
  const again = await trainOnThread(dir, citingCorpus(120).text, options);
  expect(again.id).toBe(trained.id);
  expect(heldModels(dir)).toMatchObject([{ sequence: 2 }]);
});

test("too little text is said, and nothing is written", async () => {
  await expect(trainOnThread(dir, citingCorpus(20).text, options)).rejects.toMatchObject({
    code: "unsupported",
    message: "there is too little text to train vectors on",
  });
  expect(readdirSync(dir)).toEqual([]);
});

test("a training that is cancelled, and one whose text cannot be read, leave what was there", async () => {
  const { id } = await trainOnThread(dir, citingCorpus(120).text, options);
  const controller = new AbortController();
  const cancelled = trainOnThread(dir, citingCorpus(240).text, {
    ...options,
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(cancelled).rejects.toMatchObject({ code: "unavailable" });
  const { text } = citingCorpus(120);
  const torn = {
    ...text,
    citing: (async function* () {
      yield [];
      throw new Error("the database is gone");
    })(),
  };
  await expect(trainOnThread(dir, torn, options)).rejects.toThrow("the database is gone");
  expect(readdirSync(dir)).toEqual([`${id}.model`]);
});

test("a process that is killed while it trains loses nothing, and the next training is whole", async () => {
  const { id } = await trainOnThread(dir, citingCorpus(120).text, options);
  const script = fileURLToPath(
    new URL("train-until-killed.ts", import.meta.resolve("#test/embedding/citing-corpus.ts")),
  );
  const child = spawn(process.execPath, [script, dir], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  for await (const stage of createInterface({ input: child.stdout })) {
    if (stage === "citations") child.kill("SIGKILL");
  }
  expect((await ended)[1]).toBe("SIGKILL");
  expect(heldModels(dir).map((model) => model.id)).toEqual([id]);
  const next = await trainOnThread(dir, citingCorpus(120).text, { ...options, seed: 2 });
  expect(heldModels(dir).map((model) => model.id)).toEqual([next.id, id]);
});

test.each([
  ["a small corpus is not worth it", undefined, 51, false],
  ["one that never was trained on", undefined, 500, true],
  ["one that has hardly grown", { works: 1000 }, 1499, false],
  ["one that is half as large again", { works: 1000 }, 1500, true],
  ["one whose terms the same rules made", { works: 1000, rules: 2 }, 1000, false, 2],
  ["one whose terms other rules made", { works: 1000, rules: 1 }, 1000, true, 2],
  ["one whose model is older than numbers", { works: 1000 }, 1000, true, 2],
])("training is due for %s: %j, %d -> %s", (_what, newest, works, due, rules = 1) => {
  expect(isTrainingDue(newest, works, rules)).toBe(due);
});
