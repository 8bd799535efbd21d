import type { Hono } from "hono";
import { limitedAddress } from "#accounts/limited-address.ts";
import type { RequestRate } from "#accounts/principal.ts";
import { AT } from "#web/portal/addresses.ts";
import type { Portal } from "#web/portal/portal.ts";
import { readBytes } from "./body.ts";
import type { HttpConfig } from "./config.ts";
import { addressOf, enterRoute } from "./context.ts";
import type { AppContext, AppEnv, AppMiddleware } from "./context.ts";
import type { Limiter } from "./limiter.ts";
import { keepOpener } from "./keep-opener.ts";
import { passOn } from "./pass-on.ts";
import { HttpProblem } from "./problem.ts";

const PATHS = ["/account", "/account/*", "/admin", "/admin/*"];
const FORM_BYTES_MAX = 256 * 1024;
const FORM_TYPE = "application/x-www-form-urlencoded";
/** Of one address: people who work, not programs. */
const LIMIT: RequestRate = { perMinute: 300, burst: 100 };

export type MountPortal = {
  readonly portal: Portal;
  readonly config: HttpConfig;
  readonly limiter: Limiter;
};

/** The pages on which people look after their accounts. */
export function mountPortal(app: Hono<AppEnv>, { portal, config, limiter }: MountPortal): void {
  const { trustProxy } = config;
  for (const path of [AT.signIn, AT.signUp, AT.password]) app.use(path, keepingOpener);
  for (const path of PATHS) {
    app.use(path, limited(limiter, trustProxy));
    app.on(["GET", "HEAD", "POST"], path, async (c) => {
      enterRoute(c, "/account");
      const method = c.req.method === "POST" ? "POST" : "GET";
      const url = new URL(c.req.url);
      const answer = await portal.answer({
        method,
        target: `${url.pathname}${url.search}`,
        headers: { cookie: c.req.header("cookie"), origin: c.req.header("origin") },
        body: method === "POST" ? await readForm(c) : "",
        origin: { address: addressOf(c, trustProxy), agent: c.req.header("user-agent") ?? null },
        call: async (request) => app.fetch(asFrom(c, request), c.env),
      });
      return passOn(c, answer);
    });
    app.all(path, (c) => {
      throw new HttpProblem("method_not_allowed", `${c.req.method.slice(0, 20)} is not answered here`, {
        hint: "use GET, HEAD, POST",
        headers: { Allow: "GET, HEAD, POST" },
      });
    });
  }
}

/** On the pages through which who is sent here by an application goes in a window that it opened. */
const keepingOpener: AppMiddleware = async (c, next) => {
  keepOpener(c);
  await next();
};

function limited(limiter: Limiter, trustProxy: boolean): AppMiddleware {
  return async (c, next) => {
    const name = `account ${limitedAddress(addressOf(c, trustProxy))}`;
    const { isAllowed, retryAfter_s } = await limiter.take({ set: "address", name, limit: LIMIT });
    if (!isAllowed) {
      throw new HttpProblem("rate_limited", "this address has made too many requests", {
        hint: `try again in ${retryAfter_s} s`,
        headers: { "Retry-After": String(retryAfter_s) },
      });
    }
    await next();
  };
}

async function readForm(c: AppContext): Promise<string> {
  const [type = ""] = (c.req.header("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== FORM_TYPE) {
    throw new HttpProblem("unsupported_media_type", "this is no form", { hint: `send Content-Type: ${FORM_TYPE}` });
  }
  return new TextDecoder().decode(await readBytes(c, FORM_BYTES_MAX));
}

/** A call that a page makes for a person counts as that person's own: it comes from the same address. */
function asFrom(c: AppContext, request: Request): Request {
  const forwarded = c.req.header("x-forwarded-for");
  if (forwarded !== undefined) request.headers.set("X-Forwarded-For", forwarded);
  return request;
}
