import { OnpointError } from "#base/errors.ts";
import type { Question } from "./retrieve/question.ts";
import type { Retrieved } from "./retrieve/retriever.ts";

/** Puts the best candidates into a better order, by reading them. */
export type Reranker = (question: Question, ranking: Retrieved) => Promise<Retrieved>;

const asRanked: Reranker = (_question, ranking) => Promise.resolve(ranking);

/** The reranker a question asks for; one that asks for none keeps the order. Throws `unsupported` when none is there. */
export function rerankerFor({ rerank }: Pick<Question, "rerank">, configured?: Reranker): Reranker {
  if (!rerank) return asRanked;
  if (configured !== undefined) return configured;
  const message = "reranking is not available on this server";
  throw new OnpointError("unsupported", message, {
    hint: "Ask without it.",
    faults: [{ path: "rerank", message, reason: { code: "not_offered", offered: false } }],
  });
}
