import { expect, test } from "vitest";
import { AUTH_URL, publicTokens, refresh, talk } from "#test/oauth/protocol.ts";
import { describeEachDatabase } from "#test/postgres.ts";

describeEachDatabase("the authorization server", (store) => {
  test("takes a client from registration to tokens, through a refresh and to the end", async () => {
    const talking = await talk(await store.open());
    const { clientId, tokens } = await publicTokens(talking);
    expect(tokens).toMatchObject({
      status: 200,
      body: { token_type: "Bearer", expires_in: 3600, scope: "openid profile email offline_access" },
    });
    const access = String(tokens.body["access_token"]);
    expect(await talking.server.tokens.verifyToken(access)).toMatchObject({
      ok: true,
      value: { kind: "user", id: "ann" },
    });
    const renewed = await refresh(talking, clientId, tokens.body["refresh_token"], { resource: AUTH_URL });
    expect(renewed).toMatchObject({ status: 200 });
    expect(renewed.body["refresh_token"]).not.toBe(tokens.body["refresh_token"]);
    const revoked = await talking.post("/oauth/revoke", {
      client_id: clientId,
      token: String(renewed.body["refresh_token"]),
    });
    expect(revoked.status).toBe(200);
    for (const token of [access, renewed.body["access_token"]]) {
      expect(await talking.server.tokens.verifyToken(String(token))).toEqual({ ok: false, error: "unknown" });
    }
    expect(await refresh(talking, clientId, renewed.body["refresh_token"])).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    await talking.server.close();
  });
});
