import { address, oneOf, TEXT, wholeNumber } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";
import { SHAPE_NAMES } from "./rerank/service.ts";
import type { RerankService } from "./rerank/service.ts";

export const SEARCH_SETTINGS = {
  rerankUrl: setting({
    name: "ONPOINT_RERANK_URL",
    reads: address("http:", "https:"),
    fallback: null,
    meaning:
      "The address of a reranking service, with its path. Without it this server reranks by itself, without a model.",
    example: "https://api.cohere.com/v2/rerank",
  }),
  rerankShape: setting({
    name: "ONPOINT_RERANK_SHAPE",
    reads: oneOf(...SHAPE_NAMES),
    fallback: "cohere",
    meaning: `How the service spells its requests: ${SHAPE_NAMES.join(", ")}.`,
    example: "tei",
  }),
  rerankModel: setting({
    name: "ONPOINT_RERANK_MODEL",
    reads: TEXT,
    fallback: "rerank",
    meaning: "The model that is asked for and told in answers.",
    example: "rerank-v3.5",
  }),
  rerankKey: setting({
    name: "ONPOINT_RERANK_KEY",
    reads: TEXT,
    fallback: null,
    meaning: "The key that the service wants, if any.",
    example: "secret",
    isSecret: true,
  }),
  rerankTimeout_ms: setting({
    name: "ONPOINT_RERANK_TIMEOUT_MS",
    reads: wholeNumber(100, 60_000),
    fallback: 5000,
    meaning: "A service that has not answered by then has failed; the results keep their order, and say so.",
    example: "5000",
  }),
};

/** The service that is configured, if one is. */
export function rerankServiceOf(config: {
  readonly rerankUrl: string | null;
  readonly rerankShape: RerankService["shape"];
  readonly rerankModel: string;
  readonly rerankKey: string | null;
  readonly rerankTimeout_ms: number;
}): RerankService | undefined {
  if (config.rerankUrl === null) return undefined;
  return {
    url: config.rerankUrl,
    shape: config.rerankShape,
    model: config.rerankModel,
    key: config.rerankKey ?? undefined,
    timeout_ms: config.rerankTimeout_ms,
  };
}
