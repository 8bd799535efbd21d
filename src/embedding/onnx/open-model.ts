import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { messageOf, OnpointError } from "#base/errors.ts";
import type { ModelDirectory } from "./model-directory.ts";
import type { OnnxRuntime, OnnxSession } from "./runtime.ts";

export type OpenModel = { readonly session: OnnxSession; readonly tokenizer: Tokenizer };

/** Throws `corrupt` for files that are no model or no tokenizer. `threads` is how many one text may use. */
export async function openModel(runtime: OnnxRuntime, directory: ModelDirectory, threads: number): Promise<OpenModel> {
  const { modelFile, tokenizerFile, tokenizerConfigFile } = directory;
  const tokenizer = attempt(tokenizerFile, () => {
    const [rules, config] = [tokenizerFile, tokenizerConfigFile].map(
      (file): object => JSON.parse(readFileSync(file, "utf8")) as object,
    );
    return new Tokenizer(rules ?? {}, config ?? {});
  });
  const options = { executionProviders: ["cpu"], intraOpNumThreads: threads, interOpNumThreads: 1 } as const;
  const session = await runtime.InferenceSession.create(modelFile, options).catch((thrown: unknown) => {
    throw damaged(modelFile, thrown);
  });
  return { session, tokenizer };
}

/** Tokens of one text, and for each whether it is of the first text of a pair (0) or the second (1). */
type Tokens = { readonly ids: readonly number[]; readonly types: readonly number[] };

/** What a model wants of them. Throws `invalid_configuration` for one that wants what is not known. */
export function inputsOf(runtime: OnnxRuntime, session: OnnxSession, { ids, types }: Tokens): Record<string, unknown> {
  const row = (values: readonly number[]): unknown =>
    new runtime.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  const known: Readonly<Record<string, () => unknown>> = {
    input_ids: () => row(ids),
    attention_mask: () => row(ids.map(() => 1)),
    token_type_ids: () => row(types),
    position_ids: () => row(ids.map((_, place) => place)),
  };
  return Object.fromEntries(
    session.inputNames.map((name) => {
      const make = known[name];
      if (make === undefined) {
        throw new OnpointError("invalid_configuration", `the model needs an unknown input: ${name}`, {
          hint: "Use a model that reads texts alone (docs/operating/embedding-models.md).",
        });
      }
      return [name, make()];
    }),
  );
}

function attempt<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (thrown) {
    throw damaged(file, thrown);
  }
}

function damaged(file: string, cause: unknown): OnpointError {
  return new OnpointError("corrupt", `the model's ${file} cannot be loaded: ${messageOf(cause)}`, {
    hint: "Bring the file again from where the model came from.",
  });
}
