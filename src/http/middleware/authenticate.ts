import type { HttpConfig } from "../config.ts";
import { addressOf, timed } from "../context.ts";
import type { AppMiddleware } from "../context.ts";
import { OnpointError } from "#base/errors.ts";
import { readMatter } from "#accounts/matters/matter.ts";
import { requireWithin } from "#accounts/sign-in-rules/sign-in-rules.ts";
import { limitedAddress } from "#accounts/limited-address.ts";
import type { Limiter } from "../limiter.ts";
import type { Metrics } from "../metrics.ts";
import { HttpProblem } from "../problem.ts";
import type { TokenVerifier } from "#oauth/token-verifier.ts";
import type { Services } from "../services.ts";

const REALM = 'Bearer realm="onpoint"';
const KEY_CHARS_MAX = 256;
export type Recognition = {
  readonly keys: Services["keys"];
  readonly config: HttpConfig;
  readonly metrics: Metrics;
  readonly limiter: Limiter;
  /** Where access tokens of people open too. */
  readonly tokens?: Pick<TokenVerifier, "verifyToken"> | undefined;
  /** What a refusal says of who gives such tokens. */
  readonly challenge?: string | undefined;
};

/**
 * Lets a request with a valid key through and notes whose it is. An address that has sent too many unknown keys gets
 * 429 for further ones. Each is looked up all the same, which costs less than the request itself: a guesser behind a
 * shared address locks nobody out.
 */
export function authenticate({ keys, tokens, challenge, config, metrics, limiter }: Recognition): AppMiddleware {
  const credential = tokens === undefined ? "API key" : "API key or access token";
  const template = tokens === undefined ? "<API_KEY>" : "<API_KEY or ACCESS_TOKEN>";
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
    const error = reason === "missing" ? "" : `, error="invalid_token", error_description="${message}"`;
    const where = challenge === undefined ? "" : `, ${challenge}`;
    throw new HttpProblem("unauthorized", message, {
      hint,
      headers: { "WWW-Authenticate": `${REALM}${error}${where}` },
    });
  };
  return async (c, next) => {
    const header = c.req.header("authorization");
    if (header === undefined) {
      return refuse("missing", `no ${credential} was sent`, `send Authorization: Bearer ${template}`);
    }
    const presented = /^bearer +(?<key>[\x21-\x7e]+) *$/iu.exec(header)?.groups?.["key"];
    if (presented === undefined || presented.length > KEY_CHARS_MAX) {
      return refuse(
        "malformed",
        `the Authorization header holds no ${credential}`,
        `send Authorization: Bearer ${template}, with one space and no other`,
      );
    }
    const verify = async () => {
      const byKey = await keys.verifyKey(presented);
      return byKey.ok || byKey.error !== "malformed" || tokens === undefined ? byKey : tokens.verifyToken(presented);
    };
    const verified = await timed(c, "key", verify);
    if (!verified.ok) {
      if (GUESSES.has(verified.error)) await countFailure(limitedAddress(addressOf(c, config.trustProxy)));
      return refuse(verified.error, `this ${credential} is not valid`, hintFor(presented, tokens !== undefined));
    }
    const principal = verified.value;
    requireWithin(principal.bounds, addressOf(c, config.trustProxy));
    c.set("isLetIn", async () => (await verify()).ok);
    const named = c.req.header(MATTER_HEADER);
    c.set("principal", named === undefined ? principal : { ...principal, matter: matterIn(named) });
    return next();
  };
}

/** The client or matter that what is asked for is charged on to; it goes before the default of the key. */
const MATTER_HEADER = "onpoint-matter";

function matterIn(named: string): string {
  try {
    return readMatter(named);
  } catch (thrown) {
    if (!(thrown instanceof OnpointError)) throw thrown;
    throw new HttpProblem("invalid_input", `the header Onpoint-Matter: ${thrown.message}`, {
      ...(thrown.hint !== undefined && { hint: thrown.hint }),
    });
  }
}

/** Why what nobody was ever given is refused. Who presents a key or token of before has had it, and hosts do once an hour. */
const GUESSES: ReadonlySet<string> = new Set(["malformed", "unknown"]);

/** What the authorization server gives out looks like this, and no key does. */
const TOKEN_SHAPE = /^[\w-]{43}$/u;

function hintFor(presented: string, takesTokens: boolean): string {
  const usual = "it may be mistyped, revoked or expired";
  return !takesTokens && TOKEN_SHAPE.test(presented) ? `${usual}; access tokens open the tools and /me alone` : usual;
}
