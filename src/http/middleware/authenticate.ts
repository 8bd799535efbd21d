import type { HttpConfig } from "../config.ts";
import { addressOf, timed } from "../context.ts";
import type { AppMiddleware } from "../context.ts";
import { limitedAddress } from "#accounts/limited-address.ts";
import type { Limiter } from "../limiter.ts";
import type { Metrics } from "../metrics.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";

const REALM = 'Bearer realm="onpoint"';
const KEY_CHARS_MAX = 256;
/**
 * Lets a request with a valid key through and notes whose it is. An address that has sent too many bad keys gets
 * 429 for further ones. Each is looked up all the same, which costs less than the request itself: a guesser behind a
 * shared address locks nobody out.
 */
export function authenticate(
  keys: Services["keys"],
  config: HttpConfig,
  metrics: Metrics,
  limiter: Limiter,
): AppMiddleware {
  const countFailure = async (name: string): Promise<void> => {
    const { isAllowed, retryAfter_s } = await limiter.take({ set: "address", name, limit: config.failedKeyLimit });
    if (isAllowed) return;
    metrics.refusedKeys.inc({ reason: "throttled" });
    throw new HttpProblem("rate_limited", "too many unknown keys came from this address", {
      hint: `try again in ${retryAfter_s} s`,
      headers: { "Retry-After": String(retryAfter_s) },
    });
  };
  const refuse = (reason: string, message: string, hint: string): never => {
    metrics.refusedKeys.inc({ reason });
    const challenge = reason === "missing" ? REALM : `${REALM}, error="invalid_token", error_description="${message}"`;
    throw new HttpProblem("unauthorized", message, { hint, headers: { "WWW-Authenticate": challenge } });
  };
  return async (c, next) => {
    const header = c.req.header("authorization");
    if (header === undefined) return refuse("missing", "no API key was sent", "send Authorization: Bearer <API_KEY>");
    const presented = /^bearer +(?<key>[\x21-\x7e]+) *$/iu.exec(header)?.groups?.["key"];
    if (presented === undefined || presented.length > KEY_CHARS_MAX) {
      return refuse(
        "malformed",
        "the Authorization header holds no API key",
        "send Authorization: Bearer <API_KEY>, with one space and no other",
      );
    }
    const verified = await timed(c, "key", async () => keys.verifyKey(presented));
    if (!verified.ok) {
      await countFailure(limitedAddress(addressOf(c, config.trustProxy)));
      return refuse(verified.error, "this API key is not valid", "it may be mistyped, revoked or expired");
    }
    const principal = verified.value;
    c.set("principal", principal);
    return next();
  };
}
