import { UnauthorizedError, auth as auth1 } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client, StreamableHTTPClientTransport, auth } from "@modelcontextprotocol/client";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { createClient } from "#oauth/clients.ts";
import { TOOL_PATHS } from "#mcp/addresses.ts";
import { Browser } from "#test/oauth/browser.ts";
import { startService } from "#test/oauth/service.ts";
import type { Service } from "#test/oauth/service.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { Host } from "./hosts/host.ts";

const CALLBACK = "http://127.0.0.1:49152/callback";
const MOUNTS = TOOL_PATHS.filter((path) => !path.endsWith("/sse") && !path.endsWith("/message"));

const listTools = async (service: Service, path: string, token: string): Promise<Response> =>
  fetch(`${service.origin}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });

/** Every address of the tools is opened by one token, and so is /me; nothing else is. */
async function expectOpen(service: Service, token: string): Promise<void> {
  for (const path of MOUNTS) expect((await listTools(service, path, token)).status, path).toBe(200);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const stream = await fetch(`${service.origin}/mcp/v4/sse`, { headers });
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
  const me = await fetch(`${service.origin}/v1/me`, { headers });
  expect([me.status, await me.json()]).toEqual([200, { userId: service.userId, subscriptionStatus: "active" }]);
  const search = await fetch(`${service.origin}/v1/search`, { method: "POST", headers, body: '{"query":"x"}' });
  expect(search.status).toBe(401);
  expect((await search.json()) as { detail: string }).toMatchObject({
    code: "unauthorized",
    detail: expect.stringContaining("the tools and /me alone") as string,
  });
}

/** The generations of the client take what came back in two ways. */
async function finishSignIn(transport: StreamableHTTPClientTransport | Transport1, back: URL): Promise<void> {
  if (transport instanceof Transport1) await transport.finishAuth(back.searchParams.get("code") ?? "");
  else await transport.finishAuth(back.searchParams);
}

async function expectShut(service: Service, token: string): Promise<void> {
  for (const path of [...MOUNTS, "/v1/me"]) expect((await listTools(service, path, token)).status, path).toBe(401);
}

describeEachDatabase("clients that people let in", (store) => {
  const running = async (work: (service: Service) => Promise<void>, clock = systemClock): Promise<void> => {
    const { databaseUrl } = await store.place();
    const service = await startService({ databaseUrl, clock, config: { trustProxy: true } });
    try {
      await work(service);
    } finally {
      await service.stop();
    }
  };

  test("the current client of the protocol finds its way from an address of the tools", async () => {
    await running(async (service) => {
      const host = new Host("A research host", CALLBACK);
      const url = new URL(`${service.origin}/mcp/v4`);
      const client = new Client({ name: "host", version: "1" });
      await expect(client.connect(new StreamableHTTPClientTransport(url, { authProvider: host }))).rejects.toThrow();
      const back = await new Browser().goThrough(host.sentTo?.href ?? "", service);
      const transport = new StreamableHTTPClientTransport(url, { authProvider: host });
      await transport.finishAuth(back.searchParams);
      await client.connect(transport);
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("search");
      const answer = await client.callTool({ name: "searchLaws", arguments: { query: "notice" } });
      expect(answer.isError).not.toBe(true);
      await client.close();
      const before = host.access;
      await expectOpen(service, before.access_token);
      expect(await auth(host, { serverUrl: url })).toBe("AUTHORIZED");
      expect(host.access.access_token).not.toBe(before.access_token);
      await expectOpen(service, host.access.access_token);
    });
  });

  test.each(["/mcp", "/mcp/v3"])("the client before it does so from %s", async (path) => {
    await running(async (service) => {
      const host = new Host("A research host", CALLBACK);
      const url = new URL(`${service.origin}${path}`);
      const client = new Client1({ name: "host", version: "1" });
      await expect(client.connect(new Transport1(url, { authProvider: host }))).rejects.toThrow(UnauthorizedError);
      expect(host.sentTo?.searchParams.get("scope")).toBe("profile email");
      const back = await new Browser().goThrough(host.sentTo?.href ?? "", service);
      const transport = new Transport1(url, { authProvider: host });
      await transport.finishAuth(back.searchParams.get("code") ?? "");
      await client.connect(transport);
      expect((await client.listTools()).tools.length).toBeGreaterThan(3);
      await client.close();
      const before = host.access;
      await expectOpen(service, before.access_token);
      expect(await auth1(host, { serverUrl: url })).toBe("AUTHORIZED");
      expect(host.access.access_token).not.toBe(before.access_token);
    });
  });

  test.each([
    ["current", Client, StreamableHTTPClientTransport],
    ["the one before", Client1, Transport1],
  ] as const)(
    "calls each hour of a day after one sign-in: the client of the protocol, %s",
    async (_name, Host_, Way) => {
      let passed_ms = 0;
      await running(
        async (service) => {
          const host = new Host("A research host", CALLBACK);
          const url = new URL(`${service.origin}/mcp/v4`);
          // A day's tries of tokens that have ended come within seconds, as from as many places.
          const begin = (hour = 0) => {
            const requestInit = { headers: { "x-forwarded-for": `198.51.100.${hour}` } };
            return new Way(url, { authProvider: host, requestInit });
          };
          await expect(new Host_({ name: "host", version: "1" }).connect(begin())).rejects.toThrow();
          const back = await new Browser().goThrough(host.sentTo?.href ?? "", service);
          await finishSignIn(begin(), back);
          host.sentTo = undefined;
          const used = new Set<string>();
          for (let hour = 0; hour < 24; hour++) {
            const client = new Host_({ name: "host", version: "1" });
            await client.connect(begin(hour));
            expect((await client.listTools()).tools.length).toBeGreaterThan(3);
            await client.close();
            used.add(host.access.access_token);
            passed_ms += 3_601_000;
          }
          expect([used.size, host.sentTo]).toEqual([24, undefined]);
        },
        () => new Date(Date.now() + passed_ms),
      );
    },
  );

  test.each([
    ["basic", "client_secret_basic"],
    ["post", "client_secret_post"],
  ] as const)("openid-client, made known by the operator, proves itself by %s", async (_name, authentication) => {
    await running(async (service) => {
      const made = await createClient(service.db, { name: "A firm's app", redirectUris: [CALLBACK], authentication });
      const secret = made.secret ?? "";
      const proof =
        authentication === "client_secret_basic" ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret);
      const config = await openid.discovery(new URL(service.origin), made.client.id, {}, proof, {
        execute: [openid.allowInsecureRequests],
      });
      const state = openid.randomState();
      const asked = {
        redirect_uri: CALLBACK,
        scope: "openid profile email offline_access",
        state,
        resource: service.origin,
      };
      const back = await new Browser().goThrough(openid.buildAuthorizationUrl(config, asked).href, service);
      const tokens = await openid.authorizationCodeGrant(
        config,
        back,
        { expectedState: state, idTokenExpected: true },
        { resource: service.origin },
      );
      expect(tokens.claims()).toMatchObject({
        iss: service.origin,
        sub: service.userId,
        email: service.email,
        email_verified: true,
      });
      await expectOpen(service, tokens.access_token);
      expect(await openid.fetchUserInfo(config, tokens.access_token, service.userId)).toMatchObject({
        sub: service.userId,
        email: service.email,
        name: "clerk",
      });
      expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({
        active: true,
        aud: service.origin,
      });
      const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "", { resource: service.origin });
      await expectOpen(service, renewed.access_token);
      await openid.tokenRevocation(config, renewed.refresh_token ?? "");
      await expectShut(service, renewed.access_token);
    });
  });

  test("oauth4webapi, which takes no document but the exact one, finds its way from a versioned address", async () => {
    await running(async (service) => {
      const insecure = { [oauth.allowInsecureRequests]: true } as const;
      const resource = new URL(`${service.origin}/mcp/v4`);
      const asked = await fetch(resource, { method: "POST" });
      const challenge = asked.headers.get("www-authenticate") ?? "";
      expect(challenge).toContain(`resource_metadata="${service.origin}/.well-known/oauth-protected-resource/mcp/v4"`);
      expect(challenge).toContain('scope="profile email"');
      const described = await oauth.processResourceDiscoveryResponse(
        resource,
        await oauth.resourceDiscoveryRequest(resource, insecure),
      );
      const issuer = new URL(described.authorization_servers?.[0] ?? "");
      const found = async (algorithm: "oauth2" | "oidc") =>
        oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...insecure }));
      const server = await found("oauth2");
      expect(await found("oidc")).toEqual(server);
      const registered = await oauth.processDynamicClientRegistrationResponse(
        await oauth.dynamicClientRegistrationRequest(
          server,
          { redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" },
          insecure,
        ),
      );
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const url = new URL(server.authorization_endpoint ?? "");
      url.search = new URLSearchParams({
        client_id: registered.client_id,
        redirect_uri: CALLBACK,
        response_type: "code",
        scope: "openid profile email offline_access",
        state,
        resource: resource.href,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }).toString();
      const back = await new Browser().goThrough(url.href, service);
      const parameters = oauth.validateAuthResponse(server, registered, back, state);
      const more = { ...insecure, additionalParameters: { resource: resource.href } };
      const tokens = await oauth.processAuthorizationCodeResponse(
        server,
        registered,
        await oauth.authorizationCodeGrantRequest(
          server,
          registered,
          oauth.None(),
          parameters,
          CALLBACK,
          verifier,
          more,
        ),
        { requireIdToken: true },
      );
      expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: service.userId, email: service.email });
      await expectOpen(service, tokens.access_token);
      const renewed = await oauth.processRefreshTokenResponse(
        server,
        registered,
        await oauth.refreshTokenGrantRequest(server, registered, oauth.None(), tokens.refresh_token ?? "", more),
      );
      await expectOpen(service, renewed.access_token);
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, registered, oauth.None(), renewed.access_token, insecure),
      );
      await expectShut(service, renewed.access_token);
    });
  });
});
