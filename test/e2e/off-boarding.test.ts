import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { setConnection } from "#accounts/firms/connections.ts";
import { addDomain } from "#accounts/firms/domains.ts";
import { makeScimToken } from "#accounts/firms/scim-tokens.ts";
import { makeKey } from "#accounts/keys/account-keys.ts";
import { foundOrganization } from "#accounts/teams/organizations.ts";
import { namedUser } from "#accounts/users/users.ts";
import { openRecords } from "#schema/open.ts";
import { addUser, HERE, testAccounts } from "#test/accounts.ts";
import { BY_OPERATOR, DOMAIN } from "#test/idp/firm.ts";
import { CLIENT_ID, CLIENT_SECRET, startLyingProvider } from "#test/idp/lying-provider.ts";
import type { LyingProvider } from "#test/idp/lying-provider.ts";
import { Browser } from "#test/oauth/browser.ts";
import { pkce } from "#test/oauth/protocol.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { serve, until } from "./program.ts";
import type { ServerProcess } from "./program.ts";

vi.setConfig({ testTimeout: 900_000 });

/** What a firm asks of a service: who has left is out everywhere by then. */
const OUT_WITHIN_MS = 60_000;
const CALLBACK = "https://app.example/callback";
const STREAMS = 6;

describeEachDatabase("somebody who has left the firm, in two processes", (store) => {
  const set = async () => {
    const { dataDir, databaseUrl } = await store.place();
    const provider = await startLyingProvider();
    const db = await openRecords({ dataDir: join(dataDir, "data"), databaseUrl });
    const { accounts } = testAccounts(db, { clock: () => new Date(), keysFor: "everyone" });
    const owner = await addUser(accounts, "owner@elsewhere.example");
    const founded = await foundOrganization(accounts, { userId: owner.user.id, origin: HERE, name: "Heron & Marsh" });
    const organizationId = founded.organization.id;
    const connection = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
    await addDomain(accounts, { organizationId, domain: DOMAIN }, BY_OPERATOR);
    await setConnection(accounts, { organizationId, ...connection }, BY_OPERATOR);
    const { token: scimToken } = await makeScimToken(accounts, organizationId, BY_OPERATOR);
    const server = await serve({
      ONPOINT_DATA_DIR: join(dataDir, "data"),
      ...(databaseUrl !== undefined && { ONPOINT_DATABASE_URL: databaseUrl }),
      ONPOINT_SSO_PRIVATE_ISSUERS: provider.issuer,
      ONPOINT_PROCESSES: "2",
      ONPOINT_SAMPLE: "no",
    });
    onTestFinished(async () => void (await server.stop()));
    const scim = async (method: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${server.origin}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${scimToken}`, "content-type": "application/scim+json" },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBeLessThan(300);
      return (await answer.json()) as Record<string, unknown>;
    };
    const { id } = await scim("POST", "/Users", { userName: `ann@${DOMAIN}`, active: true });
    const browser = new Browser();
    await comeIn(server, provider, browser);
    expect((await namedUser(db, `ann@${DOMAIN}`)).id).toBe(id);
    const wanted = { userId: String(id), name: "mine", scopes: ["read"], expiresAt: null, origin: HERE } as const;
    const { key } = await makeKey(accounts, wanted);
    const tokens = await letApplicationIn(server, browser);
    const byToken = await Promise.all(Array.from({ length: STREAMS }, async () => openStream(server, tokens.access)));
    const byKey = await Promise.all(Array.from({ length: STREAMS }, async () => openStream(server, key)));
    await db.close();
    const isOpen = async () => ({
      key: await me(server, key),
      token: await me(server, tokens.access),
      tools: await listTools(server, tokens.access),
      page: (await browser.get(`${server.origin}/account`)).text.includes("Overview"),
    });
    expect(await isOpen()).toEqual({ key: 200, token: 200, tools: 200, page: true });
    return { server, provider, organizationId, id: String(id), scim, browser, key, tokens, byToken, byKey, isOpen };
  };

  test("by SCIM: sign-ins, keys, tokens and streams under way end", async () => {
    const { server, provider, id, scim, tokens, byToken, byKey, isOpen } = await set();
    const left_ms = performance.now();
    const Operations = [{ op: "Replace", path: "active", value: "False" }];
    await scim("PATCH", `/Users/${id}`, { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations });
    await shutOut(async () => Object.values(await isOpen()));
    await ended([...byToken, ...byKey]);
    expect(performance.now() - left_ms).toBeLessThan(OUT_WITHIN_MS);
    expect(await refresh(server, tokens)).toBe(400);
    expect(await comeIn(server, provider, new Browser())).toBe(403);
  });

  test("by back-channel logout: sign-ins, tokens and their streams under way end", async () => {
    const { server, provider, organizationId, tokens, byToken, isOpen } = await set();
    const left_ms = performance.now();
    const body = new URLSearchParams({ logout_token: await provider.logoutToken({ sub: "ann-1" }) });
    const told = await fetch(`${server.origin}/sso/logout/${organizationId}`, { method: "POST", body });
    expect([told.status, await told.text()]).toEqual([200, ""]);
    await shutOut(async () => {
      const { token, tools, page } = await isOpen();
      return [token, tools, page];
    });
    await ended(byToken);
    expect(performance.now() - left_ms).toBeLessThan(OUT_WITHIN_MS);
    expect(await refresh(server, tokens)).toBe(400);
    const again = await fetch(`${server.origin}/sso/logout/${organizationId}`, { method: "POST", body });
    expect([again.status, await again.json()]).toMatchObject([400, { error: "invalid_request" }]);
  });
});

/** Signs in with the firm, and tells how that was answered. */
async function comeIn(server: ServerProcess, provider: LyingProvider, browser: Browser): Promise<number> {
  const page = await browser.get(`${server.origin}/account/sign-in`);
  const sent = await browser.submit(page, { "firm-email": `ann@${DOMAIN}` });
  const authorize = new URL(sent.left ?? "about:blank");
  const person = { sub: "ann-1", email: `ann@${DOMAIN}`, email_verified: true };
  const back = new URL(authorize.searchParams.get("redirect_uri") ?? "about:blank");
  back.searchParams.set("code", provider.codeFor(authorize, person));
  back.searchParams.set("state", authorize.searchParams.get("state") ?? "");
  return (await browser.get(back.href)).status;
}

type Tokens = { readonly clientId: string; readonly access: string; readonly refresh: string };

async function letApplicationIn({ origin }: ServerProcess, browser: Browser): Promise<Tokens> {
  const registered = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const { verifier, parameters } = pkce();
  const asked = { response_type: "code", client_id: clientId, redirect_uri: CALLBACK, scope: "openid offline_access" };
  const query = new URLSearchParams({ ...asked, ...parameters, resource: origin, prompt: "consent" });
  const back = await browser.goThrough(`${origin}/oauth/authorize?${query.toString()}`, { email: `ann@${DOMAIN}` });
  const exchanged = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      code: back.searchParams.get("code") ?? "",
      code_verifier: verifier,
      redirect_uri: CALLBACK,
      resource: origin,
    }),
  });
  const { access_token: access, refresh_token } = (await exchanged.json()) as Record<string, string>;
  return { clientId, access: access ?? "", refresh: refresh_token ?? "" };
}

async function refresh({ origin }: ServerProcess, { clientId, refresh: refresh_token }: Tokens): Promise<number> {
  const form = { grant_type: "refresh_token", client_id: clientId, refresh_token, resource: origin };
  return (await fetch(`${origin}/oauth/token`, { method: "POST", body: new URLSearchParams(form) })).status;
}

async function me({ origin }: ServerProcess, bearer: string): Promise<number> {
  return (await fetch(`${origin}/v1/me`, { headers: { authorization: `Bearer ${bearer}` } })).status;
}

async function listTools({ origin }: ServerProcess, bearer: string): Promise<number> {
  const answer = await fetch(`${origin}/mcp/v4`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${bearer}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  return answer.status;
}

type Stream = { readonly hasEnded: () => boolean };

async function openStream({ origin }: ServerProcess, bearer: string): Promise<Stream> {
  const answer = await fetch(`${origin}/mcp/v4/sse`, { headers: { authorization: `Bearer ${bearer}` } });
  expect(answer.status).toBe(200);
  let isOver = false;
  void (async () => {
    for await (const _part of answer.body ?? []);
    isOver = true;
  })().catch(() => {
    isOver = true;
  });
  return { hasEnded: () => isOver };
}

/**
 * Waits until everything is refused: both processes believe for a second what they have looked up, so several ask, each
 * by a connection of its own. Who asks too often with what is not valid is told so in place of that.
 */
async function shutOut(ask: () => Promise<readonly (number | boolean)[]>): Promise<void> {
  await until(async () => {
    await sleep(500);
    const seen = (await Promise.all([ask(), ask(), ask()])).flat();
    return seen.every((one) => one === false || one === 401 || one === 429) || undefined;
  }, OUT_WITHIN_MS);
}

async function ended(streams: readonly Stream[]): Promise<void> {
  await until(() => streams.every((stream) => stream.hasEnded()) || undefined, OUT_WITHIN_MS);
}
