import { workerData } from "node:worker_threads";
import { OnpointError } from "#base/errors.ts";
import { Moved } from "#base/threads/call-port.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import { digestOf } from "./model-directory.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { loadRuntime } from "./runtime.ts";
import { TextModel } from "./text-model.ts";

export type OnnxWorkerData = {
  readonly directory: ModelDirectory;
  /** Of the directory as it was when the version of its vectors was told. */
  readonly digest: string;
  readonly runtimeDir: string | null;
  readonly threads: number;
};

export type OnnxRequests = {
  /** The rows of the texts, one behind the other. */
  embed: { input: readonly string[]; answer: Float32Array };
};

const { directory, digest, runtimeDir, threads } = workerData as OnnxWorkerData;

let loading: Promise<TextModel> | undefined;

serveThread<OnnxRequests>({
  embed: async (texts, { isGivenUp }) => {
    const model = await (loading ??= load());
    const rows = new Float32Array(texts.length * directory.dimensions);
    for (const [at, text] of texts.entries()) {
      // Then nobody waits for the rows.
      if (isGivenUp()) break;
      rows.set(await model.vectorOf(text), at * directory.dimensions);
    }
    return new Moved(rows, [rows.buffer]);
  },
});

/** What could not be loaded is tried again at the next request. */
async function load(): Promise<TextModel> {
  try {
    const model = await TextModel.load(loadRuntime(runtimeDir), directory, threads);
    if ((await digestOf(directory)) !== digest) throw changed();
    return model;
  } catch (thrown) {
    loading = undefined;
    throw thrown;
  }
}

function changed(): OnpointError {
  return new OnpointError("conflict", "the files of the embedding model are not those that the program started with", {
    hint: "Start the program anew: the vectors are then made with the model that is there now.",
  });
}
