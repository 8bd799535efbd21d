import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

/** The server's measurements, in a registry of their own so that two servers in one process do not mix. */
export type Metrics = {
  readonly registry: Registry;
  readonly requests: Counter<"method" | "route" | "status">;
  readonly duration_s: Histogram<"method" | "route">;
  readonly inFlight: Gauge;
  readonly refusedKeys: Counter<"reason">;
  readonly cutAnswers: Counter<"reason">;
};

/** The state of a registry, as it can be sent to another process. */
export type MetricsSnapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
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
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
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
