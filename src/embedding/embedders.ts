import { OnpointError } from "#base/errors.ts";
import { corpusEmbedders, isTrained } from "./corpus/corpus-embedders.ts";
import { modelDirectory } from "./corpus/trainer.ts";
import type { Embedders } from "./embedder.ts";
import { httpEmbedders } from "./http/http-embedder.ts";
import type { HttpEmbedding } from "./http/http-embedder.ts";

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
  /** Whether the service trains by itself when a model is due. */
  readonly embeddingTraining: boolean;
};

/**
 * What makes vectors as it is configured. Models trained before an endpoint was configured can be opened beside it, so
 * that their vectors answer until those of the endpoint are whole. Throws `invalid_configuration` for an endpoint of
 * which too little is said.
 */
export function openEmbedders(config: EmbeddingConfig): Embedders {
  const embedding = endpointOf(config);
  const trained = corpusEmbedders(modelDirectory(config.dataDir));
  if (embedding === undefined) return trained;
  const asked = httpEmbedders(embedding);
  return { ...asked, open: async (id) => (isTrained(id) ? trained : asked).open(id) };
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
