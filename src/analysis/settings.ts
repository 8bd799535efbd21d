import { address, oneOf, TEXT, wholeNumber, YES_NO } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";

export const ANALYSIS_SETTINGS = {
  analysisProvider: setting({
    name: "ONPOINT_ANALYSIS_PROVIDER",
    reads: oneOf("openai-compatible", "anthropic", "openai"),
    fallback: null,
    meaning:
      "Whose language model reads documents; questions and documents are sent there. Default: none, the document's own words are quoted.",
    example: "openai-compatible",
  }),
  analysisUrl: setting({
    name: "ONPOINT_ANALYSIS_URL",
    reads: address("http:", "https:"),
    fallback: null,
    meaning:
      "The model's address, without `/chat/completions`, `/messages` or `/responses`. Required with `openai-compatible`.",
    example: "http://127.0.0.1:8080/v1",
  }),
  analysisModel: setting({
    name: "ONPOINT_ANALYSIS_MODEL",
    reads: TEXT,
    fallback: null,
    meaning: "The service's name of the model. Needed with a provider.",
    example: "qwen3-32b",
  }),
  analysisKey: setting({
    name: "ONPOINT_ANALYSIS_KEY",
    reads: TEXT,
    fallback: null,
    meaning: "The service's key. Default: none.",
    example: "sk-…",
    isSecret: true,
  }),
  analysisReads: setting({
    name: "ONPOINT_ANALYSIS_READS",
    reads: oneOf("document", "passages"),
    fallback: "document",
    meaning:
      "`document`: the model reads the whole document and answers with quotations. `passages`: it only chooses among the likeliest sentences, for less than 2,000 tokens a question.",
    example: "passages",
  }),
  analysisFallback: setting({
    name: "ONPOINT_ANALYSIS_FALLBACK",
    reads: YES_NO,
    fallback: true,
    meaning: "When the model fails, quote without a model and say so. Otherwise the analysis fails.",
    example: "no",
  }),
  analysisTimeoutSeconds: setting({
    name: "ONPOINT_ANALYSIS_TIMEOUT_SECONDS",
    reads: wholeNumber(1, 900),
    fallback: 120,
    meaning: "Seconds that the model has for one question, all requests and attempts together.",
    example: "60",
  }),
  analysisAttempts: setting({
    name: "ONPOINT_ANALYSIS_ATTEMPTS",
    reads: wholeNumber(1, 6),
    fallback: 3,
    meaning: "How often a request is sent whose failure may pass, or whose answer cannot be read.",
    example: "2",
  }),
  analysisTokens: setting({
    name: "ONPOINT_ANALYSIS_TOKENS",
    reads: wholeNumber(1_000, 5_000_000),
    fallback: 400_000,
    meaning:
      "The most tokens, sent and received, for one question. Longer documents are read in part, and the answer says so.",
    example: "100000",
  }),
  analysisPriceIn: setting({
    name: "ONPOINT_ANALYSIS_PRICE_IN",
    reads: wholeNumber(0, 1_000_000),
    fallback: 0,
    meaning: "Cents for a million tokens sent. With the cost below, a second limit.",
    example: "300",
  }),
  analysisPriceOut: setting({
    name: "ONPOINT_ANALYSIS_PRICE_OUT",
    reads: wholeNumber(0, 1_000_000),
    fallback: 0,
    meaning: "Cents for a million tokens received.",
    example: "1500",
  }),
  analysisCost: setting({
    name: "ONPOINT_ANALYSIS_COST",
    reads: wholeNumber(1, 100_000),
    fallback: null,
    meaning: "Cents that one question may cost. Default: no limit but that of tokens.",
    example: "50",
  }),
};
