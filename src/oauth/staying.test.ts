import { afterEach, describe, expect, test } from "vitest";
import type { Db } from "#db/connection.ts";
import { AUTH_URL, CALLBACK, exchange, pkce, refresh, talk } from "#test/oauth/protocol.ts";
import type { Answer, Form, Talk } from "#test/oauth/protocol.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { createClient } from "./clients.ts";

const LOOPBACK = "http://127.0.0.1:49152/callback";
const REFRESHING = { grant_types: ["authorization_code", "refresh_token"] };
const DOCUMENT_ID = "https://app.example/client.json";

const registered = async (t: Talk, metadata: object): Promise<string> => {
  const stated = { redirect_uris: [CALLBACK], token_endpoint_auth_method: "none", ...metadata };
  return String((await t.register(stated)).body["client_id"]);
};
/** Goes through, and whether the person was asked. */
const signIn = async (
  t: Talk,
  clientId: string,
  asked: Form = {},
): Promise<{ back: URL; tokens: Answer["body"]; wasAsked: boolean }> => {
  const { verifier, parameters } = pkce();
  const redirect_uri = String(asked["redirect_uri"] ?? CALLBACK);
  const form = { response_type: "code", client_id: clientId, redirect_uri, scope: "profile email" };
  const silent = await t.authorize({ ...form, ...parameters, ...asked, prompt: "none" });
  const back = await t.authorize({ ...form, resource: AUTH_URL, ...parameters, ...asked });
  const code = back.searchParams.get("code") ?? "";
  const { body } = await exchange(t, { clientId, code, verifier }, { redirect_uri });
  return { back, tokens: body, wasAsked: !silent.searchParams.has("code") };
};

const askedTwice = async (t: Talk, clientId: string, asked: Form): Promise<boolean> => {
  expect((await signIn(t, clientId, asked)).back.searchParams.has("code")).toBe(true);
  return (await signIn(t, clientId, asked)).wasAsked;
};

describeEachDatabase("an application that goes on while the person is away", (store) => {
  const open: { db: Db; talks: Talk[] } = { db: {} as Db, talks: [] };
  const begin = async (given: Parameters<typeof talk>[1] = {}): Promise<Talk> => {
    open.db = await store.open();
    const talking = await talk(open.db, given);
    open.talks.push(talking);
    return talking;
  };
  afterEach(async () => {
    for (const { server } of open.talks.splice(0)) await server.close();
  });

  test("gets a refresh token where it registered for one, whatever it asks for", async () => {
    const t = await begin();
    const clientId = await registered(t, REFRESHING);
    const { tokens } = await signIn(t, clientId);
    expect(tokens).toMatchObject({ scope: "profile email" });
    const renewed = await refresh(t, clientId, tokens["refresh_token"]);
    expect(renewed).toMatchObject({ status: 200, body: { scope: "profile email" } });
    expect(await refresh(t, clientId, renewed.body["refresh_token"], { scope: "openid profile" })).toMatchObject({
      status: 400,
      body: { error: "invalid_scope" },
    });
  });

  test.each([
    ["says nothing of grants", {}],
    ["names the code alone", { grant_types: ["authorization_code"] }],
    ["says itself that it registered", { refresh_token_by_scope: false, own_id: true }],
  ])("gets one for the scope alone where it %s", async (_name, metadata) => {
    const t = await begin();
    const clientId = await registered(t, metadata);
    expect((await signIn(t, clientId)).tokens).not.toHaveProperty("refresh_token");
    expect((await signIn(t, clientId, { scope: "profile offline_access" })).tokens).toHaveProperty("refresh_token");
    // What was agreed to once is not what is wanted now.
    expect((await signIn(t, clientId)).tokens).not.toHaveProperty("refresh_token");
  });

  test("nor does one that the operator made known get it unasked", async () => {
    const t = await begin();
    const { client, secret } = await createClient(open.db, {
      name: "A firm's app",
      redirectUris: [CALLBACK],
      authentication: "client_secret_post",
    });
    const ask = async (scope: string): Promise<Answer> => {
      const back = await t.authorize({ response_type: "code", client_id: client.id, redirect_uri: CALLBACK, scope });
      return t.post("/oauth/token", {
        grant_type: "authorization_code",
        code: back.searchParams.get("code") ?? "",
        redirect_uri: CALLBACK,
        client_id: client.id,
        client_secret: secret ?? "",
      });
    };
    expect((await ask("openid")).body).not.toHaveProperty("refresh_token");
    expect((await ask("openid offline_access")).body).toHaveProperty("refresh_token");
  });

  test("was agreed to on the page that told of it", async () => {
    const t = await begin();
    const clientId = await registered(t, REFRESHING);
    const { parameters } = pkce();
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: CALLBACK,
      scope: "profile",
      ...parameters,
    });
    const begun = await t.ask("GET", `/oauth/authorize?${query.toString()}`);
    const cookie = (): string => [...t.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const step = new URL(begun.headers.get("location") ?? "").pathname;
    const question = { method: "POST", target: step, headers: { cookie: cookie() } };
    const led = await t.server.steps.signIn(question, { personId: "ann", methods: ["pwd"], at: new Date() });
    const asked = await t.ask("GET", new URL(led.headers.get("location") ?? "").pathname);
    const consent = new URL(asked.headers.get("location") ?? "").pathname;
    const shown = await t.server.steps.read({ method: "GET", target: consent, headers: { cookie: cookie() } });
    expect(shown).toMatchObject({ wanted: "consent", scopes: ["profile", "offline_access"] });
  });

  test("whom nobody asked is let in as before, without a refresh token", async () => {
    const t = await begin();
    const clientId = await registered(t, REFRESHING);
    await signIn(t, clientId);
    // As it was let in before there was more to agree to.
    const kept = await open.db.selectFrom("oauth_artifacts").selectAll().where("model", "=", "Grant").execute();
    for (const { id, payload } of kept) {
      const without = payload.replace(/ ?offline_access/gu, "");
      expect(without).not.toBe(payload);
      await open.db.updateTable("oauth_artifacts").set({ payload: without }).where("id", "=", id).execute();
    }
    const { verifier, parameters } = pkce();
    const form = { response_type: "code", client_id: clientId, redirect_uri: CALLBACK, scope: "profile" };
    const back = await t.authorize({ ...form, ...parameters, prompt: "none" });
    const code = back.searchParams.get("code") ?? "";
    const { status, body } = await exchange(t, { clientId, code, verifier });
    expect([status, "refresh_token" in body]).toEqual([200, false]);
    expect((await signIn(t, clientId)).tokens).toHaveProperty("refresh_token");
  });

  test("a refresh token that is used after its time ends all, however it was come by", async () => {
    const t = await begin({ reuseWindow_s: 0 });
    const clientId = await registered(t, REFRESHING);
    const { tokens } = await signIn(t, clientId);
    const renewed = await refresh(t, clientId, tokens["refresh_token"]);
    expect(renewed.status).toBe(200);
    t.pass(1_000);
    expect(await refresh(t, clientId, tokens["refresh_token"])).toMatchObject({ status: 400 });
    expect(await refresh(t, clientId, renewed.body["refresh_token"])).toMatchObject({ status: 400 });
    expect((await t.server.tokens.verifyToken(String(renewed.body["access_token"]))).ok).toBe(false);
    expect((await signIn(t, clientId)).wasAsked).toBe(true);
  });

  describe("is not asked for again", () => {
    test.each([
      ["on the web", CALLBACK, "profile email"],
      ["on the person's machine", LOOPBACK, "profile email"],
      ["with a scheme of its own", "cursor://example.host/callback", "profile email"],
      ["on the person's machine, by the scope", LOOPBACK, "profile email offline_access"],
    ])("%s, until it is ended or wants more", async (_name, redirect_uri, scope) => {
      const t = await begin();
      const clientId = await registered(t, { ...REFRESHING, redirect_uris: [redirect_uri] });
      const asked = { redirect_uri, scope };
      expect((await signIn(t, clientId, asked)).wasAsked).toBe(true);
      const again = await signIn(t, clientId, asked);
      expect(again.wasAsked).toBe(false);
      expect(again.tokens).toHaveProperty("refresh_token");
      expect((await signIn(t, clientId, { ...asked, scope: `openid ${scope}` })).wasAsked).toBe(true);
      await t.server.apps.end({ personId: "ann", clientId, origin: { address: null, agent: null } });
      expect((await signIn(t, clientId, asked)).wasAsked).toBe(true);
    });
  });

  describe("is asked for", () => {
    test("each time where any program on the machine can say that it is the one: of a document", async () => {
      const t = await begin({
        fetchDocument: async () =>
          Response.json({ client_id: DOCUMENT_ID, redirect_uris: [LOOPBACK], own_id: true, ...REFRESHING }),
      });
      expect(await askedTwice(t, DOCUMENT_ID, { redirect_uri: LOOPBACK })).toBe(true);
    });

    test("each time where any program on the machine can say that it is the one: made known by the operator", async () => {
      const t = await begin();
      const made = { name: "Desk", redirectUris: [LOOPBACK], authentication: "none" as const };
      const { client } = await createClient(open.db, made);
      expect(await askedTwice(t, client.id, { redirect_uri: LOOPBACK })).toBe(true);
    });

    test("where the client itself wants it, whatever it says of that", async () => {
      const t = await begin();
      const clientId = await registered(t, REFRESHING);
      await signIn(t, clientId);
      for (const scope of ["profile", "profile offline_access"]) {
        const query = new URLSearchParams({
          response_type: "code",
          client_id: clientId,
          redirect_uri: CALLBACK,
          scope,
          prompt: "consent",
          consent_implied: "yes",
          ...pkce().parameters,
        });
        const answer = await t.ask("GET", `/oauth/authorize?${query.toString()}`);
        expect(answer.headers.get("location")).toContain("/oauth/interaction/");
      }
    });

    test("of every person", async () => {
      const t = await begin();
      const clientId = await registered(t, { ...REFRESHING, redirect_uris: [LOOPBACK] });
      await signIn(t, clientId, { redirect_uri: LOOPBACK });
      t.signedIn = "bob";
      expect((await signIn(t, clientId, { redirect_uri: LOOPBACK })).wasAsked).toBe(true);
    });
  });
});
