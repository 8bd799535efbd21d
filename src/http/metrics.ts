import type { InTurn } from "#base/in-turn.ts";
import type { RunningRequests } from "#base/watchdog/running-requests.ts";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { collecting, measureProcess } from "./process-measures.ts";
import { measureService } from "./service-measures.ts";
import type { ServiceMeasures } from "./service-measures.ts";

/** The server's measurements, in a registry of their own so that two servers in one process do not mix. */
export type Metrics = {
  readonly registry: Registry;
  readonly requests: Counter<"method" | "route" | "status">;
  readonly duration_s: Histogram<"method" | "route">;
  readonly inFlight: Gauge;
  readonly refusedKeys: Counter<"reason">;
  readonly toolCalls: Counter<"contract" | "tool" | "outcome">;
  readonly toolDuration_s: Histogram<"tool">;
  readonly cutAnswers: Counter<"reason">;
};

/** The state of a registry, as it can be sent to another process. */
export type MetricsSnapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export type MetricsOptions = {
  readonly largeAnswers?: Pick<InTurn, "goingCount" | "waitingCount">;
  readonly running?: RunningRequests | undefined;
  readonly measures?: (() => Promise<ServiceMeasures>) | undefined;
};

export function createMetrics({ running, measures, largeAnswers }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  measureProcess(registry, running);
  if (measures !== undefined) measureService(registry, measures);
  const large = new Gauge({
    name: "onpoint_large_answers",
    help: "Answers with texts that are being made, or wait for their turn.",
    labelNames: ["state"],
    registers,
  });
  collecting([large], () => {
    large.set({ state: "made" }, largeAnswers?.goingCount ?? 0);
    large.set({ state: "waiting" }, largeAnswers?.waitingCount ?? 0);
  });
  new Gauge({ name: "onpoint_processes", help: "Processes that answer on this port.", registers }).set(1);
  return {
    registry,
    requests: new Counter({
      name: "onpoint_http_requests_total",
      help: "Requests answered.",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    duration_s: new Histogram({
      name: "onpoint_http_request_duration_seconds",
      help: "Time from the request's head to the end of the handler.",
      labelNames: ["method", "route"],
      buckets: BUCKETS_S,
      registers,
    }),
    toolCalls: new Counter({
      name: "onpoint_tool_calls_total",
      help: "Calls of tools by assistants; `error` where the answer says so.",
      labelNames: ["contract", "tool", "outcome"],
      registers,
    }),
    toolDuration_s: new Histogram({
      name: "onpoint_tool_call_duration_seconds",
      help: "Time from a call of a tool to its answer.",
      labelNames: ["tool"],
      buckets: BUCKETS_S,
      registers,
    }),
    inFlight: new Gauge({ name: "onpoint_http_requests_in_flight", help: "Requests being answered.", registers }),
    refusedKeys: new Counter({
      name: "onpoint_http_refused_keys_total",
      help: "Requests refused for their key.",
      labelNames: ["reason"],
      registers,
    }),
    cutAnswers: new Counter({
      name: "onpoint_http_cut_answers_total",
      help: "Answers cut because their client did not take them.",
      labelNames: ["reason"],
      registers,
    }),
  };
}
