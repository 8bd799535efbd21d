import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { systemClock } from "#base/clock.ts";
import { wholeNumber } from "#base/config/readers.ts";
import type { Db } from "#db/connection.ts";
import { lockDataDirectory } from "#db/lock.ts";
import { heldModels } from "#embedding/corpus/model-directory.ts";
import { endpointOf, isTrainedHere, localModelOf } from "#embedding/embedders.ts";
import { httpEmbedder } from "#embedding/http/http-embedder.ts";
import type { HttpEmbedding } from "#embedding/http/http-embedder.ts";
import { onnxEmbedders } from "#embedding/onnx/onnx-embedder.ts";
import type { OnnxEmbedding } from "#embedding/onnx/onnx-embedder.ts";
import { hasVectors } from "#embedding/embedder.ts";
import { isTrainingDue, RETRAIN_GROWTH } from "#embedding/corpus/training-due.ts";
import { modelDirectory, trainOnThread } from "#embedding/corpus/trainer.ts";
import { TRAINING_DEFAULTS } from "#embedding/corpus/training-text.ts";
import type { TrainingProgress } from "#embedding/corpus/training-text.ts";
import { countWorks } from "#opinions/store/copies.ts";
import { trainingText } from "#projections/training-text.ts";
import { interruptSignal, openContext, withDatabase } from "../context.ts";
import type { Context } from "../context.ts";
import { count, duration, note, openProgress, print, printJson, table } from "../terminal.ts";

type Json = { readonly json?: boolean };

const STAGES: Record<TrainingProgress["stage"], string> = {
  reading: "reading passages",
  directions: "directions",
  citations: "citations",
};

export function addEmbedCommands(program: Command): void {
  const embed = program
    .command("embed")
    .summary("look after the vectors that searches by meaning compare")
    .description(
      "Vectors come from a model that is trained on the opinions held here: on the words that stand together, and on what\ncitations say belongs together. Nothing is fetched from anywhere.",
    );
  embed
    .command("status")
    .summary("which models there are, and whether the corpus has outgrown them")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint embed status")
    .action(async (options: Json) => {
      const context = openContext("command");
      const endpoint = endpointOf(context.config);
      if (endpoint !== undefined) return printEndpoint(endpoint, options);
      const local = localModelOf(context.config);
      if (local !== undefined) return printLocalModel(local, options);
      printStatus(context, await withDatabase(context, countWorks), options);
    });
  embed
    .command("train")
    .summary("train a model on the opinions held")
    .description(
      "Trains a new model beside the one in use, which stays until the new one is whole. May be interrupted at any moment;\nwhat was begun is then begun again.",
    )
    .option("--seed <number>", "another seed gives another model of the same worth", seedOf, TRAINING_DEFAULTS.seed)
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint embed train")
    .action(async (options: Json & { readonly seed: number }) => {
      const context = openContext("command");
      if (!isTrainedHere(context.config)) {
        note(
          "Vectors are made by what is configured: the model is trained, and used only without ONPOINT_EMBEDDING_URL and ONPOINT_EMBEDDING_MODEL_DIR.",
        );
      }
      await withDatabase(context, async (db) => train(context, db, options));
    });
}

async function train({ config }: Context, db: Db, options: Json & { readonly seed: number }): Promise<void> {
  const { seed } = options;
  const lock = lockDataDirectory(config.dataDir, "training");
  const progress = openProgress("training", (amount) => count(amount));
  const started_ms = performance.now();
  try {
    const works = await countWorks(db);
    const trained = await trainOnThread(modelDirectory(config.dataDir), trainingText(db, { works }), {
      ...TRAINING_DEFAULTS,
      seed,
      works,
      trainedAt: systemClock().toISOString(),
      signal: interruptSignal(),
      onProgress: ({ stage, done, total }) => progress.update(done, total, STAGES[stage]),
    });
    progress.finish();
    if (options.json === true) printJson(trained);
    else {
      const seconds = (performance.now() - started_ms) / 1000;
      print(
        `Trained ${trained.id} in ${duration(seconds)}: ${count(trained.terms)} terms from ${count(trained.passages)} passages and ${count(trained.citingTexts)} citing texts.`,
      );
    }
  } finally {
    lock.release();
  }
}

const SEED = wholeNumber(0, 2 ** 32 - 1);

function seedOf(text: string): number {
  const read = SEED.safeParse(text);
  if (read.success) return read.data;
  throw new InvalidArgumentError(`It ${read.error.issues[0]?.message ?? "is wrong"}.`);
}

function printStatus({ config }: Context, works: number, options: Json): void {
  const models = heldModels(modelDirectory(config.dataDir));
  const isDue = isTrainingDue(models[0], works);
  if (options.json === true) {
    printJson({ works, models, isTrainingDue: isDue });
    return;
  }
  print(
    table(
      ["model", "trained", "decisions then", "passages", "citing texts", "dimensions"],
      models.map((one) => [
        one.id,
        one.trainedAt,
        count(one.works),
        count(one.passages),
        count(one.citingTexts),
        count(one.dimensions),
      ]),
    ),
  );
  print(`${count(works)} decisions are held now.`);
  if (!isDue) return;
  print(
    models.length === 0
      ? "No model has been trained: run `onpoint embed train`."
      : `That is ${RETRAIN_GROWTH} times as many as when the newest was trained, or more: run \`onpoint embed train\`.`,
  );
}

const SAMPLE_QUERY = "Does a common carrier answer for the goods of a passenger?";

/** Has the model make one vector: whether it loads, and how fast it is. */
async function printLocalModel(local: OnnxEmbedding, options: Json): Promise<void> {
  const embedders = onnxEmbedders(local);
  const newest = await embedders.newest();
  if (!hasVectors(newest)) return print(newest.reason);
  const embedder = await embedders.open(newest.id);
  try {
    await embedder.queries([SAMPLE_QUERY]);
    const started_ms = performance.now();
    await embedder.queries([SAMPLE_QUERY]);
    const answer_ms = Math.round(performance.now() - started_ms);
    const { id, dimensions } = newest;
    if (options.json === true) printJson({ dir: local.dir, dimensions, version: id, answer_ms });
    else
      print(`The model in ${local.dir} makes vectors of ${dimensions} numbers (${id}): one query in ${answer_ms} ms.`);
  } finally {
    await embedder.close();
  }
}

/** Asks the endpoint for one vector: whether it answers, as it is configured, how fast and at what cost. */
async function printEndpoint(endpoint: HttpEmbedding, options: Json): Promise<void> {
  const embedder = httpEmbedder(endpoint);
  const started_ms = performance.now();
  await embedder.queries([SAMPLE_QUERY]);
  const answer_ms = Math.round(performance.now() - started_ms);
  const { url, model, dimensions } = endpoint;
  const { tokens } = embedder.usage();
  await embedder.close();
  if (options.json === true) printJson({ url, model, dimensions, version: embedder.version.id, answer_ms, tokens });
  else
    print(
      `${url} makes vectors of ${dimensions} numbers with ${model}: one query in ${answer_ms} ms, ${tokens} tokens.`,
    );
}
