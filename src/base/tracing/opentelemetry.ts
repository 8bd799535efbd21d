import { setTimeout as sleep } from "node:timers/promises";
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Context, Span as LibrarySpan, Tracer as LibraryTracer } from "@opentelemetry/api";
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Sampler, SpanExporter } from "@opentelemetry/sdk-trace";
import type { ValuesOf } from "../config/setting.ts";
import type { Logger } from "../log.ts";
import type { TRACING_SETTINGS } from "./settings.ts";
import type { Attributes, SpanHeaders, OpenSpan, SpanStart, Tracer } from "./tracing.ts";

/** Read only where traces are configured: see `start.ts`. */

export type TracingConfig = ValuesOf<typeof TRACING_SETTINGS>;
export type OpenTelemetry = Tracer & { readonly stop: () => Promise<void> };

/** What a collector that does not answer may cost: memory for so many spans, and time at a stop. */
const WAITING_MAX = 2_048;
const EXPORT_MS_MAX = 5_000;
const STOP_MS_MAX = 3_000;
const EXPORT_EVERY_MS = 1_000;
const VALUE_CHARS_MAX = 200;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const PROPAGATOR = new W3CTraceContextPropagator();

/** Spans as OpenTelemetry's own library keeps and sends them. Nothing of it is registered beyond what is answered. */
export function openTelemetry(url: string, config: TracingConfig, version: string, log: Logger): OpenTelemetry {
  const exporter = new OTLPTraceExporter({
    url: `${url}/v1/traces`,
    headers: config.tracesHeaders ?? {},
    timeoutMillis: EXPORT_MS_MAX,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": config.tracesService, "service.version": version }),
    sampler: samplerOf(config),
    spanLimits: { attributeValueLengthLimit: VALUE_CHARS_MAX },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: complainingOnce(exporter, log),
        maxQueueSize: WAITING_MAX,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_MS_MAX,
      }),
    ],
  });
  const tracer = provider.getTracer("onpoint", version);
  return {
    begin: (name, start) => new Kept(tracer, name, start),
    stop: async () => {
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(STOP_MS_MAX, undefined, { ref: false })]);
    },
  };
}

class Kept implements OpenSpan {
  readonly context: Context;
  readonly #span: LibrarySpan;

  constructor(tracer: LibraryTracer, name: string, { kind, attributes, parent }: SpanStart) {
    const around = parent instanceof Kept ? parent.context : contextIn(parent as SpanHeaders);
    this.#span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, around);
    this.context = trace.setSpan(around, this.#span);
  }

  get headers(): SpanHeaders {
    const headers: Record<string, string> = {};
    PROPAGATOR.inject(this.context, headers, defaultTextMapSetter);
    return headers;
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  note(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  fail(): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#span.end();
  }
}

/** What is malformed begins a trace of its own (W3C Trace Context, section 4.3). */
function contextIn(headers: SpanHeaders): Context {
  return PROPAGATOR.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
}

function samplerOf({ tracesSampler, tracesRatio }: TracingConfig): Sampler {
  const isOfParent = tracesSampler.startsWith("parentbased_");
  const root = rootSampler(tracesSampler.replace("parentbased_", ""), tracesRatio);
  return isOfParent ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === "traceidratio") return new TraceIdRatioBasedSampler(ratio);
  return name === "always_off" ? new AlwaysOffSampler() : new AlwaysOnSampler();
}

/** Says once that spans are lost, and once more after each time that some have arrived. */
function complainingOnce(exporter: SpanExporter, log: Logger): SpanExporter {
  let isTold = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isLost = result.code !== ExportResultCode.SUCCESS;
        if (isLost && !isTold) log.warn({ err: result.error }, "the collector of traces takes none; they are lost");
        isTold = isLost;
        // The library would tell of each failure once more.
        done({ code: ExportResultCode.SUCCESS });
      }),
    shutdown: async () => exporter.shutdown(),
  };
}
