import type { Tokenizer } from "@huggingface/tokenizers";
import { OnpointError } from "#base/errors.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { inputsOf, openModel } from "./open-model.ts";
import type { OnnxOutput, OnnxRuntime, OnnxSession } from "./runtime.ts";

/** Characters of a query for each token that a pair may have: about half of these are left to the text. */
const QUERY_CHARS = 2;

/** A cross-encoder that is loaded: it reads a query and a text together and says how well the one answers the other. */
export class PairModel {
  readonly #runtime: OnnxRuntime;
  readonly #session: OnnxSession;
  readonly #tokenizer: Tokenizer;
  readonly #tokensMax: number;

  private constructor(runtime: OnnxRuntime, session: OnnxSession, tokenizer: Tokenizer, tokensMax: number) {
    this.#runtime = runtime;
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#tokensMax = tokensMax;
  }

  /** Throws `corrupt` for files that are no model or no tokenizer. `threads` is how many one pair may use. */
  static async load(runtime: OnnxRuntime, directory: ModelDirectory, threads: number): Promise<PairModel> {
    const { session, tokenizer } = await openModel(runtime, directory, threads);
    return new PairModel(runtime, session, tokenizer, directory.tokensMax);
  }

  /** A number that is open at both ends, the higher the better; comparable for one query. */
  async scoreOf(query: string, text: string): Promise<number> {
    const { ids, token_type_ids: types } = this.#tokenizer.encode(query.slice(0, this.#tokensMax * QUERY_CHARS), {
      text_pair: text,
      return_token_type_ids: true,
    });
    const tokens = { ids: cut(ids, this.#tokensMax), types: cut(types, this.#tokensMax) };
    const outputs = await this.#session.run(inputsOf(this.#runtime, this.#session, tokens));
    return scoreIn(outputs[this.#session.outputNames[0] ?? ""]);
  }
}

/** What is too long loses the end of its text, not the mark that ends it. */
function cut(row: readonly number[], length_max: number): readonly number[] {
  return row.length <= length_max ? row : [...row.slice(0, length_max - 1), ...row.slice(-1)];
}

/** One number is the score; of two the second speaks for the text and the first against it. */
function scoreIn(output: OnnxOutput | undefined): number {
  if (output === undefined || !(output.data instanceof Float32Array)) throw unfit("gives no 32-bit numbers");
  const [first, second, third] = output.data;
  if (first === undefined || third !== undefined)
    throw unfit(`gives ${output.data.length} numbers for a pair of texts`);
  const score = second === undefined ? first : second - first;
  if (!Number.isFinite(score))
    throw new OnpointError("corrupt", "the reranking model gave a score that is not a number");
  return score;
}

function unfit(what: string): OnpointError {
  return new OnpointError("invalid_configuration", `the reranking model ${what}`, {
    hint: "Use a cross-encoder, which gives one number, or two, for a query and a text (docs/operating/embedding-models.md).",
  });
}
