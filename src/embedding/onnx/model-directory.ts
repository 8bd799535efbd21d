import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { messageOf, OnpointError } from "#base/errors.ts";

/** How the vectors of a text's tokens become one: the first of them, or their mean. */
export type Pooling = "first" | "mean";

/** A model as the tools of sentence-transformers write it into a directory. */
export type ModelDirectory = {
  readonly modelFile: string;
  readonly tokenizerFile: string;
  readonly tokenizerConfigFile: string;
  readonly pooling: Pooling;
  readonly dimensions: number;
  /** Of a text the first so many are read, marks at its ends included. */
  readonly tokensMax: number;
};

/** What most encoders take, where a model does not say. */
const TOKENS_MAX = 512;
/** Some models say a number without end. */
const TOKENS_CEILING = 8192;

const MODEL_FILES = ["model.onnx", join("onnx", "model.onnx")];
const POOLING_FILE = join("1_Pooling", "config.json");

const TOKENIZER_CONFIG = z.looseObject({ model_max_length: z.number().positive().optional() });
const MODEL_CONFIG = z.looseObject({
  hidden_size: z.int().positive().optional(),
  max_position_embeddings: z.int().positive().optional(),
});
const POOLING_CONFIG = z.looseObject({
  word_embedding_dimension: z.int().positive().optional(),
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(false),
});

/**
 * Reads what a directory says of its model; `dimensions` is what the settings say, which counts more. Throws
 * `invalid_configuration` that names what is missing or cannot be used.
 */
export function readModelDirectory(dir: string, dimensions: number | null): ModelDirectory {
  const modelFile = MODEL_FILES.map((name) => join(dir, name)).find((file) => existsSync(file));
  if (modelFile === undefined) throw unusable(dir, `it has no ${MODEL_FILES.join(" and no ")}`);
  const tokenizerFile = join(dir, "tokenizer.json");
  const tokenizerConfigFile = join(dir, "tokenizer_config.json");
  for (const file of [tokenizerFile, tokenizerConfigFile]) {
    if (!existsSync(file)) throw unusable(dir, `it has no ${basename(file)}`);
  }
  const tokenizer = readConfig(dir, "tokenizer_config.json", TOKENIZER_CONFIG);
  const model = readConfig(dir, "config.json", MODEL_CONFIG);
  const pooling = readConfig(dir, POOLING_FILE, POOLING_CONFIG);
  const wide = dimensions ?? pooling?.word_embedding_dimension ?? model?.hidden_size;
  if (wide === undefined) {
    throw unusable(dir, "it does not say how many numbers its vectors have; set ONPOINT_EMBEDDING_DIMENSIONS");
  }
  const tokensMax = tokenizer?.model_max_length ?? model?.max_position_embeddings ?? TOKENS_MAX;
  return {
    modelFile,
    tokenizerFile,
    tokenizerConfigFile,
    pooling: poolingOf(dir, pooling),
    dimensions: wide,
    tokensMax: tokensMax > TOKENS_CEILING ? (model?.max_position_embeddings ?? TOKENS_MAX) : Math.floor(tokensMax),
  };
}

/** Of everything that a vector depends on: the same files under another path give the same digest. */
export async function digestOf(directory: ModelDirectory): Promise<string> {
  const { modelFile, tokenizerFile, tokenizerConfigFile, pooling, dimensions, tokensMax } = directory;
  const hash = createHash("sha256").update(JSON.stringify([pooling, dimensions, tokensMax]));
  const weights = `${modelFile}_data`;
  const files = [modelFile, tokenizerFile, tokenizerConfigFile, ...(existsSync(weights) ? [weights] : [])];
  for (const file of files) {
    const own = createHash("sha256");
    for await (const chunk of createReadStream(file)) own.update(chunk as Buffer);
    hash.update(own.digest());
  }
  return hash.digest("hex");
}

function poolingOf(dir: string, config: z.output<typeof POOLING_CONFIG> | undefined): Pooling {
  if (config === undefined || config.pooling_mode_mean_tokens) return "mean";
  if (config.pooling_mode_cls_token) return "first";
  throw unusable(
    dir,
    `${POOLING_FILE} asks for another vector than the first token's or the mean, which are what is made`,
  );
}

function readConfig<Config extends z.ZodType>(dir: string, name: string, shape: Config): z.output<Config> | undefined {
  const file = join(dir, name);
  if (!existsSync(file)) return undefined;
  try {
    return shape.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (thrown) {
    throw unusable(
      dir,
      `${name} cannot be read: ${thrown instanceof z.ZodError ? z.prettifyError(thrown) : messageOf(thrown)}`,
    );
  }
}

function unusable(dir: string, what: string): OnpointError {
  return new OnpointError("invalid_configuration", `the model in ${basename(dir)} cannot be used: ${what}`, {
    hint: "A directory as sentence-transformers exports it for ONNX is wanted: docs/operating/embedding-models.md.",
  });
}
