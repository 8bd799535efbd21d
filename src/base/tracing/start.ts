import type { Logger } from "../log.ts";
import type { TracingConfig } from "./opentelemetry.ts";
import { traceWith } from "./tracing.ts";

/** Traces requests where a collector is configured; only then the library is read. Answers how to end it. */
export async function startTracing(config: TracingConfig, version: string, log: Logger): Promise<() => Promise<void>> {
  if (config.tracesUrl === null) return async () => undefined;
  const { openTelemetry } = await import("./opentelemetry.ts");
  const { stop, ...tracer } = openTelemetry(config.tracesUrl, config, version, log);
  const untrace = traceWith(tracer);
  return async () => {
    untrace();
    await stop();
  };
}
