import { OnpointError } from "#base/errors.ts";

/** The settings of this folder. */
export type AnalysisConfig = {
  readonly analysisProvider: "openai-compatible" | "anthropic" | "openai" | null;
  readonly analysisUrl: string | null;
  readonly analysisModel: string | null;
  readonly analysisKey: string | null;
  readonly analysisReads: "document" | "passages";
  readonly analysisFallback: boolean;
  readonly analysisTimeoutSeconds: number;
  readonly analysisAttempts: number;
  readonly analysisTokens: number;
  /** Cents for a million tokens. */
  readonly analysisPriceIn: number;
  readonly analysisPriceOut: number;
  /** Cents; null without a limit. */
  readonly analysisCost: number | null;
};

/** A model that is configured, and what it may take for one question. */
export type ConfiguredModel = {
  readonly provider: "openai-compatible" | "anthropic" | "openai";
  readonly url: string | null;
  readonly model: string;
  readonly key: string | null;
  readonly reads: "document" | "passages";
  readonly timeout_ms: number;
  readonly attempts: number;
  readonly tokens_max: number;
  readonly centsPerMillion: { readonly input: number; readonly output: number };
  readonly cents_max: number | null;
};

/** The model that is configured, if any. Throws `invalid_configuration` for one of which too little is said. */
export function configuredModel(config: AnalysisConfig): ConfiguredModel | undefined {
  const { analysisProvider: provider, analysisModel: model, analysisUrl: url } = config;
  if (provider === null) return undefined;
  if (model === null) throw lacking("ONPOINT_ANALYSIS_MODEL");
  if (provider === "openai-compatible" && url === null) throw lacking("ONPOINT_ANALYSIS_URL");
  return {
    provider,
    url,
    model,
    key: config.analysisKey,
    reads: config.analysisReads,
    timeout_ms: config.analysisTimeoutSeconds * 1_000,
    attempts: config.analysisAttempts,
    tokens_max: config.analysisTokens,
    centsPerMillion: { input: config.analysisPriceIn, output: config.analysisPriceOut },
    cents_max: config.analysisCost,
  };
}

function lacking(name: string): OnpointError {
  return new OnpointError("invalid_configuration", `a model for analysis is configured without ${name}`, {
    hint: `Set ${name} beside ONPOINT_ANALYSIS_PROVIDER.`,
  });
}
