import { OnpointError } from "#base/errors.ts";
import { corpusEmbedders, isTrained } from "./corpus/corpus-embedders.ts";
import { modelDirectory } from "./corpus/trainer.ts";
import type { Embedders } from "./embedder.ts";
import { httpEmbedders } from "./http/http-embedder.ts";
import type { HttpEmbedding } from "./http/http-embedder.ts";
import { onnxEmbedders } from "./onnx/onnx-embedder.ts";
import type { OnnxEmbedding } from "./onnx/onnx-embedder.ts";

/** The settings of this folder, with the data directory. */
export type EmbeddingConfig = {
  readonly dataDir: string;
  readonly embeddingUrl: string | null;
  readonly embeddingModel: string | null;
  readonly embeddingDimensions: number | null;
  readonly embeddingKey: string | null;
  readonly embeddingQueryPrefix: string | null;
  readonly embeddingPassagePrefix: string | null;
  readonly embeddingRequestsPerMinute: number;
  readonly embeddingModelDir: string | null;
  readonly embeddingOnnxRuntime: string | null;
  readonly embeddingThreads: number;
  /** Whether the service trains by itself when a model is due. */
  readonly embeddingTraining: boolean;
};

/**
 * What makes vectors as it is configured. Models trained before another provider was configured can be opened beside
 * it, so that their vectors answer until those of the provider are whole. Throws `invalid_configuration` for a provider
 * of which too little is said, and for two.
 */
export function openEmbedders(config: EmbeddingConfig): Embedders {
  const trained = corpusEmbedders(modelDirectory(config.dataDir));
  const configured = configuredEmbedders(config);
  if (configured === undefined) return trained;
  return { ...configured, open: async (id, options) => (isTrained(id) ? trained : configured).open(id, options) };
}

/** Whether vectors are trained on the corpus: nothing else is configured to make them. */
export function isTrainedHere({ embeddingUrl, embeddingModelDir }: EmbeddingConfig): boolean {
  return embeddingUrl === null && embeddingModelDir === null;
}

function configuredEmbedders(config: EmbeddingConfig): Embedders | undefined {
  const endpoint = endpointOf(config);
  const local = localModelOf(config);
  if (endpoint !== undefined && local !== undefined) {
    throw new OnpointError("invalid_configuration", "an embeddings endpoint and a local model are both configured", {
      hint: "Set one of ONPOINT_EMBEDDING_URL and ONPOINT_EMBEDDING_MODEL_DIR.",
    });
  }
  if (endpoint !== undefined) return httpEmbedders(endpoint);
  return local && onnxEmbedders(local);
}

/** The model in a directory that is configured, if any. */
export function localModelOf(config: EmbeddingConfig): OnnxEmbedding | undefined {
  if (config.embeddingModelDir === null) return undefined;
  return {
    dir: config.embeddingModelDir,
    runtimeDir: config.embeddingOnnxRuntime,
    dimensions: config.embeddingDimensions,
    queryPrefix: config.embeddingQueryPrefix ?? "",
    passagePrefix: config.embeddingPassagePrefix ?? "",
    threads: config.embeddingThreads,
  };
}

/** The endpoint that is configured, if any. */
export function endpointOf(config: EmbeddingConfig): HttpEmbedding | undefined {
  const { embeddingUrl: url, embeddingModel: model, embeddingDimensions: dimensions } = config;
  if (url === null) return undefined;
  if (model === null || dimensions === null) {
    throw new OnpointError("invalid_configuration", "an embeddings endpoint is configured without its model", {
      hint: "Set ONPOINT_EMBEDDING_MODEL and ONPOINT_EMBEDDING_DIMENSIONS beside ONPOINT_EMBEDDING_URL.",
    });
  }
  return {
    url,
    model,
    dimensions,
    key: config.embeddingKey,
    queryPrefix: config.embeddingQueryPrefix ?? "",
    passagePrefix: config.embeddingPassagePrefix ?? "",
    requestsPerMinute: config.embeddingRequestsPerMinute,
  };
}
