import { createPublicKey, verify } from "node:crypto";
import type { JsonWebKey } from "node:crypto";
import { expect, test } from "vitest";
import { talkOnSqlite } from "#test/oauth/on-sqlite.ts";
import { AUTH_URL, CALLBACK, exchange, pkce } from "#test/oauth/protocol.ts";
import type { Talk } from "#test/oauth/protocol.ts";
import { createClient } from "./clients.ts";

type Header = { readonly alg: string; readonly kid: string };

/** By what an ID token is signed, checked by the key that is published under the name it bears. */
async function signedBy(t: Talk, token: unknown): Promise<string> {
  const [head = "", claims = "", signature = ""] = String(token).split(".");
  const { alg, kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as Header;
  const { keys } = (await (await t.ask("GET", "/oauth/jwks")).json()) as { keys: (JsonWebKey & Header)[] };
  const key = keys.find((one) => one.kid === kid);
  expect(key?.alg).toBe(alg);
  const isRight = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: key ?? {}, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  expect(isRight).toBe(true);
  return alg;
}

async function idTokenOf(t: Talk, clientId: string, secret?: string): Promise<unknown> {
  const { verifier, parameters } = pkce();
  const asked = { response_type: "code", client_id: clientId, redirect_uri: CALLBACK, scope: "openid" };
  const back = await t.authorize({ ...asked, ...parameters });
  const code = back.searchParams.get("code") ?? "";
  const proof = secret === undefined ? {} : { client_secret: secret };
  return (await exchange(t, { clientId, code, verifier }, proof)).body["id_token"];
}

test("both algorithms are published, with public keys alone", async () => {
  await talkOnSqlite(async (t) => {
    const metadata = (await (await t.ask("GET", "/.well-known/openid-configuration")).json()) as Record<
      string,
      string[]
    >;
    expect(new Set(metadata["id_token_signing_alg_values_supported"])).toEqual(new Set(["RS256", "ES256"]));
    const { keys } = (await (await t.ask("GET", "/oauth/jwks")).json()) as { keys: Record<string, string>[] };
    expect(keys).toHaveLength(2);
    expect(new Set(keys.map(({ alg }) => alg))).toEqual(new Set(["ES256", "RS256"]));
    for (const key of keys) for (const part of ["d", "p", "q", "dp", "dq", "qi"]) expect(key).not.toHaveProperty(part);
  });
});

test.each([
  ["RS256", "RS256"],
  ["ES256", "ES256"],
  [undefined, "ES256"],
  // Nothing is signed by less than what there is.
  ["none", "ES256"],
  ["HS256", "ES256"],
  ["PS256", "ES256"],
  [["RS256"], "ES256"],
])("who registers with %s has ID tokens signed by %s, and is told", async (wanted, used) => {
  await talkOnSqlite(async (t) => {
    const { body } = await t.register({
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: wanted,
    });
    expect(body["id_token_signed_response_alg"]).toBe(used);
    expect(await signedBy(t, await idTokenOf(t, String(body["client_id"])))).toBe(used);
  });
});

test("who is made known by the operator has them signed by RS256, unless something else was said", async () => {
  await talkOnSqlite(async (t) => {
    const made = { name: "A firm's app", redirectUris: [CALLBACK], authentication: "client_secret_post" as const };
    for (const [given, used] of [
      [{}, "RS256"],
      [{ idTokenAlgorithm: "ES256" as const }, "ES256"],
    ] as const) {
      const { client, secret } = await createClient(t.db, { ...made, ...given });
      expect(await signedBy(t, await idTokenOf(t, client.id, secret ?? ""))).toBe(used);
    }
  });
});

test("who was made known before there was a choice keeps what it knows", async () => {
  await talkOnSqlite(async (t) => {
    const made = { name: "A firm's app", redirectUris: [CALLBACK], authentication: "none" as const };
    const { client } = await createClient(t.db, made);
    const { metadata } = await t.db.selectFrom("oauth_clients").select("metadata").executeTakeFirstOrThrow();
    const { id_token_signed_response_alg: _chosen, ...before } = JSON.parse(metadata) as Record<string, unknown>;
    await t.db
      .updateTable("oauth_clients")
      .set({ metadata: JSON.stringify(before) })
      .execute();
    expect(await signedBy(t, await idTokenOf(t, client.id))).toBe("ES256");
  });
});

test.each(["none", "HS256"])("a document that wants %s lets nobody in", async (id_token_signed_response_alg) => {
  const client_id = "https://app.example/client.json";
  const document = { client_id, redirect_uris: [CALLBACK], id_token_signed_response_alg };
  await talkOnSqlite(
    async (t) => {
      const asked = { response_type: "code", client_id, redirect_uri: CALLBACK, scope: "openid", resource: AUTH_URL };
      expect((await t.authorize({ ...asked, ...pkce().parameters })).href).toBe("about:blank");
    },
    { fetchDocument: async () => Response.json(document) },
  );
});
