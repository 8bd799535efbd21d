import { join } from "node:path";
import { systemClock } from "#base/clock.ts";
import { corpusEmbedders } from "#embedding/corpus/corpus-embedders.ts";
import { heldModels } from "#embedding/corpus/model-directory.ts";
import { trainOnThread } from "#embedding/corpus/trainer.ts";
import { TRAINING_DEFAULTS } from "#embedding/corpus/training-text.ts";
import type { TrainingOptions } from "#embedding/corpus/training-text.ts";
import type { Embedder } from "#embedding/embedder.ts";
import { trainingText } from "#projections/training-text.ts";
import type { Corpus } from "../corpus.ts";

/** A model that has learned nothing of what some works say of others, with where it stands. */
export type EvaluationModel = { readonly embedder: Embedder; readonly dir: string };

/**
 * The model of a run, trained unless an earlier run with the same options has. `leavesOut` are works whose words about
 * others it must not see: the decisions that the queries were taken from.
 */
export async function openModel(
  corpus: Corpus,
  models: string,
  leavesOut: ReadonlySet<string>,
  given: Partial<TrainingOptions> = {},
): Promise<EvaluationModel> {
  const options = { ...TRAINING_DEFAULTS, ...given };
  const dir = join(
    models,
    [
      "without",
      leavesOut.size,
      options.epochs,
      options.dimensions,
      options.dropShare,
      ...(options.start === "chance" ? ["chance"] : []),
    ].join("-"),
  );
  const id = heldModels(dir)[0]?.id ?? (await train(corpus, dir, leavesOut, options));
  return { embedder: await corpusEmbedders(dir).open(id), dir };
}

async function train(
  corpus: Corpus,
  dir: string,
  leavesOut: ReadonlySet<string>,
  options: TrainingOptions,
): Promise<string> {
  const started_ms = performance.now();
  const works = new Set([...corpus.works.values()].map(({ workId }) => workId)).size;
  let told_ms = started_ms;
  const trained = await trainOnThread(dir, trainingText(corpus.db, { works, leavesOut: (id) => leavesOut.has(id) }), {
    ...options,
    works,
    trainedAt: systemClock().toISOString(),
    onProgress: ({ stage, done, total }) => {
      if (performance.now() - told_ms < 10_000) return;
      told_ms = performance.now();
      process.stderr.write(`${stage}: ${done} of ${total}\n`);
    },
  });
  const seconds = (performance.now() - started_ms) / 1000;
  const { maxRSS, userCPUTime } = process.resourceUsage();
  console.log(
    `trained in ${seconds.toFixed(0)} s (${(userCPUTime / 1e6).toFixed(0)} s of processor time since the start), ${(maxRSS / 1024).toFixed(0)} MB at most: ${trained.terms} terms, ${trained.passages} passages, ${trained.citingTexts} citing texts`,
  );
  return trained.id;
}
