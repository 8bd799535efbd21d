import { hash, randomBytes } from "node:crypto";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { audienceOf } from "#oauth/audience.ts";
import type { OAuthEvent } from "#oauth/audit.ts";
import type { ServerRules } from "#oauth/configuration.ts";
import { createAuthorizationServer } from "#oauth/oauth.ts";
import type { AuthorizationServer, AuthorizationServerOptions } from "#oauth/oauth.ts";
import type { Question } from "#oauth/node-exchange.ts";
import type { Person } from "#oauth/people.ts";
import { TOOL_PATHS } from "#mcp/addresses.ts";

/** Speaks the protocol with an authorization server in this process, without HTTP and pages, as one browser and its client. */
export const AUTH_URL = "https://law.example";
export const CALLBACK = "https://app.example/callback";

export type Talk = {
  readonly db: Db;
  readonly server: AuthorizationServer;
  readonly ask: (method: string, target: string, given?: Given) => Promise<Response>;
  /** Posts a form. */
  readonly post: (target: string, form: Form, headers?: Record<string, string>) => Promise<Answer>;
  readonly register: (metadata: unknown) => Promise<Answer>;
  /** Goes through the steps, signing in and agreeing, until the browser is sent to the client. */
  readonly authorize: (parameters: Form) => Promise<URL>;
  readonly cookies: Map<string, string>;
  readonly events: OAuthEvent[];
  /** Turns the clock of the server on. */
  readonly pass: (ms: number) => void;
  /** Who is signed in to the service in this browser. */
  signedIn: string | undefined;
  readonly people: Map<string, Person>;
};

type Given = { readonly headers?: Record<string, string>; readonly body?: Buffer };
export type Form = Readonly<Record<string, string | readonly string[]>>;
export type Answer = { readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers };

export const ANN: Person = { id: "ann", name: "Ann Archer", email: "ann@firm.example", isEmailVerified: true };
export const BOB: Person = { id: "bob", name: "Bob Baker", email: "bob@firm.example", isEmailVerified: true };

export function serverRules(given: Partial<ServerRules> = {}): ServerRules {
  return {
    authUrl: AUTH_URL,
    audience: audienceOf(AUTH_URL, TOOL_PATHS),
    registration: "open",
    clientDocuments: "open",
    accessToken_s: 3600,
    refreshToken_days: 30,
    errorPage: ({ error, description }) => `error page: ${error}: ${description}`,
    postingPage: ({ to, fields }) => `posting page: ${to} ${JSON.stringify(fields)}`,
    ...given,
  };
}

export async function talk(
  db: Db,
  given: Partial<Omit<AuthorizationServerOptions, "rules">> & { readonly rules?: Partial<ServerRules> } = {},
): Promise<Talk> {
  const people = new Map([ANN, BOB].map((person) => [person.id, person]));
  const cookies = new Map<string, string>();
  const events: OAuthEvent[] = [];
  let passed_ms = 0;
  const of: { signedIn: string | undefined } = { signedIn: "ann" };
  const server = await createAuthorizationServer({
    db,
    log: silentLogger,
    people: {
      find: async (id) => people.get(id),
      signedIn: async () => (of.signedIn === undefined ? undefined : { id: of.signedIn }),
      principal: async (id) => (people.has(id) ? principalOf(id) : undefined),
    },
    reuseWindow_s: 30,
    onEvent: (event) => events.push(event),
    clock: () => new Date(Date.now() + passed_ms),
    ...given,
    rules: serverRules(given.rules),
  });
  const question = (method: string, target: string, { headers = {}, body }: Given): Question => ({
    method,
    target,
    headers: { ...(cookies.size > 0 && { cookie: cookieHeader(cookies) }), ...headers },
    body,
  });
  const take = (answer: Response): Response => {
    takeCookies(cookies, answer);
    return answer;
  };
  const ask: Talk["ask"] = async (method, target, more = {}) =>
    take(await server.answer(question(method, target, more)));
  const post: Talk["post"] = async (target, form, headers = {}) => {
    const body = Buffer.from(formOf(form).toString());
    const type = { "content-type": "application/x-www-form-urlencoded" };
    return answerIn(await ask("POST", target, { headers: { ...type, ...headers }, body }));
  };
  const talking = Object.assign(of, {
    db,
    server,
    ask,
    post,
    cookies,
    events,
    people,
    pass: (ms: number) => {
      passed_ms += ms;
    },
    register: async (metadata: unknown) => {
      const body = Buffer.from(JSON.stringify(metadata));
      return answerIn(await ask("POST", "/oauth/register", { headers: { "content-type": "application/json" }, body }));
    },
    authorize: async (parameters: Form) => {
      let answer = await ask("GET", `/oauth/authorize?${formOf(parameters).toString()}`);
      for (let step = 0; step < 8; step++) {
        const location = new URL(answer.headers.get("location") ?? "about:blank", AUTH_URL);
        if (answer.status !== 303 || location.origin !== AUTH_URL) return location;
        answer = location.pathname.startsWith("/oauth/interaction/")
          ? take(await decide(server, question("POST", location.pathname, {}), of.signedIn))
          : await ask("GET", `${location.pathname}${location.search}`);
      }
      throw new Error("the steps come to no end");
    },
  });
  return talking;
}

async function decide(
  server: AuthorizationServer,
  question: Question,
  signedIn: string | undefined,
): Promise<Response> {
  const step = await server.steps.read(question);
  if (step === undefined) throw new Error("there is no step to decide");
  if (signedIn === undefined) return server.steps.deny(question);
  if (step.wanted === "consent") return server.steps.allow(question);
  return server.steps.signIn(question, { personId: signedIn, methods: ["pwd"], at: new Date() });
}

function principalOf(id: string) {
  return { kind: "user" as const, id, key: null, team: null, scopes: [], plan: null, limits: { requests: null } };
}

export type Pkce = {
  readonly verifier: string;
  readonly parameters: { code_challenge: string; code_challenge_method: "S256" };
};

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString("base64url");
  const code_challenge = hash("sha256", verifier, "base64url");
  return { verifier, parameters: { code_challenge, code_challenge_method: "S256" } };
}

/** Registers a client that keeps no secret and goes all the way to its tokens. */
export async function publicTokens(
  talking: Talk,
  asked: Form = {},
): Promise<{ clientId: string; code: string; verifier: string; tokens: Answer }> {
  const registered = await talking.register({
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: "none",
    client_name: "An app",
  });
  const clientId = String(registered.body["client_id"]);
  const { verifier, parameters } = pkce();
  const back = await talking.authorize({
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope: "openid profile email offline_access",
    state: "s1",
    resource: AUTH_URL,
    ...parameters,
    ...asked,
  });
  const code = back.searchParams.get("code") ?? `no code: ${back.href}`;
  const tokens = await exchange(talking, { clientId, code, verifier });
  return { clientId, code, verifier, tokens };
}

export async function exchange(
  talking: Talk,
  { clientId, code, verifier }: { readonly clientId: string; readonly code: string; readonly verifier: string },
  more: Form = {},
): Promise<Answer> {
  return talking.post("/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: CALLBACK,
    resource: AUTH_URL,
    ...more,
  });
}

export async function refresh(talking: Talk, clientId: string, token: unknown, more: Form = {}): Promise<Answer> {
  return talking.post("/oauth/token", {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: String(token),
    ...more,
  });
}

function formOf(form: Form): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) {
    for (const one of typeof value === "string" ? [value] : value) parameters.append(name, one);
  }
  return parameters;
}

async function answerIn(answer: Response): Promise<Answer> {
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") === true;
  return {
    status: answer.status,
    headers: answer.headers,
    body: isJson ? (JSON.parse(text) as Answer["body"]) : { text },
  };
}

function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function takeCookies(cookies: Map<string, string>, answer: Response): void {
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split(/=(.*)/su);
    if (value === "" || /expires=Thu, 01 Jan 1970/iu.test(cookie)) cookies.delete(name);
    else cookies.set(name, value);
  }
}
