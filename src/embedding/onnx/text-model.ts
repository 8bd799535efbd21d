import type { Tokenizer } from "@huggingface/tokenizers";
import { OnpointError } from "#base/errors.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { inputsOf, openModel } from "./open-model.ts";
import type { OnnxOutput, OnnxRuntime, OnnxSession } from "./runtime.ts";

/** What an export with its own pooling calls the vector of the text. */
const WHOLE_TEXT = "sentence_embedding";

/** A model that is loaded. Texts are read one at a time: what stands beside a text must not change its vector. */
export class TextModel {
  readonly #runtime: OnnxRuntime;
  readonly #session: OnnxSession;
  readonly #tokenizer: Tokenizer;
  readonly #directory: ModelDirectory;

  private constructor(runtime: OnnxRuntime, session: OnnxSession, tokenizer: Tokenizer, directory: ModelDirectory) {
    this.#runtime = runtime;
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#directory = directory;
  }

  /** Throws `corrupt` for files that are no model or no tokenizer. `threads` is how many one text may use. */
  static async load(runtime: OnnxRuntime, directory: ModelDirectory, threads: number): Promise<TextModel> {
    const { session, tokenizer } = await openModel(runtime, directory, threads);
    return new TextModel(runtime, session, tokenizer, directory);
  }

  /** Of unit length, or all zeros for a text without a token. */
  async vectorOf(text: string): Promise<Float32Array> {
    const ids = this.#tokensOf(text);
    const { dimensions } = this.#directory;
    if (ids.length === 0) return new Float32Array(dimensions);
    const output = this.#outputOf(await this.#session.run(this.#inputs(ids)));
    return unit(pooled(output, this.#directory));
  }

  /** What is too long loses its end, not the mark that ends it. */
  #tokensOf(text: string): readonly number[] {
    const { ids } = this.#tokenizer.encode(text);
    const { tokensMax } = this.#directory;
    return ids.length <= tokensMax ? ids : [...ids.slice(0, tokensMax - 1), ...ids.slice(-1)];
  }

  #inputs(ids: readonly number[]): Record<string, unknown> {
    const types = ids.map(() => 0);
    return inputsOf(this.#runtime, this.#session, { ids, types });
  }

  #outputOf(outputs: Readonly<Record<string, OnnxOutput>>): OnnxOutput {
    const output = outputs[WHOLE_TEXT] ?? outputs[this.#session.outputNames[0] ?? ""];
    if (output === undefined) throw unfit("gives nothing out");
    return output;
  }
}

/** One vector of what a model gives for one text: of the text itself (1 × dimensions) or of each of its tokens. */
function pooled({ data, dims, type }: OnnxOutput, { pooling, dimensions }: ModelDirectory): Float32Array {
  if (!(data instanceof Float32Array)) throw unfit(`gives ${type} where 32-bit numbers are wanted`);
  if (dims.at(-1) !== dimensions) throw unfit(`makes vectors of ${dims.at(-1)} numbers; ${dimensions} are configured`);
  if (dims.length === 2 || pooling === "first") return data.slice(0, dimensions);
  const mean = new Float32Array(dimensions);
  const tokens = data.length / dimensions;
  for (let at = 0; at < data.length; at++)
    mean[at % dimensions] = (mean[at % dimensions] ?? 0) + (data[at] ?? 0) / tokens;
  return mean;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length))
    throw new OnpointError("corrupt", "the embedding model made a vector that is no vector");
  return length > 0 ? vector.map((value) => value / length) : vector;
}

function unfit(what: string): OnpointError {
  return new OnpointError("invalid_configuration", `the embedding model ${what}`, {
    hint: "Use a model that makes vectors of sentences (docs/operating/embedding-models.md).",
  });
}
