import { workerData } from "node:worker_threads";
import { Moved } from "#base/threads/call-port.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { PairModel } from "./pair-model.ts";
import { loadRuntime } from "./runtime.ts";

export type PairWorkerData = {
  readonly directory: ModelDirectory;
  readonly runtimeDir: string | null;
  readonly threads: number;
};

export type PairRequests = {
  /** A score for each text, in their order. */
  score: { input: { readonly query: string; readonly texts: readonly string[] }; answer: Float32Array };
};

const { directory, runtimeDir, threads } = workerData as PairWorkerData;

let loading: Promise<PairModel> | undefined;

serveThread<PairRequests>({
  score: async ({ query, texts }, { isGivenUp }) => {
    const model = await (loading ??= load());
    const scores = new Float32Array(texts.length);
    for (const [at, text] of texts.entries()) {
      // Then nobody waits for the scores.
      if (isGivenUp()) break;
      scores[at] = await model.scoreOf(query, text);
    }
    return new Moved(scores, [scores.buffer]);
  },
});

/** What could not be loaded is tried again at the next request. */
async function load(): Promise<PairModel> {
  try {
    return await PairModel.load(loadRuntime(runtimeDir), directory, threads);
  } catch (thrown) {
    loading = undefined;
    throw thrown;
  }
}
