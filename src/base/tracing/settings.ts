import { z } from "zod";
import { address, oneOf, TEXT } from "../config/readers.ts";
import { setting } from "../config/setting.ts";

const FRACTION = z
  .string()
  .trim()
  .min(1)
  .transform(Number)
  .pipe(
    z
      .number("must be a number from 0 to 1")
      .min(0, "must be a number from 0 to 1")
      .max(1, "must be a number from 0 to 1"),
  );

const HEADERS = z.string().transform((text, check): Readonly<Record<string, string>> => {
  const pairs = text.split(",").map((pair) => pair.trim());
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf("=");
        const name = pair.slice(0, Math.max(at, 0)).trim();
        return [new Headers([[name, ""]]).keys().next().value ?? "", decodeURIComponent(pair.slice(at + 1).trim())];
      }),
    );
  } catch {
    check.addIssue("wants name=value, with commas between and values percent-encoded");
    return z.NEVER;
  }
});

/** Under the names that OpenTelemetry gives them (its specification, "Environment variables"). */
export const TRACING_SETTINGS = {
  tracesUrl: setting({
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    reads: address("http:", "https:"),
    fallback: null,
    meaning:
      "An OpenTelemetry collector; traces go to `/v1/traces` there (OTLP over HTTP in JSON). Default: no traces.",
    example: "http://127.0.0.1:4318",
  }),
  tracesHeaders: setting({
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    reads: HEADERS,
    fallback: null,
    isSecret: true,
    meaning: "Headers that the collector wants, as `name=value` with commas between; values are percent-encoded.",
    example: "authorization=Bearer%20token",
  }),
  tracesService: setting({
    name: "OTEL_SERVICE_NAME",
    reads: TEXT,
    fallback: "onpoint",
    meaning: "The name of this service in traces.",
    example: "legal-research",
  }),
  tracesSampler: setting({
    name: "OTEL_TRACES_SAMPLER",
    reads: oneOf(
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ),
    fallback: "parentbased_always_on",
    meaning:
      "Which requests are traced; the `parentbased_` ones do as the caller's `traceparent` says, if there is one.",
    example: "parentbased_traceidratio",
  }),
  tracesRatio: setting({
    name: "OTEL_TRACES_SAMPLER_ARG",
    reads: FRACTION,
    fallback: 1,
    meaning: "The part of the requests that the samplers by ratio take, from 0 to 1.",
    example: "0.1",
  }),
};
