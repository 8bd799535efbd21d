import { basename, resolve } from "node:path";
import { address, oneOf, TEXT, wholeNumber } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";
import { OnpointError } from "#base/errors.ts";
import { pairScorer } from "#embedding/onnx/pair-scorer.ts";
import type { TextReranker } from "./rerank/candidate-texts.ts";
import { chatReranker } from "./rerank/chat.ts";
import { modelReranker } from "./rerank/model-reranker.ts";
import { remembering } from "./rerank/remembering.ts";
import { rerankService, SHAPE_NAMES } from "./rerank/service.ts";
import type { RerankService } from "./rerank/service.ts";

/** The shape of a language model among those of services that only rerank. */
const CHAT = "chat";

export const SEARCH_SETTINGS = {
  rerankUrl: setting({
    name: "ONPOINT_RERANK_URL",
    reads: address("http:", "https:"),
    fallback: null,
    meaning: "The address of a reranking service, with its path. Default: the built-in reranker.",
    example: "https://api.cohere.com/v2/rerank",
  }),
  rerankShape: setting({
    name: "ONPOINT_RERANK_SHAPE",
    reads: oneOf(...SHAPE_NAMES, CHAT),
    fallback: "cohere",
    meaning: `How the service spells its requests: ${SHAPE_NAMES.join(", ")}; chat for a language model behind OpenAI's \`/v1/chat/completions\`.`,
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
  rerankModelDir: setting({
    name: "ONPOINT_RERANK_MODEL_DIR",
    reads: TEXT,
    fallback: null,
    meaning:
      "A directory with a cross-encoder in ONNX and its tokenizer, used on this machine (docs/operating/reranking.md). Not together with a service.",
    example: "/srv/models/a-cross-encoder",
  }),
  rerankThreads: setting({
    name: "ONPOINT_RERANK_THREADS",
    reads: wholeNumber(1, 64),
    fallback: 1,
    meaning: "Threads that a cross-encoder in ONNX computes with.",
    example: "4",
  }),
  rerankCandidates: setting({
    name: "ONPOINT_RERANK_CANDIDATES",
    reads: wholeNumber(1, 100),
    fallback: 40,
    meaning: "How many of the first results a service or a model reads; those behind keep their places.",
    example: "20",
  }),
  rerankTokens: setting({
    name: "ONPOINT_RERANK_TOKENS",
    reads: wholeNumber(1_000, 1_000_000),
    fallback: 60_000,
    meaning: "The most tokens, sent and received, a language model may use for one search.",
    example: "20000",
  }),
};

type RerankConfig = {
  readonly rerankUrl: string | null;
  readonly rerankShape: RerankService["shape"] | typeof CHAT;
  readonly rerankModel: string;
  readonly rerankKey: string | null;
  readonly rerankTimeout_ms: number;
  readonly rerankModelDir: string | null;
  readonly rerankThreads: number;
  readonly rerankCandidates: number;
  readonly rerankTokens: number;
  /** Where onnxruntime-node was installed. */
  readonly embeddingOnnxRuntime: string | null;
};

/** A reader of results that is configured, and how it is ended. */
export type ConfiguredReranker = { readonly reranker: TextReranker; readonly close: () => Promise<void> };

/** The service or the model that is configured, if one is. Throws `invalid_configuration` for both, and for a directory without a model. */
export function configuredReranker(config: RerankConfig): ConfiguredReranker | undefined {
  const { rerankUrl: url, rerankModelDir: dir, rerankShape: shape } = config;
  if (url !== null && dir !== null) {
    throw new OnpointError(
      "invalid_configuration",
      "results cannot be reranked both by a service and by a local model",
      {
        hint: "Leave out ONPOINT_RERANK_URL or ONPOINT_RERANK_MODEL_DIR.",
      },
    );
  }
  const read = (reranker: TextReranker): TextReranker => remembering({ ...reranker, most: config.rerankCandidates });
  if (dir !== null) {
    const scorer = pairScorer({ dir, runtimeDir: config.embeddingOnnxRuntime, threads: config.rerankThreads });
    const model = basename(resolve(dir));
    const timeout_ms = config.rerankTimeout_ms;
    return { reranker: read(modelReranker({ model, timeout_ms }, scorer)), close: scorer.close };
  }
  if (url === null) return undefined;
  const service = {
    url,
    model: config.rerankModel,
    key: config.rerankKey ?? undefined,
    timeout_ms: config.rerankTimeout_ms,
  };
  const reranker =
    shape === CHAT
      ? chatReranker({ ...service, tokens_max: config.rerankTokens })
      : rerankService({ ...service, shape });
  return { reranker: read(reranker), close: async () => undefined };
}
