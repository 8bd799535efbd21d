import { afterEach, expect, test } from "vitest";
import { auditEvents } from "#accounts/audit/audit.ts";
import { HERE } from "#test/accounts.ts";
import { exchange, pkce, publicTokens, refresh, talk } from "#test/oauth/protocol.ts";
import type { Talk } from "#test/oauth/protocol.ts";
import { describeEachDatabase } from "#test/postgres.ts";

describeEachDatabase("the applications that a person has let in", (store) => {
  const open: Talk[] = [];
  const begin = async (): Promise<Talk> => {
    const talking = await talk(await store.open());
    open.push(talking);
    return talking;
  };
  afterEach(async () => {
    for (const { server } of open.splice(0)) await server.close();
  });

  test("are listed once each, with what they may, and to nobody else", async () => {
    const t = await begin();
    const { clientId } = await publicTokens(t);
    await publicTokens(t, { scope: "profile email" });
    const apps = await t.server.apps.list("ann");
    expect(apps.length).toBe(2);
    const app = apps.find((one) => one.clientId === clientId);
    expect(app).toMatchObject({ name: "An app", isKnown: false });
    expect([...(app?.scopes ?? [])].toSorted()).toEqual(["email", "offline_access", "openid", "profile"]);
    expect(Date.parse(app?.since ?? "")).toBeGreaterThan(Date.now() - 60_000);
    expect(app?.lastTokenAt).not.toBeNull();
    expect(await t.server.apps.list("bob")).toEqual([]);
  });

  test("that one is ended opens nothing any more, is not renewed, asks anew, and is told in the audit", async () => {
    const t = await begin();
    const { clientId, tokens } = await publicTokens(t);
    const other = await publicTokens(t);
    const isGood = async (token: unknown): Promise<boolean> => (await t.server.tokens.verifyToken(String(token))).ok;
    expect(await isGood(tokens.body["access_token"])).toBe(true);
    await expect(t.server.apps.end({ personId: "bob", clientId, origin: HERE })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await isGood(tokens.body["access_token"])).toBe(true);
    await t.server.apps.end({ personId: "ann", clientId, origin: HERE });
    expect(await isGood(tokens.body["access_token"])).toBe(false);
    expect(await refresh(t, clientId, tokens.body["refresh_token"])).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect(await isGood(other.tokens.body["access_token"])).toBe(true);
    expect((await t.server.apps.list("ann")).map((app) => app.clientId)).toEqual([other.clientId]);
    await expect(t.server.apps.end({ personId: "ann", clientId, origin: HERE })).rejects.toMatchObject({
      code: "not_found",
    });
    const silent = await t.authorize({
      response_type: "code",
      client_id: clientId,
      redirect_uri: "https://app.example/callback",
      scope: "openid",
      prompt: "none",
      ...pkce().parameters,
    });
    expect(silent.searchParams.get("error")).toBe("consent_required");
    const [event] = await auditEvents(t.db, { userId: "ann", limit: 1 });
    expect(event).toMatchObject({ event: "oauth_access_revoked", actorId: "ann", detail: { client: clientId } });
  });

  test("a code that was not redeemed when the application was ended is worth nothing", async () => {
    const t = await begin();
    const { clientId } = await publicTokens(t);
    const { verifier, parameters } = pkce();
    const back = await t.authorize({
      response_type: "code",
      client_id: clientId,
      redirect_uri: "https://app.example/callback",
      scope: "openid",
      ...parameters,
    });
    const code = back.searchParams.get("code") ?? "";
    expect(code).not.toBe("");
    await t.server.apps.end({ personId: "ann", clientId, origin: HERE });
    expect(await exchange(t, { clientId, code, verifier })).toMatchObject({ status: 400 });
  });

  test("all end with the account", async () => {
    const t = await begin();
    const { tokens } = await publicTokens(t);
    await t.server.apps.endAll("ann");
    expect(await t.server.apps.list("ann")).toEqual([]);
    expect((await t.server.tokens.verifyToken(String(tokens.body["access_token"]))).ok).toBe(false);
    const kept = await t.db.selectFrom("oauth_artifacts").select("model").where("account_id", "=", "ann").execute();
    expect(kept).toEqual([]);
  });
});
