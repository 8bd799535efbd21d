import { expect, test } from "vitest";
import { auditEvents } from "#accounts/audit/audit.ts";
import { transaction } from "#db/connection.ts";
import { publicTokens, talk } from "#test/oauth/protocol.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { createClient, listClients, removeClient } from "./clients.ts";
import { rotateKeys, signingKeys } from "./keys.ts";
import { nameGrants } from "./migrations/0024-grants-by-id.ts";
import { sweep } from "./sweeping.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** So long from now. */
const after = (ms: number) => () => new Date(Date.now() + ms);
const at = (ms: number) => () => new Date(Date.parse("2026-03-01T12:00:00Z") + ms);

describeEachDatabase("the upkeep of the authorization server", (store) => {
  test("keys are made once, by processes that start together too", async () => {
    const db = await store.open();
    const [first, other] = await Promise.all([signingKeys(db), signingKeys(await store.reopen(db))]);
    expect(other).toEqual(first);
    expect(first.idTokens).toHaveLength(2);
    expect(first.idTokens).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" }),
        expect.objectContaining({ kty: "RSA", alg: "RS256", use: "sig" }),
      ]),
    );
  });

  test("a service from before there were two algorithms keeps its key and gets the other", async () => {
    const db = await store.open();
    const [first] = (await signingKeys(db, at(0))).idTokens;
    await db.deleteFrom("oauth_keys").where("id", "=", "first-id-tokens-rs256").execute();
    await rotateKeys(db, at(HOUR_MS));
    await db.deleteFrom("oauth_keys").where("value", "like", '%"RS256"%').execute();
    const { idTokens } = await signingKeys(db, at(2 * HOUR_MS));
    expect(idTokens).toHaveLength(3);
    expect(idTokens.filter(({ alg }) => alg === "RS256")).toHaveLength(1);
    expect(idTokens).toContainEqual(first);
  });

  test("a new key is published before it signs, and the old one is believed until what it signed has ended", async () => {
    const db = await store.open();
    const old = (await signingKeys(db, at(0))).idTokens;
    await rotateKeys(db, at(HOUR_MS));
    const published = await signingKeys(db, at(HOUR_MS + 9 * 60_000));
    expect(published.idTokens).toHaveLength(4);
    expect(published.idTokens.slice(0, 2)).toEqual(old);
    const used = await signingKeys(db, at(HOUR_MS + 10 * 60_000));
    expect(used.idTokens.slice(2)).toEqual(old);
    expect(new Set(used.idTokens.slice(0, 2).map(({ alg }) => alg))).toEqual(new Set(["ES256", "RS256"]));
    expect(used.cookies).toHaveLength(2);
    expect(used.version).not.toBe(published.version);
    expect((await sweep(db, at(HOUR_MS + 29 * DAY_MS))).keys).toBe(0);
    expect((await sweep(db, at(HOUR_MS + 31 * DAY_MS))).keys).toBe(3);
  });

  test("what has ended is deleted, and applications that nobody lets in; not those that somebody does, or the operator made", async () => {
    const db = await store.open();
    const talking = await talk(db);
    const { clientId } = await publicTokens(talking);
    const unused = await talking.register({ redirect_uris: ["https://app.example/"] });
    const { client } = await createClient(db, {
      name: "Ours",
      redirectUris: ["https://app.example/"],
      authentication: "client_secret_post",
    });
    const ids = async (): Promise<string[]> => (await listClients(db)).map(({ id }) => id).toSorted();
    await sweep(db, after(23 * HOUR_MS));
    expect(await ids()).toEqual([clientId, String(unused.body["client_id"]), client.id].toSorted());
    expect(await sweep(db, after(25 * HOUR_MS))).toMatchObject({ clients: 1 });
    expect(await ids()).toEqual([clientId, client.id].toSorted());
    await sweep(db, after(366 * DAY_MS));
    expect(await ids()).toEqual([client.id]);
    expect(await db.selectFrom("oauth_artifacts").select("id").execute()).toEqual([]);
    await talking.server.close();
  });

  test("tokens that were given before grants were named are good once they are", async () => {
    const db = await store.open();
    const talking = await talk(db);
    const { tokens } = await publicTokens(talking);
    const isGood = async (): Promise<boolean> => {
      talking.server.tokens.forget();
      return (await talking.server.tokens.verifyToken(String(tokens.body["access_token"]))).ok;
    };
    await transaction(db, async (trx) =>
      trx.updateTable("oauth_artifacts").set({ grant_id: null }).where("model", "=", "Grant").execute(),
    );
    expect(await isGood()).toBe(false);
    await transaction(db, async (trx) => nameGrants(trx as never));
    expect(await isGood()).toBe(true);
    await talking.server.close();
  });

  test("an application that is removed ends with all it was let in to", async () => {
    const db = await store.open();
    const talking = await talk(db);
    const { clientId, tokens } = await publicTokens(talking);
    expect(await removeClient(db, clientId)).toBe(true);
    expect(await removeClient(db, clientId)).toBe(false);
    talking.server.tokens.forget();
    expect((await talking.server.tokens.verifyToken(String(tokens.body["access_token"]))).ok).toBe(false);
    await talking.server.close();
  });

  test("what an operator does is noted", async () => {
    const db = await store.open();
    const wanted = { name: "Ours", redirectUris: ["https://app.example/"], authentication: "none" } as const;
    const { client } = await createClient(db, wanted);
    await removeClient(db, client.id);
    await rotateKeys(db);
    const noted = await auditEvents(db, { limit: 9 });
    expect(noted.map(({ event, actorId, detail }) => [event, actorId, detail["client"]])).toEqual([
      ["signing_keys_renewed", "operator", undefined],
      ["oauth_client_removed", "operator", client.id],
      ["oauth_client_made_known", "operator", client.id],
    ]);
  });

  test("what happens is told, with whom it concerns and never a secret", async () => {
    const db = await store.open();
    const talking = await talk(db);
    const { clientId, code, verifier, tokens } = await publicTokens(talking);
    await talking.post("/oauth/token", {
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: "https://app.example/callback",
    });
    expect(talking.events.map(({ event, personId }) => [event, personId])).toEqual([
      ["oauth_client_registered", null],
      ["oauth_access_granted", "ann"],
      ["oauth_token_issued", "ann"],
      ["oauth_access_revoked", "ann"],
      ["oauth_request_refused", "ann"],
    ]);
    const told = JSON.stringify(talking.events);
    for (const secret of [code, verifier, tokens.body["access_token"], tokens.body["refresh_token"]])
      expect(told).not.toContain(secret);
    await talking.server.close();
  });
});

test("an application that breaks the rules is not made known by the operator either", async () => {
  await expect(
    createClient({} as never, { name: "x", redirectUris: ["http://evil.example/"], authentication: "none" }),
  ).rejects.toMatchObject({ code: "invalid_input" });
});
