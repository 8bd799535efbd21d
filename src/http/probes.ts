import { Hono } from "hono";
import type { AppContext, AppEnv } from "./context.ts";
import type { Metrics } from "./metrics.ts";
import { HttpProblem, internalProblem, PROBLEM_KINDS, problemBody } from "./problem.ts";
import { healthRoute, readyRoute } from "./routes/health.ts";
import { metricsRoute } from "./routes/metrics.ts";
import type { App } from "./server.ts";
import type { ReadinessCheck } from "./services.ts";

export type ProbesOptions = {
  readonly checks: readonly ReadinessCheck[];
  /** What `/metrics` tells, and the token that opens it beyond loopback; without it there is none. */
  readonly measured?: { readonly metrics: Pick<Metrics, "registry">; readonly metricsToken: string | null };
  /** Why nothing else is answered here, and what would work. */
  readonly refusal: () => { readonly message: string; readonly hint: string };
  readonly baseUrl: string;
};

const RETRY_AFTER_S = "5";

/** Answers whoever asks how the process does; everything else is `unavailable` here. */
export function createProbes({ checks, measured, refusal, baseUrl }: ProbesOptions): Pick<App, "fetch" | "drain"> {
  let isDraining = false;
  const app = new Hono<AppEnv>();
  const routes = [healthRoute, readyRoute(checks, () => isDraining)];
  if (measured !== undefined) routes.push(metricsRoute(measured.metrics, measured, undefined));
  for (const route of routes) app.get(route.path, route.handle);
  const answer = (c: AppContext, problem: HttpProblem): Response => {
    for (const [name, value] of Object.entries(problem.headers)) c.header(name, value);
    c.header("Cache-Control", "no-store");
    c.header("Content-Type", "application/problem+json");
    return c.body(problemBody(problem, `${baseUrl}/docs`, undefined), PROBLEM_KINDS[problem.code].status);
  };
  app.onError((thrown, c) => answer(c, thrown instanceof HttpProblem ? thrown : internalProblem(thrown)));
  app.all("*", (c) => {
    const { message, hint } = refusal();
    return answer(c, new HttpProblem("unavailable", message, { hint, headers: { "Retry-After": RETRY_AFTER_S } }));
  });
  return { fetch: app.fetch, drain: () => (isDraining = true) };
}
