import { OnpointError } from "#base/errors.ts";
import type { PairScorer } from "#embedding/onnx/pair-scorer.ts";
import type { TextReranker } from "./candidate-texts.ts";

type LocalModel = {
  /** As answers name it. */
  readonly model: string;
  /** All texts of one search together. */
  readonly timeout_ms: number;
};

/** A model on this machine that reads the query with each text. Throws `unavailable` where it has no time to. */
export function modelReranker({ model, timeout_ms }: LocalModel, scorer: Pick<PairScorer, "scores">): TextReranker {
  return {
    model,
    judge: async (query, texts, signal) => {
      const timeout = AbortSignal.timeout(timeout_ms);
      const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      try {
        return await scorer.scores(query, texts, stop);
      } catch (thrown) {
        if (!timeout.aborted || signal?.aborted === true) throw thrown;
        throw new OnpointError("unavailable", `the reranking model took longer than ${timeout_ms} ms`, {
          cause: thrown,
        });
      }
    },
  };
}
