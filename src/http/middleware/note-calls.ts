import type { Services } from "../services.ts";
import type { AppMiddleware } from "../context.ts";

/**
 * Notes each call of the API for whoever made it, under its route, and those apart that were refused for what they asked;
 * what was refused for its rate is no call.
 */
export function noteCalls(calls: NonNullable<Services["calls"]>): AppMiddleware {
  return async (c, next) => {
    await next();
    const route = c.get("route");
    const outcome = c.res.status >= 400 && c.res.status < 500 ? "refused" : "call";
    if (route !== undefined) calls.record(c.get("principal"), route, outcome);
  };
}
