import { address, TEXT, wholeNumber, YES_NO } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";

export const EMBEDDING_SETTINGS = {
  embeddingUrl: setting({
    name: "ONPOINT_EMBEDDING_URL",
    reads: address("http:", "https:"),
    fallback: null,
    meaning:
      "An endpoint that makes vectors as OpenAI's `/v1/embeddings` does, up to and without `/embeddings`; all texts and queries are sent there. Default: vectors trained on the opinions held, on this machine.",
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
    meaning:
      "How many numbers a vector of the model has. Needed with an endpoint, and with a local model that does not say; a vector of another length is refused.",
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
      "A directory with an embedding model in ONNX and its tokenizer, as sentence-transformers exports them: vectors are made with it, on this machine (docs/operating/embedding-models.md). Not beside an endpoint.",
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
      "Train vectors on the opinions held when there are none yet, and again when there are 1.5 times as many decisions; a minute after the records have last changed. Without it `onpoint embed train` does it. With an endpoint or a local model nothing is trained.",
    example: "no",
  }),
};
