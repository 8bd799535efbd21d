import type { RateLimit } from "../config.ts";
import type { AppMiddleware } from "../context.ts";
import { HttpProblem } from "../problem.ts";
import { TokenBuckets } from "../token-buckets.ts";

/**
 * A token bucket per key, told in the fields of draft-ietf-httpapi-ratelimit-headers-10: `q` is what a full
 * bucket holds, `w` the seconds an empty one takes to fill, `r` what is left, `t` the seconds until it is full.
 */
export function rateLimit(limit: RateLimit, now_ms: () => number): AppMiddleware {
  const buckets = new TokenBuckets(limit, now_ms);
  const policy = `"key";q=${limit.burst};w=${buckets.window_s}`;
  return async (c, next) => {
    const allowance = buckets.take(c.get("key").id);
    c.header("RateLimit-Policy", policy);
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
