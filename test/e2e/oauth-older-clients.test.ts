import { generators, Issuer } from "openid-client-5";
import type { ClientMetadata } from "openid-client-5";
import { expect, test } from "vitest";
import { createClient } from "#oauth/clients.ts";
import { Browser } from "#test/oauth/browser.ts";
import { startService } from "#test/oauth/service.ts";
import type { Service } from "#test/oauth/service.ts";
import { describeEachDatabase } from "#test/postgres.ts";

const CALLBACK = "http://127.0.0.1:49152/callback";

/** Registers it as it is sent by those that register by themselves. */
async function registered(service: Service): Promise<ClientMetadata> {
  const answer = await fetch(`${service.origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [CALLBACK], id_token_signed_response_alg: "RS256" }),
  });
  return (await answer.json()) as ClientMetadata;
}

describeEachDatabase("a client of the generation before", (store) => {
  const running = async (work: (service: Service) => Promise<void>): Promise<void> => {
    const { databaseUrl } = await store.place();
    const service = await startService({ databaseUrl });
    try {
      await work(service);
    } finally {
      await service.stop();
    }
  };

  test.each([
    ["made known by the operator, with nothing set but its id and secret", true],
    ["that registers by itself and asks for RS256, its default", false],
  ] as const)("openid-client 5, %s, signs somebody in", async (_name, isMadeKnown) => {
    await running(async (service) => {
      const issuer = await Issuer.discover(service.origin);
      expect(issuer.metadata["id_token_signing_alg_values_supported"]).toContain("RS256");
      const made = isMadeKnown
        ? await createClient(service.db, {
            name: "A firm's app",
            redirectUris: [CALLBACK],
            authentication: "client_secret_basic",
          })
        : undefined;
      const client =
        made === undefined
          ? new issuer.Client(await registered(service))
          : new issuer.Client({
              client_id: made.client.id,
              client_secret: made.secret ?? "",
              redirect_uris: [CALLBACK],
            });
      const [state, nonce, code_verifier] = [generators.state(), generators.nonce(), generators.codeVerifier()];
      const asked = client.authorizationUrl({
        scope: "openid profile email offline_access",
        state,
        nonce,
        code_challenge: generators.codeChallenge(code_verifier),
        code_challenge_method: "S256",
      });
      const back = await new Browser().goThrough(asked, service);
      const parameters = client.callbackParams(`${back.pathname}${back.search}`);
      const tokens = await client.callback(CALLBACK, parameters, { state, nonce, code_verifier });
      expect(tokens.claims()).toMatchObject({ iss: service.origin, sub: service.userId, email: service.email });
      expect(await client.userinfo(tokens)).toMatchObject({ sub: service.userId, email: service.email });
      const renewed = await client.refresh(tokens.refresh_token ?? "");
      expect(await client.introspect(renewed.access_token ?? "")).toMatchObject({ active: true });
      await client.revoke(renewed.refresh_token ?? "");
      await expect(client.userinfo(renewed)).rejects.toMatchObject({ error: "invalid_token" });
    });
  });

  test("openid-client 5 signs somebody in by a code that its device shows, and is told to slow down", async () => {
    await running(async (service) => {
      const issuer = await Issuer.discover(service.origin);
      const { client: known } = await createClient(service.db, {
        name: "Desk",
        redirectUris: [],
        authentication: "none",
      });
      const client = new issuer.Client({ client_id: known.id, token_endpoint_auth_method: "none" });
      const handle = await client.deviceAuthorization({ scope: "openid email" });
      const ask = async () =>
        client.grant({ grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: handle.device_code });
      await expect(ask()).rejects.toMatchObject({ error: "authorization_pending" });
      await expect(ask()).rejects.toMatchObject({ error: "slow_down" });
      const browser = new Browser();
      const form = await browser.get(handle.verification_uri_complete);
      const shown = await browser.submit(form, { email: service.email, password: "seven blue herons at dusk" });
      const page = await browser.submit(shown, { user_code: handle.user_code });
      await browser.submit(page, { answer: "allow" });
      expect((await handle.poll()).claims()).toMatchObject({ sub: service.userId, email: service.email });
    });
  });
});
