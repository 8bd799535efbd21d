import { randomUUID } from "node:crypto";
import { matchedRoutes } from "hono/route";
import type { Logger } from "#base/log.ts";
import { inRequestSpan } from "#base/tracing/tracing.ts";
import type { Span } from "#base/tracing/tracing.ts";
import type { RunningRequests } from "#base/watchdog/running-requests.ts";
import { notingParts } from "#base/work-parts.ts";
import type { WorkParts } from "#base/work-parts.ts";
import { addressOf, enterRoute, isClientGone } from "../context.ts";
import type { AppContext, AppMiddleware } from "../context.ts";
import type { Metrics } from "../metrics.ts";

/** A request id we take over from the caller: short, and nothing that could forge a log line. */
const SANE_ID = /^[\w.:-]{8,64}$/u;

/** Methods that may become a label; anything else a client invents is counted together. */
const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"]);

/** Addresses that open something by themselves, or with a cookie: downloads, and steps of people who are signing in. */
const OPENS = /^\/oauth\/|:token$/u;

export type ObserveOptions = {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly trustProxy: boolean;
  /** Where what runs is noted for the watchdog. */
  readonly running?: RunningRequests | undefined;
  /** Requests that take longer are told of apart, with the parts of their work; 0 tells of none. */
  readonly slowRequest_ms: number;
  /** True while the server is stopping: connections are not kept then. */
  readonly isDraining: () => boolean;
};

/** The outermost layer: gives the request its id, and when it is answered, times, counts and logs it. */
export function observe(options: ObserveOptions): AppMiddleware {
  const { logger, metrics, running, slowRequest_ms } = options;
  return async (c, next) => {
    const from_ms = performance.now();
    const given = c.req.header("x-request-id");
    const requestId = given !== undefined && SANE_ID.test(given) ? given : randomUUID();
    const method = METHODS.has(c.req.method) ? c.req.method : "other";
    const place = running?.begin(`${requestId} ${method}`);
    let isOver = false;
    // A stream that stays open goes on to be told of when its place is another's.
    c.set("describe", (what) => {
      if (!isOver) running?.describe(place, `${requestId} ${method} ${what}`);
    });
    c.set("requestId", requestId);
    c.set("started_ms", from_ms);
    c.set("timings", []);
    c.set("tools", []);
    enterRoute(c, routeOf(c));
    c.header("X-Request-Id", requestId);
    metrics.inFlight.inc();
    const work: WorkParts = { parts: [], readings: [] };
    const answered = async (): Promise<void> => (slowRequest_ms > 0 ? notingParts(work, next) : next());
    await (isProbe(c.get("route"))
      ? answered()
      : inRequestSpan(method, traceOf(c), async (span) => {
          await answered();
          noteAnswer(span, c, method);
        }));
    metrics.inFlight.dec();
    isOver = true;
    running?.end(place);
    const duration_ms = performance.now() - from_ms;
    const status = c.res.status;
    const route = c.get("route");
    if (options.isDraining()) c.header("Connection", "close");
    metrics.requests.inc({ method, route, status: String(status) });
    metrics.duration_s.observe({ method, route }, duration_ms / 1000);
    // What was asked for by a client that has left (cut by a stop, say) is refused by then, and no fault.
    const isMoot = status === 503 && isClientGone(c);
    logger[isMoot ? "info" : levelOf(status, route)](
      {
        request_id: requestId,
        method,
        route,
        path: OPENS.test(route) ? route : c.req.path.slice(0, 200),
        status,
        duration_ms: Math.round(duration_ms * 100) / 100,
        key_id: c.get("principal")?.key?.id,
        ...(c.get("tools").length > 0 && { tools: c.get("tools") }),
        address: addressOf(c, options.trustProxy),
        ...(c.error === undefined || status < 500 || isMoot ? {} : { err: rootOf(c.error) }),
      },
      "request",
    );
    if (slowRequest_ms > 0 && duration_ms >= slowRequest_ms) {
      const parts = [...c.get("timings"), ...work.parts];
      logger.warn(
        { request_id: requestId, route, duration_ms: Math.round(duration_ms), tools: c.get("tools"), ...work, parts },
        "slow request",
      );
    }
  };
}

/** The pattern of what will answer, known before anything refuses the request. */
function routeOf(c: AppContext): string {
  return matchedRoutes(c).findLast(({ path }) => !path.includes("*"))?.path ?? "unmatched";
}

/** Probes ask every few seconds; their lines would bury the others. */
function levelOf(status: number, route: string): "debug" | "info" | "error" {
  if (isFailure(status)) return "error";
  return isProbe(route) ? "debug" : "info";
}

function isFailure(status: number): boolean {
  return status >= 500 && status !== 501;
}

function isProbe(route: string): boolean {
  return route === "/healthz" || route === "/readyz" || route === "/metrics";
}

/** The headers by which a caller has its trace go on here. */
function traceOf(c: AppContext): Readonly<Record<string, string>> {
  const traceparent = c.req.header("traceparent");
  const tracestate = c.req.header("tracestate");
  if (traceparent === undefined) return {};
  return { traceparent, ...(tracestate !== undefined && { tracestate }) };
}

/** Under the names that OpenTelemetry gives them, and nothing of what was asked. */
function noteAnswer(span: Span, c: AppContext, method: string): void {
  const { status } = c.res;
  const route = c.get("route");
  const keyId = c.get("principal")?.key?.id;
  span.rename(`${method} ${route}`);
  span.note({
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
    "onpoint.request_id": c.get("requestId"),
    ...(keyId !== undefined && { "onpoint.key_id": keyId }),
  });
  if (isFailure(status)) span.fail();
}

/** The failure itself rather than the problem it was turned into. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}
