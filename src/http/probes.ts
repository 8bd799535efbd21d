import { Hono } from "hono";
import type { AppEnv } from "./context.ts";
import { HttpProblem, PROBLEM_KINDS, problemBody } from "./problem.ts";
import { healthRoute, readyRoute } from "./routes/health.ts";
import type { App } from "./server.ts";
import type { ReadinessCheck } from "./services.ts";

export type ProbesOptions = {
  readonly checks: readonly ReadinessCheck[];
  /** Why nothing else is answered here, and what would work. */
  readonly refusal: () => { readonly message: string; readonly hint: string };
  readonly baseUrl: string;
};

const RETRY_AFTER_S = "5";

/** Answers whoever asks how the process does; everything else is `unavailable` here. */
export function createProbes({ checks, refusal, baseUrl }: ProbesOptions): Pick<App, "fetch" | "drain"> {
  let isDraining = false;
  const app = new Hono<AppEnv>();
  for (const route of [healthRoute, readyRoute(checks, () => isDraining)]) app.get(route.path, route.handle);
  app.all("*", (c) => {
    const { message, hint } = refusal();
    const problem = new HttpProblem("unavailable", message, { hint });
    c.header("Retry-After", RETRY_AFTER_S);
    c.header("Cache-Control", "no-store");
    c.header("Content-Type", "application/problem+json");
    return c.body(problemBody(problem, `${baseUrl}/docs`, undefined), PROBLEM_KINDS.unavailable.status);
  });
  return { fetch: app.fetch, drain: () => (isDraining = true) };
}
