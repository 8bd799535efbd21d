import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { messageOf, OnpointError } from "#base/errors.ts";

/** What is used of onnxruntime-node, which is no dependency of this program: whoever wants it installs it. */
export type OnnxRuntime = {
  readonly InferenceSession: {
    readonly create: (file: string, options: SessionOptions) => Promise<OnnxSession>;
  };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => unknown;
};

type SessionOptions = {
  readonly executionProviders: readonly ["cpu"];
  readonly intraOpNumThreads: number;
  readonly interOpNumThreads: 1;
};

export type OnnxSession = {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly run: (inputs: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, OnnxOutput>>>;
};

export type OnnxOutput = { readonly type: string; readonly data: unknown; readonly dims: readonly number[] };

/** The release that the tests run. */
export const RUNTIME_PACKAGE = "onnxruntime-node@1.30.0";

/**
 * Loads it from `dir`, where it was installed with `npm install --prefix`, or from where this program finds its own
 * packages. Throws `invalid_configuration` that says how to install it.
 */
export function loadRuntime(dir: string | null): OnnxRuntime {
  const from = dir === null ? import.meta.url : join(resolve(dir), "package.json");
  try {
    return createRequire(from)("onnxruntime-node") as OnnxRuntime;
  } catch (thrown) {
    throw new OnpointError(
      "invalid_configuration",
      `onnxruntime-node cannot be loaded: ${firstLine(messageOf(thrown))}`,
      {
        hint: `Install it with \`npm install --ignore-scripts --prefix <directory> ${RUNTIME_PACKAGE}\` and set ONPOINT_EMBEDDING_ONNX_RUNTIME to that directory (docs/operating/embedding-models.md).`,
      },
    );
  }
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
