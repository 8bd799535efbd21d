import type { RequestRate } from "#accounts/principal.ts";
import type { AppMiddleware } from "../context.ts";
import { HttpProblem } from "../problem.ts";
import type { Limiter } from "../limiter.ts";
import { secondsToFill } from "../token-buckets.ts";

/**
 * A token bucket per principal, as large as its own grant or as `everyone`'s, told in the fields of
 * draft-ietf-httpapi-ratelimit-headers-10: `q` is what a full bucket holds, `w` the seconds an empty one takes to fill, `r` what is left, `t` the seconds until it is full.
 */
export function rateLimit(everyone: RequestRate, limiter: Limiter): AppMiddleware {
  return async (c, next) => {
    const { id, limits } = c.get("principal");
    const limit = limits.requests ?? everyone;
    const allowance = await limiter.take({ set: "principal", name: id, limit });
    c.header("RateLimit-Policy", `"key";q=${limit.burst};w=${secondsToFill(limit)}`);
    c.header("RateLimit", `"key";r=${allowance.remaining};t=${allowance.reset_s}`);
    if (!allowance.isAllowed) {
      throw new HttpProblem("rate_limited", "this key has made too many requests", {
        hint: `try again in ${allowance.retryAfter_s} s; ${limit.perMinute} requests a minute are allowed, ${limit.burst} at once`,
        headers: { "Retry-After": String(allowance.retryAfter_s) },
      });
    }
    await next();
  };
}
