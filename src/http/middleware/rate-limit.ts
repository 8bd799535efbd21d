import type { RequestRate } from "#accounts/principal.ts";
import { addressOf } from "../context.ts";
import type { AppContext, AppMiddleware } from "../context.ts";
import { limitedAddress } from "#accounts/limited-address.ts";
import type { Limiter, LimitQuestion } from "../limiter.ts";
import { HttpProblem } from "../problem.ts";
import { secondsToFill } from "../token-buckets.ts";

/** A token bucket per principal, as large as its own grant or as `everyone`'s. */
export function rateLimit(everyone: RequestRate, limiter: Limiter, who = "this key"): AppMiddleware {
  return async (c, next) => {
    const { id, key, limits } = c.get("principal");
    const limit = limits.requests ?? everyone;
    // A limit of a key's own is counted for that key alone.
    const name = limits.requests === null ? id : (key?.id ?? id);
    await hold(c, limiter, { set: "principal", name, limit }, { policy: "key", who });
    await next();
  };
}

/** A token bucket per address, for pages that answer without a key; `what` they are has a bucket of its own. */
export function pageRateLimit(
  limit: RequestRate,
  limiter: Limiter,
  trustProxy: boolean,
  what = "pages",
): AppMiddleware {
  return async (c, next) => {
    // Apart from the bucket of refused keys, so that a reader of pages may still mistype one.
    const name = `${what} ${limitedAddress(addressOf(c, trustProxy))}`;
    await hold(c, limiter, { set: "address", name, limit }, { policy: "address", who: "this address" });
    await next();
  };
}

/**
 * Takes a token and tells of it in the fields of draft-ietf-httpapi-ratelimit-headers-10: `q` is what a full bucket
 * holds, `w` the seconds an empty one takes to fill, `r` what is left, `t` the seconds until it is full.
 * @throws HttpProblem 429 when there is none
 */
async function hold(
  c: AppContext,
  limiter: Limiter,
  question: LimitQuestion,
  { policy, who }: { readonly policy: string; readonly who: string },
): Promise<void> {
  const { limit } = question;
  const allowance = await limiter.take(question);
  c.header("RateLimit-Policy", `"${policy}";q=${limit.burst};w=${secondsToFill(limit)}`);
  c.header("RateLimit", `"${policy}";r=${allowance.remaining};t=${allowance.reset_s}`);
  if (allowance.isAllowed) return;
  throw new HttpProblem("rate_limited", `${who} has made too many requests`, {
    hint: `try again in ${allowance.retryAfter_s} s; ${limit.perMinute} requests a minute are allowed, ${limit.burst} at once`,
    headers: { "Retry-After": String(allowance.retryAfter_s) },
  });
}
