import { workerData } from "node:worker_threads";
import { giveWay } from "#base/background.ts";
import { remote } from "#base/threads/remote.ts";
import { parentThread, serveThread } from "#base/threads/serve-thread.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import { nextSequence, pathOf } from "./model-directory.ts";
import { modelId, writeModel } from "./model-file.ts";
import { trainModel } from "./train-model.ts";
import type { TextSource, TrainerData, TrainerNews, TrainRequests } from "./trainer.ts";

const { dir, givesWay } = workerData as TrainerData;
const parent = parentThread<TrainerNews>();
if (givesWay) giveWay();

const PROGRESS_EVERY_MS = 200;

serveThread<TrainRequests>({
  train: async ({ trainedAt, works, ...options }) => {
    const source = remote<TextSource>(parent, "text");
    const text = { passages: pulled(source.passages), citing: pulled(source.citing) };
    let told_ms = Number.NEGATIVE_INFINITY;
    const trained = await trainModel(text, options, (progress) => {
      const now_ms = performance.now();
      if (now_ms - told_ms < PROGRESS_EVERY_MS) return;
      told_ms = now_ms;
      parent.ask("progress", progress).catch(() => undefined);
    });
    if (trained === undefined) return null;
    const { model, trainedOn } = trained;
    const { passages, citingTexts } = trainedOn;
    const id = modelId(model);
    const head = {
      sequence: nextSequence(dir),
      trainedAt,
      works,
      passages,
      citingTexts,
      seed: options.seed,
      rules: DERIVATIONS.vectors.number,
    };
    writeModel(pathOf(dir, id), head, model);
    return { id, ...trainedOn, dimensions: model.dimensions };
  },
});

/** What the one who started this thread reads, batch by batch, to the end. */
async function* pulled<Item>(next: () => Promise<readonly Item[] | null>): AsyncGenerator<readonly Item[]> {
  for (let batch = await next(); batch !== null; batch = await next()) yield batch;
}
