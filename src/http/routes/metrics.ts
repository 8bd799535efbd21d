import { hash, timingSafeEqual } from "node:crypto";
import { AggregatorRegistry } from "prom-client";
import type { HttpConfig } from "../config.ts";
import type { AppContext } from "../context.ts";
import type { Metrics } from "../metrics.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/u;

/**
 * Measurements for Prometheus. With a metrics token, whoever sends it; without one, loopback alone, and not
 * through a proxy, whose connections come from loopback as well.
 */
export function metricsRoute(
  { registry }: Pick<Metrics, "registry">,
  config: Pick<HttpConfig, "metricsToken">,
  ofAllProcesses: Services["metricsOfAllProcesses"],
): Route {
  return {
    method: "get",
    path: "/metrics",
    handle: async (c) => {
      requireAccess(c, config.metricsToken);
      const whole =
        ofAllProcesses === undefined ? registry : AggregatorRegistry.aggregate([...(await ofAllProcesses())]);
      return c.body(await whole.metrics(), 200, { "Content-Type": registry.contentType });
    },
  };
}

function requireAccess(c: AppContext, token: string | null): void {
  if (token !== null) {
    const presented = c.req.header("authorization")?.replace(/^bearer +/iu, "") ?? "";
    if (isEqual(presented, token)) return;
    throw new HttpProblem("unauthorized", "the metrics token is required", {
      headers: { "WWW-Authenticate": 'Bearer realm="metrics"' },
    });
  }
  const isForwarded = c.req.header("x-forwarded-for") !== undefined || c.req.header("forwarded") !== undefined;
  if (!isForwarded && LOOPBACK.test(c.env?.incoming?.socket.remoteAddress ?? "")) return;
  throw new HttpProblem("forbidden", "measurements are served on loopback only", {
    hint: "set ONPOINT_METRICS_TOKEN to read them from elsewhere",
  });
}

/** In constant time; hashing first makes the lengths equal. */
function isEqual(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(hash("sha256", left)), Buffer.from(hash("sha256", right)));
}
