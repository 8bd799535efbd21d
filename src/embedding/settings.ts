import { address, TEXT, wholeNumber, YES_NO } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";

export const EMBEDDING_SETTINGS = {
  embeddingUrl: setting({
    name: "ONPOINT_EMBEDDING_URL",
    reads: address("http:", "https:"),
    fallback: null,
    meaning:
      "An endpoint like OpenAI's `/v1/embeddings`, without `/embeddings`; all texts and queries are sent there. Default: vectors trained on this machine.",
    example: "http://127.0.0.1:8081/v1",
  }),
  embeddingModel: setting({
    name: "ONPOINT_EMBEDDING_MODEL",
    reads: TEXT,
    fallback: null,
    meaning: "The endpoint's name of the model. Needed with an endpoint.",
    example: "bge-m3",
  }),
  embeddingDimensions: setting({
    name: "ONPOINT_EMBEDDING_DIMENSIONS",
    reads: wholeNumber(8, 4096),
    fallback: null,
    meaning: "How many numbers a vector has. Required with an endpoint, and with a local model that does not say.",
    example: "1024",
  }),
  embeddingKey: setting({
    name: "ONPOINT_EMBEDDING_KEY",
    reads: TEXT,
    fallback: null,
    meaning: "Sent to the endpoint as a bearer token. Default: none.",
    example: "sk-…",
    isSecret: true,
  }),
  embeddingQueryPrefix: setting({
    name: "ONPOINT_EMBEDDING_QUERY_PREFIX",
    reads: TEXT,
    fallback: null,
    meaning: "Put before every query, for models that want to be told what a text is.",
    example: "query: ",
  }),
  embeddingPassagePrefix: setting({
    name: "ONPOINT_EMBEDDING_PASSAGE_PREFIX",
    reads: TEXT,
    fallback: null,
    meaning: "Put before every passage.",
    example: "passage: ",
  }),
  embeddingRequestsPerMinute: setting({
    name: "ONPOINT_EMBEDDING_REQUESTS_PER_MINUTE",
    reads: wholeNumber(1, 100_000),
    fallback: 600,
    meaning: "Requests sent to the endpoint in a minute at most, by each process.",
    example: "60",
  }),
  embeddingModelDir: setting({
    name: "ONPOINT_EMBEDDING_MODEL_DIR",
    reads: TEXT,
    fallback: null,
    meaning:
      "A directory with an embedding model in ONNX and its tokenizer, used on this machine (docs/operating/embedding-models.md). Not together with an endpoint.",
    example: "/srv/models/bge-small-en",
  }),
  embeddingOnnxRuntime: setting({
    name: "ONPOINT_EMBEDDING_ONNX_RUNTIME",
    reads: TEXT,
    fallback: null,
    meaning:
      "The directory that onnxruntime-node was installed into, for a model in ONNX. Default: the packages of this program.",
    example: "/opt/onnxruntime",
  }),
  embeddingThreads: setting({
    name: "ONPOINT_EMBEDDING_THREADS",
    reads: wholeNumber(1, 64),
    fallback: 1,
    meaning: "Threads that a model in ONNX computes a text with.",
    example: "4",
  }),
  embeddingTraining: setting({
    name: "ONPOINT_EMBEDDING_TRAINING",
    reads: YES_NO,
    fallback: true,
    meaning:
      "Train vectors on the opinions on file when there are none, and again at 1.5 times as many decisions. `no`: only `onpoint embed train` does. Nothing is trained with an endpoint or a local model.",
    example: "no",
  }),
};
