import type { Hono } from "hono";
import { limitedAddress } from "#accounts/limited-address.ts";
import type { RequestRate } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";
import type { BackChannel } from "#idp/logout-token.ts";
import { LOGOUT_PATH, SCIM_PATH } from "#idp/paths.ts";
import type { Scim } from "#idp/scim/scim.ts";
import { readBytes } from "./body.ts";
import type { HttpConfig } from "./config.ts";
import { addressOf, enterRoute } from "./context.ts";
import type { AppContext, AppEnv } from "./context.ts";
import type { Limiter } from "./limiter.ts";
import { passOn } from "./pass-on.ts";
import { HttpProblem } from "./problem.ts";

/** What the identity providers of firms say of their people. */
export type FirmServices = { readonly backChannel: BackChannel; readonly scim: Scim };

const LOGOUT_BYTES_MAX = 32 * 1024;
const SCIM_BYTES_MAX = 2 * 1024 * 1024;
/** Of one address. A provider sends a line for each person, one after the other. */
const SCIM_RATE: RequestRate = { perMinute: 1500, burst: 500 };
const LOGOUT_RATE: RequestRate = { perMinute: 600, burst: 200 };

export type MountFirms = { readonly firms: FirmServices; readonly config: HttpConfig; readonly limiter: Limiter };

/** The addresses at which identity providers call. */
export function mountFirms(app: Hono<AppEnv>, { firms, config, limiter }: MountFirms): void {
  const { trustProxy } = config;
  const hold = async (c: AppContext, bucket: string, limit: RequestRate): Promise<void> => {
    const name = `${bucket} ${limitedAddress(addressOf(c, trustProxy))}`;
    const { isAllowed, retryAfter_s } = await limiter.take({ set: "address", name, limit });
    if (isAllowed) return;
    throw new HttpProblem("rate_limited", "too many requests of this kind", {
      hint: `try again in ${retryAfter_s} s`,
      headers: { "Retry-After": String(retryAfter_s) },
    });
  };
  const originOf = (c: AppContext) => ({
    address: addressOf(c, trustProxy),
    agent: c.req.header("user-agent") ?? null,
  });

  const logout = `${LOGOUT_PATH}/:organization`;
  app.post(logout, async (c) => {
    enterRoute(c, LOGOUT_PATH);
    await hold(c, "sso logout", LOGOUT_RATE);
    const form = new URLSearchParams(await readText(c, LOGOUT_BYTES_MAX));
    const organizationId = c.req.param("organization");
    c.header("Cache-Control", "no-store");
    try {
      await firms.backChannel({ organizationId, token: form.get("logout_token") ?? "", origin: originOf(c) });
      return c.body(null, 200);
    } catch (thrown) {
      if (!(thrown instanceof OnpointError) || !REFUSED.has(thrown.code)) throw thrown;
      // As the standard has it (OpenID Connect Back-Channel Logout, section 2.8).
      return c.json({ error: "invalid_request", error_description: thrown.message }, 400);
    }
  });
  app.all(logout, (c) => {
    enterRoute(c, LOGOUT_PATH);
    throw new HttpProblem("method_not_allowed", `${c.req.method.slice(0, 20)} is not answered here`, {
      hint: "use POST",
      headers: { Allow: "POST" },
    });
  });

  app.all(`${SCIM_PATH}/*`, async (c) => {
    enterRoute(c, SCIM_PATH);
    await hold(c, "scim", SCIM_RATE);
    const url = new URL(c.req.url);
    const answer = await firms.scim.answer({
      method: c.req.method === "HEAD" ? "GET" : c.req.method,
      path: url.pathname.slice(SCIM_PATH.length),
      query: url.searchParams,
      authorization: c.req.header("authorization"),
      body: c.req.method === "GET" || c.req.method === "HEAD" ? "" : await readText(c, SCIM_BYTES_MAX),
      origin: originOf(c),
    });
    return passOn(c, answer);
  });
}

const REFUSED: ReadonlySet<string> = new Set(["invalid_input", "conflict", "not_found"]);

async function readText(c: AppContext, bytes_max: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(c, bytes_max));
}
