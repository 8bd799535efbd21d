import type { Hono } from "hono";
import type { AuthorizationServer } from "#oauth/oauth.ts";
import { questionOf } from "#oauth/node-exchange.ts";
import type { Question } from "#oauth/node-exchange.ts";
import { PATHS } from "#oauth/paths.ts";
import type { RequestRate } from "#accounts/principal.ts";
import type { ConsentPages } from "#web/consent/consent.ts";
import { PAGE_HEADERS } from "#web/document.ts";
import { readBytes } from "./body.ts";
import type { HttpConfig } from "./config.ts";
import { addressOf, enterRoute } from "./context.ts";
import type { AppContext, AppEnv, AppHandler, AppMiddleware } from "./context.ts";
import { limitedAddress } from "#accounts/limited-address.ts";
import type { Limiter } from "./limiter.ts";
import { keepOpener } from "./keep-opener.ts";
import { passOn } from "./pass-on.ts";
import { HttpProblem } from "./problem.ts";

/** What lets people in: the server of the protocol, and the pages on which people sign in and are asked. */
export type Entrance = { readonly server: AuthorizationServer; readonly pages: ConsentPages };

type Methods = readonly ("GET" | "POST" | "OPTIONS")[];

type Endpoint = {
  readonly path: string;
  readonly methods: Methods;
  readonly body_bytes_max?: number;
  /** Buckets of the caller's address; those of `everyone` are one for all callers together. */
  readonly limits: readonly EndpointLimit[];
};

type EndpointLimit = { readonly bucket: string; readonly who: "address" | "everyone"; readonly rate: RequestRate };

const FORM_BYTES_MAX = 64 * 1024;
const REGISTRATION_BYTES_MAX = 16 * 1024;

const READS: EndpointLimit = { bucket: "oauth metadata", who: "address", rate: { perMinute: 600, burst: 200 } };
const STEPS: EndpointLimit = { bucket: "oauth steps", who: "address", rate: { perMinute: 120, burst: 60 } };
const EXCHANGES: EndpointLimit = { bucket: "oauth tokens", who: "address", rate: { perMinute: 600, burst: 200 } };
/** Each waits ten minutes in the records. */
const DEVICES: readonly EndpointLimit[] = [
  { bucket: "oauth devices", who: "address", rate: { perMinute: 10, burst: 20 } },
  { bucket: "oauth devices", who: "everyone", rate: { perMinute: 120, burst: 400 } },
];
/** Whoever has many addresses fills the records no faster than the sweep empties them. */
const REGISTRATIONS: readonly EndpointLimit[] = [
  { bucket: "oauth registrations", who: "address", rate: { perMinute: 10, burst: 20 } },
  { bucket: "oauth registrations", who: "everyone", rate: { perMinute: 30, burst: 200 } },
];

const ENDPOINTS: readonly Endpoint[] = [
  { path: PATHS.serverMetadata, methods: ["GET", "OPTIONS"], limits: [READS] },
  { path: PATHS.openIdMetadata, methods: ["GET", "OPTIONS"], limits: [READS] },
  { path: PATHS.jwks, methods: ["GET", "OPTIONS"], limits: [READS] },
  { path: PATHS.authorize, methods: ["GET"], limits: [STEPS] },
  { path: `${PATHS.authorize}/:id`, methods: ["GET"], limits: [STEPS] },
  { path: PATHS.token, methods: ["POST", "OPTIONS"], body_bytes_max: FORM_BYTES_MAX, limits: [EXCHANGES] },
  {
    path: PATHS.deviceAuthorization,
    methods: ["POST", "OPTIONS"],
    body_bytes_max: FORM_BYTES_MAX,
    limits: DEVICES,
  },
  { path: PATHS.revoke, methods: ["POST", "OPTIONS"], body_bytes_max: FORM_BYTES_MAX, limits: [EXCHANGES] },
  { path: PATHS.introspect, methods: ["POST", "OPTIONS"], body_bytes_max: FORM_BYTES_MAX, limits: [EXCHANGES] },
  { path: PATHS.userinfo, methods: ["GET", "POST", "OPTIONS"], body_bytes_max: FORM_BYTES_MAX, limits: [EXCHANGES] },
];

export type MountOptions = {
  readonly entrance: Entrance;
  readonly config: HttpConfig;
  readonly limiter: Limiter;
  /** Keeps out pages that reach the service under a name of their own. */
  readonly knownHost: AppMiddleware;
};

/** The addresses of the authorization server and of the pages on which people are asked. */
export function mountOAuth(app: Hono<AppEnv>, options: MountOptions): void {
  const { entrance, config } = options;
  for (const endpoint of ENDPOINTS) mount(app, options, endpoint, answering(entrance, config, endpoint));
  const registration: Endpoint = {
    path: PATHS.register,
    methods: ["POST", "OPTIONS"],
    body_bytes_max: REGISTRATION_BYTES_MAX,
    limits: REGISTRATIONS,
  };
  const isOpen = entrance.server.rules.registration === "open";
  mount(app, options, registration, isOpen ? registering(entrance, config, registration) : refuseRegistration);
  const step: Endpoint = {
    path: `${PATHS.interaction}/:id`,
    methods: ["GET", "POST"],
    body_bytes_max: FORM_BYTES_MAX,
    limits: [STEPS],
  };
  app.use(step.path, options.knownHost);
  mount(app, options, step, stepping(entrance, config, step));
}

function mount(app: Hono<AppEnv>, options: MountOptions, endpoint: Endpoint, handle: AppHandler): void {
  const { path, methods } = endpoint;
  app.use(path, async (c, next) => {
    enterRoute(c, path);
    c.header("Cache-Control", "no-store");
    keepOpener(c);
    if (c.req.method !== "OPTIONS") await hold(c, options, endpoint.limits);
    await next();
  });
  const answered = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])];
  const allow = [...new Set([...answered, "OPTIONS"])].join(", ");
  // Pages for people are no affair of other sites: what they may be asked is told, and no site is let in.
  app.options(path, async (c, next) => {
    const isPreflight = c.req.header("access-control-request-method") !== undefined;
    return isPreflight && methods.includes("OPTIONS") ? next() : c.body(null, 204, { Allow: allow });
  });
  app.on(answered, path, handle);
  app.all(path, (c) => {
    throw new HttpProblem("method_not_allowed", `${c.req.method.slice(0, 20)} is not answered here`, {
      hint: `use ${allow}`,
      headers: { Allow: allow },
    });
  });
}

async function hold(c: AppContext, { config, limiter }: MountOptions, limits: readonly EndpointLimit[]): Promise<void> {
  for (const { bucket, who, rate } of limits) {
    const of = who === "everyone" ? "everyone" : limitedAddress(addressOf(c, config.trustProxy));
    const { isAllowed, retryAfter_s } = await limiter.take({ set: "address", name: `${bucket} ${of}`, limit: rate });
    if (isAllowed) continue;
    throw new HttpProblem("rate_limited", "too many requests of this kind", {
      hint: `try again in ${retryAfter_s} s`,
      headers: { "Retry-After": String(retryAfter_s), "Access-Control-Allow-Origin": "*" },
    });
  }
}

function answering({ server }: Entrance, config: HttpConfig, { body_bytes_max }: Endpoint): AppHandler {
  return async (c) => {
    const answer = await server.answer(await questionIn(c, config, body_bytes_max));
    return passOn(c, answer, isPage(answer) ? PAGE_HEADERS : {});
  };
}

function registering({ server }: Entrance, config: HttpConfig, { body_bytes_max }: Endpoint): AppHandler {
  return async (c) => {
    const open = { "Access-Control-Allow-Origin": "*" };
    if (c.req.method === "OPTIONS") {
      const headers = { "Access-Control-Allow-Methods": "POST", "Access-Control-Allow-Headers": "Content-Type" };
      return passOn(c, new Response(null, { status: 204 }), { ...open, ...headers, "Access-Control-Max-Age": "3600" });
    }
    return passOn(c, await server.answer(await questionIn(c, config, body_bytes_max)), open);
  };
}

/** In the words of the protocol, which a client may show. */
function refuseRegistration(c: AppContext): Response {
  const error_description = "applications do not register here by themselves; ask who runs this service";
  return c.json({ error: "access_denied", error_description }, 403);
}

function stepping({ pages }: Entrance, config: HttpConfig, { body_bytes_max }: Endpoint): AppHandler {
  return async (c) => passOn(c, await pages.answer(await questionIn(c, config, body_bytes_max)));
}

async function questionIn(
  c: AppContext,
  { trustProxy }: HttpConfig,
  body_bytes_max: number | undefined,
): Promise<Question> {
  const { pathname, search } = new URL(c.req.url);
  const caller = { address: addressOf(c, trustProxy), agent: c.req.header("user-agent") ?? null };
  const hasBody = body_bytes_max !== undefined && c.req.method === "POST";
  const body = hasBody ? Buffer.from(new Uint8Array(await readBytes(c, body_bytes_max))) : undefined;
  return questionOf(c.req.raw, `${pathname}${search}`, { body, caller });
}

function isPage(answer: Response): boolean {
  return answer.headers.get("content-type")?.startsWith("text/html") === true;
}
