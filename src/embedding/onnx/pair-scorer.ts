import { OnpointError } from "#base/errors.ts";
import { Thread } from "#base/threads/thread.ts";
import { readModelDirectory } from "./model-directory.ts";
import type { PairRequests, PairWorkerData } from "./pair-worker.ts";

/** A model that makes none need not say how long they are. */
const NO_VECTORS = 1;

/** A cross-encoder in a directory. */
export type OnnxPairs = {
  readonly dir: string;
  /** Where onnxruntime-node was installed; null for this program's own packages. */
  readonly runtimeDir: string | null;
  readonly threads: number;
};

/** How well each of some texts answers a query, as a model says that reads both together. */
export type PairScorer = {
  readonly scores: (query: string, texts: readonly string[], signal?: AbortSignal) => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
};

/**
 * On a thread of its own, which begins with the first query: a model computes without giving way. Throws
 * `invalid_configuration` for a directory without a model.
 */
export function pairScorer({ dir, runtimeDir, threads }: OnnxPairs): PairScorer {
  const directory = readModelDirectory(dir, NO_VECTORS);
  let thread: Thread<PairRequests> | undefined;
  let isClosed = false;
  const opened = (): Thread<PairRequests> => {
    if (isClosed) throw new OnpointError("unavailable", "the reranking model is closed");
    if (thread?.isAlive === true) return thread;
    thread = new Thread<PairRequests>({
      file: new URL("./pair-worker.ts", import.meta.url),
      name: "thread of the reranking model",
      data: { directory, runtimeDir, threads } satisfies PairWorkerData,
      onDeath: () => undefined,
    });
    return thread;
  };
  return {
    scores: async (query, texts, signal) => [...(await opened().ask("score", { query, texts }, { signal }))],
    close: async () => {
      isClosed = true;
      await thread?.stop();
    },
  };
}
