import type { Reranker } from "./rerank.ts";
import { rerankWeights } from "./weights.ts";

/**
 * Leaves what words and meaning have put in order together as it is: of what is typed nothing else that is known of the
 * candidates improves one kind of query without costing another (figures in docs/decisions/ranking.md).
 */
export function settledReranker(): Reranker {
  return { model: rerankWeights().model, judge: async (_asked, hits) => hits.map(({ score }) => score) };
}
