import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { talkOnSqlite } from "#test/oauth/on-sqlite.ts";
import { ANN, AUTH_URL, CALLBACK, exchange, pkce, publicTokens, refresh, talk } from "#test/oauth/protocol.ts";
import type { Answer, Form, Talk } from "#test/oauth/protocol.ts";
import { describeEachDatabase } from "#test/postgres.ts";

/** A client that registers as a public one, asked for with `asked` in place of what is right. */
async function authorizing(
  talking: Talk,
  asked: Form,
  metadata: object = {},
): Promise<{ clientId: string; back: URL }> {
  const registered = await talking.register({
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: "none",
    ...metadata,
  });
  const clientId = String(registered.body["client_id"]);
  const right = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope: "openid",
    state: "s1",
    resource: AUTH_URL,
  };
  const back = await talking.authorize(
    Object.fromEntries(Object.entries({ ...right, ...asked }).filter(([, value]) => value !== "")),
  );
  return { clientId, back };
}

const refusedTo = (back: URL): Record<string, string> => Object.fromEntries(back.searchParams);
const statusesOf = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** A confidential client and what it proves itself with. */
async function confidential(
  talking: Talk,
  method: "client_secret_basic" | "client_secret_post",
): Promise<{ id: string; secret: string; basic: string }> {
  const { body } = await talking.register({ redirect_uris: [CALLBACK], token_endpoint_auth_method: method });
  const [id, secret] = [String(body["client_id"]), String(body["client_secret"])];
  return { id, secret, basic: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` };
}

const redeeming = (back: URL): Record<string, string> => ({
  grant_type: "authorization_code",
  code: back.searchParams.get("code") ?? "",
  redirect_uri: CALLBACK,
});

const isDead = async (talking: Talk, token: unknown): Promise<boolean> =>
  !(await talking.server.tokens.verifyToken(String(token))).ok;

describe("attacks on the protocol", () => {
  const held: { dir: string; db: Db; talking: Talk } = {} as never;
  beforeAll(async () => {
    held.dir = await mkdtemp(join(tmpdir(), "onpoint-oauth-"));
    held.db = await openRecords({ dataDir: held.dir });
  });
  afterAll(async () => {
    await held.db.close();
    await rm(held.dir, { recursive: true, force: true });
  });
  afterEach(async () => held.talking.server.close());
  /** A browser of its own, on the records of all these tests. */
  const begin = async (): Promise<Talk> => {
    held.talking = await talk(held.db);
    return held.talking;
  };

  test.each<[string, Form, string]>([
    ["without a challenge", {}, "invalid_request"],
    ["with a plain challenge", { code_challenge: "a".repeat(43), code_challenge_method: "plain" }, "invalid_request"],
    ["with a challenge without its method", { code_challenge: "a".repeat(43) }, "invalid_request"],
    ["with a challenge of 3 characters", { code_challenge: "abc", code_challenge_method: "S256" }, "invalid_request"],
  ])("a public client %s is sent back with why", async (_name, parameters, error) => {
    const { back } = await authorizing(await begin(), parameters);
    expect(`${back.origin}${back.pathname}`).toBe(CALLBACK);
    expect(refusedTo(back)).toMatchObject({ error, state: "s1", iss: AUTH_URL });
    expect(back.searchParams.has("code")).toBe(false);
  });

  test("a confidential client needs no challenge; who sent one is held to it", async () => {
    const t = await begin();
    const { id, basic } = await confidential(t, "client_secret_basic");
    const asked = { response_type: "code", client_id: id, redirect_uri: CALLBACK, scope: "openid" };
    const plain = await t.authorize(asked);
    expect(await t.post("/oauth/token", redeeming(plain), { authorization: basic })).toMatchObject({ status: 200 });
    const challenged = await t.authorize({ ...asked, ...pkce().parameters });
    expect(await t.post("/oauth/token", redeeming(challenged), { authorization: basic })).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect(
      await t.post(
        "/oauth/token",
        { ...redeeming(challenged), code_verifier: "x".repeat(43) },
        { authorization: basic },
      ),
    ).toMatchObject({ status: 400 });
  });

  test.each([
    ["another host", "https://evil.example/callback"],
    ["another path", "https://app.example/callback2"],
    ["a path below", "https://app.example/callback/x"],
    ["a query", "https://app.example/callback?x=1"],
    ["a fragment", "https://app.example/callback#x"],
    ["a user name", "https://evil@app.example/callback"],
    ["another case", "https://app.example/Callback"],
    ["another scheme", "http://app.example/callback"],
    ["another port", "https://app.example:8443/callback"],
    ["a host that begins alike", "https://app.example.evil.example/callback"],
    ["none at all", ""],
  ])("nobody is sent to a registered address with %s", async (_name, redirect_uri) => {
    const t = await begin();
    const { body } = await t.register({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" });
    const query = new URLSearchParams({
      response_type: "code",
      client_id: String(body["client_id"]),
      ...(redirect_uri !== "" && { redirect_uri }),
      ...pkce().parameters,
    });
    const answer = await t.ask("GET", `/oauth/authorize?${query.toString()}`, { headers: { accept: "text/html" } });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
  });

  test("a program on a person's machine is called back at any port, and nowhere else", async () => {
    const t = await begin();
    const metadata = { redirect_uris: ["http://127.0.0.1/callback"] };
    const { back } = await authorizing(
      t,
      { redirect_uri: "http://127.0.0.1:49152/callback", ...pkce().parameters },
      metadata,
    );
    expect(back.origin).toBe("http://127.0.0.1:49152");
    expect(back.searchParams.get("code")).toMatch(/^[\w-]{43}$/u);
    const other = await authorizing(
      t,
      { redirect_uri: "http://127.0.0.1:49152/other", ...pkce().parameters },
      metadata,
    );
    expect(other.back.href).toBe("about:blank");
  });

  test("a refresh gives no more than was given, and nothing to another client", async () => {
    const t = await begin();
    const { clientId, tokens } = await publicTokens(t, { scope: "openid offline_access", prompt: "consent" });
    const token = tokens.body["refresh_token"];
    expect(await refresh(t, clientId, token, { scope: "openid email" })).toMatchObject({
      status: 400,
      body: { error: "invalid_scope" },
    });
    const other = await t.register({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" });
    const otherId = String(other.body["client_id"]);
    expect(await refresh(t, otherId, token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const { verifier, parameters } = pkce();
    const { back } = await authorizing(t, parameters);
    const code = back.searchParams.get("code") ?? "";
    expect(await exchange(t, { clientId: otherId, code, verifier })).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  });

  test.each([
    ["something else", "https://other.example"],
    ["something that begins alike", `${AUTH_URL}.evil.example`],
    ["an address here that is none of the tools", `${AUTH_URL}/v1`],
    ["the service and something else", [AUTH_URL, "https://other.example"]],
  ])("a token for %s is not given", async (_name, resource) => {
    const t = await begin();
    const { back } = await authorizing(t, { resource, ...pkce().parameters });
    expect(refusedTo(back)).toMatchObject({ error: "invalid_target", iss: AUTH_URL });
    const { verifier, parameters } = pkce();
    const right = await authorizing(t, parameters);
    const code = right.back.searchParams.get("code") ?? "";
    expect(await exchange(t, { clientId: right.clientId, code, verifier }, { resource })).toMatchObject({
      status: 400,
      body: { error: "invalid_target" },
    });
  });

  test("however the service is spelt, its tokens are one audience", async () => {
    const t = await begin();
    const spellings = ["", "/", "/mcp", "/mcp/", "/mcp/v4", "/mcp/v3", "/mcp/v2", "/mcp/v1", "/mcp/v4/sse"].map(
      (path) => `${AUTH_URL}${path}`,
    );
    for (const [index, resource] of [...spellings, "HTTPS://LAW.EXAMPLE/"].entries()) {
      const other = spellings[(index + 3) % spellings.length] ?? AUTH_URL;
      const { verifier, parameters } = pkce();
      const { clientId, back } = await authorizing(t, { resource, ...parameters });
      const tokens = await exchange(
        t,
        { clientId, code: back.searchParams.get("code") ?? "", verifier },
        { resource: other },
      );
      expect(await isDead(t, tokens.body["access_token"]), `${resource}, then ${other}`).toBe(false);
    }
  });

  test("a client that names no resource gets a token for the service", async () => {
    const t = await begin();
    const { verifier, parameters } = pkce();
    const { clientId, back } = await authorizing(t, { resource: [], ...parameters });
    const tokens = await exchange(
      t,
      { clientId, code: back.searchParams.get("code") ?? "", verifier },
      { resource: [] },
    );
    expect(await isDead(t, tokens.body["access_token"])).toBe(false);
  });

  test("only an access token is one", async () => {
    const t = await begin();
    const { code, tokens } = await publicTokens(t);
    for (const other of [tokens.body["id_token"], tokens.body["refresh_token"], code, ""])
      expect(await isDead(t, other)).toBe(true);
  });

  test("a token of a person who is gone opens nothing, and is not renewed", async () => {
    const t = await begin();
    const { clientId, tokens } = await publicTokens(t);
    t.people.delete("ann");
    expect(await t.server.tokens.verifyToken(String(tokens.body["access_token"]))).toEqual({
      ok: false,
      error: "no_person",
    });
    expect(await refresh(t, clientId, tokens.body["refresh_token"])).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  });

  test("a token opens nothing after its hour", async () => {
    const t = await begin();
    const { tokens } = await publicTokens(t);
    t.pass(3_599_000);
    expect(await isDead(t, tokens.body["access_token"])).toBe(false);
    t.pass(2_000);
    expect(await t.server.tokens.verifyToken(String(tokens.body["access_token"]))).toEqual({
      ok: false,
      error: "expired",
    });
  });

  test("who is not signed in, or signed out of the service, or is another by now, is not let through silently", async () => {
    const t = await begin();
    const before = await authorizing(t, { prompt: "none", ...pkce().parameters });
    expect(refusedTo(before.back)).toMatchObject({ error: "login_required", iss: AUTH_URL });
    const { clientId } = await authorizing(t, pkce().parameters);
    const ask = async (): Promise<URL> =>
      t.authorize({
        response_type: "code",
        client_id: clientId,
        redirect_uri: CALLBACK,
        scope: "openid",
        prompt: "none",
        ...pkce().parameters,
      });
    expect((await ask()).searchParams.has("code")).toBe(true);
    for (const who of [undefined, "bob"]) {
      t.signedIn = who;
      expect(refusedTo(await ask())).toMatchObject({ error: "login_required" });
    }
  });

  test("who does not agree is sent back with that", async () => {
    const t = await begin();
    t.signedIn = undefined;
    const { back } = await authorizing(t, pkce().parameters);
    expect(refusedTo(back)).toMatchObject({ error: "access_denied", state: "s1", iss: AUTH_URL });
  });

  test("a step is that of the browser in which it began, once", async () => {
    const t = await begin();
    const { body } = await t.register({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" });
    const query = new URLSearchParams({
      response_type: "code",
      client_id: String(body["client_id"]),
      redirect_uri: CALLBACK,
      ...pkce().parameters,
    });
    const begun = await t.ask("GET", `/oauth/authorize?${query.toString()}`);
    const target = new URL(begun.headers.get("location") ?? "").pathname;
    const cookie = [...t.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const own = { method: "POST", target, headers: { cookie } };
    expect(await t.server.steps.read(own)).toMatchObject({ wanted: "sign-in" });
    const forged = cookie.replace(/onpoint_oauth_step=[^;]+/u, `onpoint_oauth_step=${target.split("/").at(-1)}x`);
    for (const foreign of ["", forged, cookie.replace(/onpoint_oauth_step\.sig=[^;]+/u, "onpoint_oauth_step.sig=x")]) {
      expect(await t.server.steps.read({ ...own, headers: { cookie: foreign } })).toBeUndefined();
    }
    const led = await t.server.steps.deny(own);
    await t.ask("GET", new URL(led.headers.get("location") ?? "").pathname);
    expect(await t.server.steps.read(own)).toBeUndefined();
  });

  test("cookies are signed, not for scripts, for https alone, and sent to their own pages", async () => {
    const t = await begin();
    const { body } = await t.register({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" });
    const query = new URLSearchParams({
      response_type: "code",
      client_id: String(body["client_id"]),
      redirect_uri: CALLBACK,
      ...pkce().parameters,
    });
    const begun = await t.ask("GET", `/oauth/authorize?${query.toString()}`);
    const cookies = begun.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(
      expect.arrayContaining([
        "onpoint_oauth_step",
        "onpoint_oauth_step.sig",
        "onpoint_oauth_resume",
        "onpoint_oauth_resume.sig",
      ]),
    );
    for (const cookie of cookies)
      expect(cookie).toMatch(/; path=\/oauth\/(?:interaction|authorize)\/[\w-]+;.*; samesite=lax; secure; httponly/u);
  });
});

describeEachDatabase("attacks that race and replay", (store) => {
  const open: { db: Db; servers: Talk[] } = { db: {} as Db, servers: [] };
  const beside = async (db: Db, given: Parameters<typeof talk>[1] = {}): Promise<Talk> => {
    const talking = await talk(db, given);
    open.servers.push(talking);
    return talking;
  };
  const begin = async (given: Parameters<typeof talk>[1] = {}): Promise<Talk> => {
    open.db = await store.open();
    return beside(open.db, given);
  };
  afterEach(async () => {
    for (const { server } of open.servers.splice(0)) await server.close();
  });

  test("a wrong verifier is refused, and does not burn the code", async () => {
    const t = await begin();
    const { verifier, parameters } = pkce();
    const { clientId, back } = await authorizing(t, parameters);
    const code = back.searchParams.get("code") ?? "";
    expect(await exchange(t, { clientId, code, verifier: "x".repeat(43) })).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect(await exchange(t, { clientId, code, verifier }, { code_verifier: [] })).toMatchObject({ status: 400 });
    expect(await exchange(t, { clientId, code, verifier })).toMatchObject({ status: 200 });
  });

  test("a code that is used again ends everything that came of it", async () => {
    const t = await begin();
    const { clientId, code, verifier, tokens } = await publicTokens(t);
    expect(tokens.status).toBe(200);
    expect(await exchange(t, { clientId, code, verifier })).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect(await isDead(t, tokens.body["access_token"])).toBe(true);
    expect(await refresh(t, clientId, tokens.body["refresh_token"])).toMatchObject({ status: 400 });
  });

  test("of twenty who redeem one code at the same time one gets tokens", async () => {
    const t = await begin();
    const { verifier, parameters } = pkce();
    const { clientId, back } = await authorizing(t, parameters);
    const code = back.searchParams.get("code") ?? "";
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => exchange(t, { clientId, code, verifier })),
    );
    expect(statusesOf(answers)).toEqual({ 200: 1, 400: 19 });
  });

  test("two processes that race for one code: one gets tokens", async () => {
    const t = await begin();
    const other = await beside(await store.reopen(open.db));
    for (let round = 0; round < 10; round++) {
      const { verifier, parameters } = pkce();
      const { clientId, back } = await authorizing(t, parameters);
      const code = back.searchParams.get("code") ?? "";
      const answers = await Promise.all(
        [t, other, t, other].map(async (one) => exchange(one, { clientId, code, verifier })),
      );
      expect(statusesOf(answers)).toEqual({ 200: 1, 400: 3 });
    }
  });

  test("a refresh token that is used again after its window ends the family: thief and owner are out", async () => {
    const t = await begin();
    const { clientId, tokens } = await publicTokens(t);
    const stolen = tokens.body["refresh_token"];
    const renewed = await refresh(t, clientId, stolen);
    t.pass(31_000);
    expect(await refresh(t, clientId, stolen)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await refresh(t, clientId, renewed.body["refresh_token"])).toMatchObject({ status: 400 });
    for (const { body } of [tokens, renewed]) expect(await isDead(t, body["access_token"])).toBe(true);
  });

  test("a client that lost the answer exchanges its refresh token once more, within the window", async () => {
    const t = await begin();
    const { clientId, tokens } = await publicTokens(t);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => refresh(t, clientId, tokens.body["refresh_token"])),
    );
    expect(statusesOf(answers)).toEqual({ 200: 20 });
    expect(await refresh(t, clientId, answers[7]?.body["refresh_token"])).toMatchObject({ status: 200 });
  });

  test("without a window one of twenty exchanges is answered", async () => {
    const t = await begin({ reuseWindow_s: 0 });
    const { clientId, tokens } = await publicTokens(t);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => refresh(t, clientId, tokens.body["refresh_token"])),
    );
    expect(statusesOf(answers)[200]).toBe(1);
  });

  test("after a restart what was used stays used, and what was given stays good", async () => {
    const t = await begin();
    const { clientId, code, verifier, tokens } = await publicTokens(t);
    await t.server.close();
    const again = await beside(await store.reopen(open.db));
    expect(await isDead(again, tokens.body["access_token"])).toBe(false);
    expect(await exchange(again, { clientId, code, verifier })).toMatchObject({ status: 400 });
    expect(await isDead(again, tokens.body["access_token"])).toBe(true);
  });

  test("nobody learns of, or ends, what is another client's", async () => {
    const t = await begin();
    const { clientId, tokens } = await publicTokens(t);
    const token = String(tokens.body["access_token"]);
    const { basic } = await confidential(t, "client_secret_basic");
    expect(await t.post("/oauth/introspect", { token }, { authorization: basic })).toMatchObject({
      status: 200,
      body: { active: false },
    });
    await t.post("/oauth/revoke", { token }, { authorization: basic });
    expect(await isDead(t, token)).toBe(false);
    expect(await t.post("/oauth/introspect", { token, client_id: clientId })).toMatchObject({
      body: { active: true, aud: AUTH_URL, client_id: clientId },
    });
    t.people.delete("ann");
    expect((await t.post("/oauth/introspect", { token, client_id: clientId })).body).toEqual({ active: false });
    t.people.set("ann", ANN);
    await t.post("/oauth/revoke", { token, client_id: clientId });
    expect(await isDead(t, token)).toBe(true);
  });

  test("what is wrong with an address that is registered is said of that address", async () => {
    const t = await begin();
    expect(await t.register({ redirect_uris: ["http://evil.example/"] })).toMatchObject({
      status: 400,
      body: {
        error: "invalid_redirect_uri",
        error_description: "redirect_uris must be https, or http on loopback",
      },
    });
  });

  test("a secret is taken by either way, a wrong one by neither, and is kept as a hash", async () => {
    const t = await begin();
    const { id, secret, basic } = await confidential(t, "client_secret_basic");
    const token = { token: "x".repeat(43) };
    expect(await t.post("/oauth/introspect", token, { authorization: basic })).toMatchObject({ status: 200 });
    expect(await t.post("/oauth/introspect", { ...token, client_id: id, client_secret: secret })).toMatchObject({
      status: 200,
    });
    const kept = JSON.stringify(await open.db.selectFrom("oauth_clients").selectAll().execute());
    expect(kept).not.toContain(secret);
    const hash =
      (await open.db.selectFrom("oauth_clients").select("secret_hash").where("id", "=", id).executeTakeFirstOrThrow())
        .secret_hash ?? "";
    for (const wrong of [hash, `${secret}x`, "", "undefined"]) {
      expect(await t.post("/oauth/introspect", { ...token, client_id: id, client_secret: wrong })).toMatchObject({
        status: 401,
      });
    }
  });

  test("nothing that opens anything stands in the records", async () => {
    const t = await begin();
    const { code, tokens } = await publicTokens(t);
    const rows = JSON.stringify(await open.db.selectFrom("oauth_artifacts").selectAll().execute());
    const session = t.cookies.get("onpoint_oauth") ?? "";
    const secrets = [
      code,
      tokens.body["access_token"],
      tokens.body["refresh_token"],
      tokens.body["id_token"],
      session,
    ].map(String);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect(rows).not.toContain(secret);
    }
  });

  test("another person who signs in goes on as that person", async () => {
    const t = await begin();
    await authorizing(t, pkce().parameters);
    t.signedIn = "bob";
    const { verifier, parameters } = pkce();
    const { clientId, back } = await authorizing(t, parameters);
    const tokens = await exchange(t, { clientId, code: back.searchParams.get("code") ?? "", verifier });
    expect(await t.server.tokens.verifyToken(String(tokens.body["access_token"]))).toMatchObject({
      value: { id: "bob" },
    });
  });
});

async function scopesOf(scope: string | undefined): Promise<unknown> {
  return talkOnSqlite(async (t) => {
    const { verifier, parameters } = pkce();
    const { clientId, back } = await authorizing(t, { scope: scope ?? [], ...parameters });
    return (await exchange(t, { clientId, code: back.searchParams.get("code") ?? "", verifier })).body["scope"];
  });
}

describe("what is asked for carelessly", () => {
  test.each([
    ["nothing", undefined, "openid profile email"],
    ["what nobody knows", "mcp tools:read", "openid profile email"],
    ["some of it", "openid mcp", "openid"],
    ["a refresh token alone", "offline_access", "openid profile email offline_access"],
    ["what the tools name", "profile email", "profile email"],
  ])("%s", async (_name, scope, granted) => expect(await scopesOf(scope)).toBe(granted));
});
