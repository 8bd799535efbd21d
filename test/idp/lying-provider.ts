import { generateKeyPairSync, hash, randomUUID } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, SignJWT } from "jose";
import { onTestFinished } from "vitest";

export const CLIENT_ID = "onpoint-client";
export const CLIENT_SECRET = "a-secret-of-the-provider";

/** What a provider does other than it should. */
export type Lie = {
  /** Changes to the discovery document. */
  readonly metadata?: (honest: Record<string, unknown>) => Record<string, unknown>;
  /** Changes to what the ID token says. */
  readonly claims?: (honest: Record<string, unknown>) => Record<string, unknown>;
  /** What is answered in place of the token, made of what it should say. */
  readonly token?: (claims: Record<string, unknown>, keys: Keys) => Promise<string>;
  readonly userinfo?: (honest: Record<string, unknown>) => Record<string, unknown>;
  /** Keys in place of the published ones. */
  readonly jwks?: (honest: object) => unknown;
  /** Anything else, by path; undefined answers honestly. */
  readonly answer?: (path: string, response: ServerResponse) => boolean;
  /** Accepts a code again. */
  readonly acceptsAgain?: boolean;
};

export type Keys = { readonly privateKey: KeyObject; readonly publicKey: KeyObject; readonly kid: string };

/** An identity provider that a test can have lie. */
export type LyingProvider = {
  readonly issuer: string;
  readonly keys: Keys;
  /** The code that answers a request to sign somebody in. */
  readonly codeFor: (authorize: URL, person: Record<string, unknown>) => string;
  readonly logoutToken: (claims: Record<string, unknown>, header?: Record<string, unknown>) => Promise<string>;
  lie: Lie;
  /** Paths that were asked for. */
  readonly asked: string[];
};

type Signed = { readonly nonce: string; readonly challenge: string; readonly person: Record<string, unknown> };

export async function startLyingProvider(): Promise<LyingProvider> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const keys: Keys = { privateKey, publicKey, kid: randomUUID() };
  const codes = new Map<string, Signed>();
  const people = new Map<string, unknown>();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", () => listening());
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: LyingProvider = {
    issuer,
    keys,
    lie: {},
    asked: [],
    codeFor: (authorize, person) => {
      const code = randomUUID();
      const { searchParams } = authorize;
      const [nonce, challenge] = [searchParams.get("nonce") ?? "", searchParams.get("code_challenge") ?? ""];
      codes.set(code, { nonce, challenge, person });
      return code;
    },
    logoutToken: async (claims, header = {}) =>
      new SignJWT({
        iss: issuer,
        aud: CLIENT_ID,
        jti: randomUUID(),
        iat: Math.floor(Date.now() / 1000),
        exp: Math.floor(Date.now() / 1000) + 120,
        events: { "http://schemas.openid.net/event/backchannel-logout": {} },
        ...claims,
      })
        .setProtectedHeader({ alg: "RS256", kid: keys.kid, typ: "logout+jwt", ...header })
        .sign(privateKey),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", issuer);
    provider.asked.push(pathname);
    const { lie } = provider;
    if (lie.answer?.(pathname, response) === true) return;
    if (pathname === "/.well-known/openid-configuration") send(response, (lie.metadata ?? same)(metadataOf(issuer)));
    else if (pathname === "/jwks") {
      const jwk = { ...(await exportJWK(publicKey)), kid: keys.kid, use: "sig", alg: "RS256" };
      send(response, (lie.jwks ?? same)({ keys: [jwk] }) as object);
    } else if (pathname === "/token") await giveToken(request, response);
    else if (pathname === "/userinfo")
      send(response, (lie.userinfo ?? same)({ sub: people.get(request.headers.authorization ?? "") }));
    else response.writeHead(404).end();
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString("utf8");
    const form = new URLSearchParams(body);
    const code = form.get("code") ?? "";
    const signed = codes.get(code);
    if (provider.lie.acceptsAgain !== true) codes.delete(code);
    if (signed === undefined || hash("sha256", form.get("code_verifier") ?? "", "base64url") !== signed.challenge) {
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
      return;
    }
    const now_s = Math.floor(Date.now() / 1000);
    const honest = {
      iss: issuer,
      aud: CLIENT_ID,
      iat: now_s,
      exp: now_s + 300,
      nonce: signed.nonce,
      ...signed.person,
    };
    const claims = (provider.lie.claims ?? same)(honest);
    const id_token =
      provider.lie.token === undefined
        ? await new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: keys.kid }).sign(privateKey)
        : await provider.lie.token(claims, keys);
    const access_token = randomUUID();
    people.set(`Bearer ${access_token}`, signed.person["sub"]);
    send(response, { access_token, token_type: "Bearer", expires_in: 300, id_token });
  }
  return provider;
}

function metadataOf(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
    code_challenge_methods_supported: ["S256"],
  };
}

function same<Value>(value: Value): Value {
  return value;
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}
