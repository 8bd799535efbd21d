import { hash } from "node:crypto";
import { BoundedMap } from "#base/bounded-map.ts";
import type { HttpConfig } from "../config.ts";
import { addressOf, timed } from "../context.ts";
import type { AppMiddleware } from "../context.ts";
import type { Limiter } from "../limiter.ts";
import type { Metrics } from "../metrics.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";

const REALM = 'Bearer realm="onpoint"';
const KEY_CHARS_MAX = 256;
/** Keys remembered as good, so that guesses from a shared address do not lock their holders out. */
const GOOD_KEYS_MAX = 10_000;
const THROTTLED_MAX = 50_000;

/**
 * Lets a request with a valid key through and notes whose it is. An address that has sent too many bad keys gets
 * 429 without a look-up, except for keys that were good before.
 */
export function authenticate(
  keys: Services["keys"],
  config: HttpConfig,
  metrics: Metrics,
  limiter: Limiter,
  now_ms: () => number,
): AppMiddleware {
  /** Until when an address is refused without a look-up. */
  const throttled = new BoundedMap<string, number>({ weight_max: THROTTLED_MAX, firstToGo: "set" });
  /** Key id by the hash of the key. */
  const goodKeys = new Map<string, string>();
  const goodIds = new Set<string>();
  const countFailure = async (address: string): Promise<void> => {
    const { remaining, nextToken_ms } = await limiter.take({
      set: "address",
      name: address,
      limit: config.failedKeyLimit,
    });
    if (remaining === 0) throttled.set(address, now_ms() + nextToken_ms);
    else throttled.delete(address);
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
    const address = addressOf(c, config.trustProxy);
    const wait_ms = (throttled.get(address) ?? 0) - now_ms();
    if (wait_ms > 0 && !goodKeys.has(hash("sha256", presented))) {
      metrics.refusedKeys.inc({ reason: "throttled" });
      throw new HttpProblem("rate_limited", "too many unknown keys came from this address", {
        hint: `try again in ${Math.ceil(wait_ms / 1000)} s`,
        headers: { "Retry-After": String(Math.ceil(wait_ms / 1000)) },
      });
    }
    const verified = await timed(c, "key", async () => keys.verifyKey(presented));
    if (!verified.ok) {
      await countFailure(address);
      const digest = hash("sha256", presented);
      goodIds.delete(goodKeys.get(digest) ?? "");
      goodKeys.delete(digest);
      return refuse(verified.error, "this API key is not valid", "it may be mistyped, revoked or expired");
    }
    const principal = verified.value;
    const id = principal.key?.id ?? principal.id;
    if (!goodIds.has(id) && goodKeys.size < GOOD_KEYS_MAX) {
      goodIds.add(id);
      goodKeys.set(hash("sha256", presented), id);
    }
    c.set("principal", principal);
    return next();
  };
}
