import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { inSpan } from "#base/tracing/tracing.ts";
import type { Principal } from "#accounts/principal.ts";

export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** The route's pattern, for metrics and log lines. */
    route: string;
    /** Who asks. */
    principal: Principal;
    /** Whether who asks would still be let in now, for answers that stay open. */
    isLetIn: () => Promise<boolean>;
    started_ms: number;
    /** Says more of the request to whoever watches what runs. */
    describe: (what: string) => void;
    /** The tools that an assistant's message called, as far as they have been answered. */
    tools: { readonly tool: string; readonly is_error: boolean }[];
    /** Parts of the work, for `Server-Timing`. */
    timings: Timing[];
  };
};

export type AppContext = Context<AppEnv>;
export type AppHandler = (c: AppContext) => Promise<Response> | Response;
export type AppMiddleware = MiddlewareHandler<AppEnv>;

/** From here on the request is known by this pattern, to log lines, measurements and the watchdog. */
export function enterRoute(c: AppContext, route: string): void {
  c.set("route", route);
  c.get("describe")(route);
}

export type Timing = { readonly name: string; readonly duration_ms: number };

/** Runs a part of the work and notes how long it took. */
export async function timed<Value>(c: AppContext, name: string, work: () => Promise<Value>): Promise<Value> {
  const from_ms = performance.now();
  try {
    return await inSpan(name, {}, work);
  } finally {
    c.get("timings").push({ name, duration_ms: performance.now() - from_ms });
  }
}

/** Says in `Server-Timing` where the time went so far: for whoever makes the answer, last of all. */
export function tellTimings(c: AppContext): void {
  const total = { name: "total", duration_ms: performance.now() - c.get("started_ms") };
  const timings = [...c.get("timings"), total];
  c.header("Server-Timing", timings.map(({ name, duration_ms }) => `${name};dur=${duration_ms.toFixed(2)}`).join(", "));
}

/** Whether the connection has ended, so that nobody will read the answer. */
export function isClientGone(c: AppContext): boolean {
  return c.env?.incoming?.socket.destroyed === true;
}

/** The caller's address; behind a trusted proxy, the one the proxy saw (the last of X-Forwarded-For). */
export function addressOf(c: AppContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  if (forwarded !== undefined && forwarded !== "") return forwarded.slice(0, 64);
  return c.env?.incoming?.socket.remoteAddress ?? "unknown";
}
