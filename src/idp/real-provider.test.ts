import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import { expect, onTestFinished, test } from "vitest";
import { setConnection } from "#accounts/firms/connections.ts";
import { namedUser } from "#accounts/users/users.ts";
import { BY_OPERATOR, depart, DOMAIN, foundFirm, isIn } from "#test/idp/firm.ts";
import { CLIENT_ID, CLIENT_SECRET } from "#test/idp/lying-provider.ts";
import { AUTH_URL, openTestPortal } from "#test/portal.ts";

type Options = {
  readonly algorithm: "RS256" | "ES256" | "PS256";
  readonly authentication: "client_secret_basic" | "client_secret_post";
  /** Whether the ID token holds what userinfo does. */
  readonly isWhole: boolean;
};

/** An identity provider that nobody here wrote, with one person in it. */
async function startProvider(redirectUri: () => string, options: Options) {
  const { privateKey } = await generateKeyPair(options.algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: options.algorithm, use: "sig", kid: "one" };
  const http = createServer((request, response) => void handler?.(request, response));
  await new Promise<void>((listening) => {
    http.listen(0, "127.0.0.1", () => listening());
  });
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  let handler: ReturnType<Provider["callback"]> | undefined;
  const begin = (): void => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [redirectUri()],
          token_endpoint_auth_method: options.authentication,
          id_token_signed_response_alg: options.algorithm,
        },
      ],
      jwks: { keys: [jwk] },
      conformIdTokenClaims: !options.isWhole,
      claims: { openid: ["sub", "sid", "groups"], email: ["email", "email_verified"], profile: ["name"] },
      clientAuthMethods: ["client_secret_basic", "client_secret_post"],
      enabledJWA: { idTokenSigningAlgValues: ["RS256", "ES256", "PS256"] },
      features: { devInteractions: { enabled: true } },
      pkce: { required: () => true },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, email: `${sub}@${DOMAIN}`, email_verified: true, name: "Ann Heron", groups: ["All"] }),
      }),
    });
    handler = provider.callback();
  };
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return { issuer, begin };
}

/** Signs in on the provider's own pages, and agrees, until it leads back. */
async function signInThere(start: URL): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form !== undefined && { method: "POST", body: form }),
    });
    form = undefined;
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(cookie) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location !== null) {
      url = new URL(location, url);
      if (url.origin === AUTH_URL) return url;
      continue;
    }
    const page = await answer.text();
    const action = /<form[^>]* action="([^"]+)"/u.exec(page)?.[1];
    if (action === undefined) throw new Error(`no form (${answer.status}): ${page}`);
    form = new URLSearchParams(
      page.includes('name="login"') ? { prompt: "login", login: "ann", password: "x" } : { prompt: "consent" },
    );
    url = new URL(action, url);
  }
  throw new Error("the provider leads to no end");
}

test.each<Options>([
  { algorithm: "RS256", authentication: "client_secret_basic", isWhole: true },
  { algorithm: "ES256", authentication: "client_secret_post", isWhole: false },
  { algorithm: "PS256", authentication: "client_secret_basic", isWhole: false },
])("people sign in with oidc-provider by $algorithm, $authentication", async (options) => {
  let organizationId = "";
  const { issuer, begin } = await startProvider(() => `${AUTH_URL}/account/firm/back/${organizationId}`, options);
  const tested = await openTestPortal({ clock: () => new Date(), trusted: [issuer] });
  ({ organizationId } = await foundFirm(tested.accounts, issuer));
  begin();
  const browser = tested.browse();
  const back = await signInThere(await depart(browser, `ann@${DOMAIN}`, "/account/keys"));
  // It names itself, so that its answer is nobody else's.
  expect(back.searchParams.get("iss")).toBe(issuer);
  const answer = await browser.get(`${back.pathname}${back.search}`);
  expect(answer, answer.text).toMatchObject({ status: 303, location: "/account/keys" });
  expect(await isIn(browser)).toBe(true);
  expect(await namedUser(tested.accounts.db, `ann@${DOMAIN}`)).toMatchObject({ name: "Ann Heron" });

  // With a wrong secret the provider gives nothing.
  const wrong = { organizationId, issuer, clientId: CLIENT_ID, clientSecret: "another-secret" };
  await setConnection(tested.accounts, wrong, BY_OPERATOR);
  const other = tested.browse();
  const again = await signInThere(await depart(other));
  expect((await other.get(`${again.pathname}${again.search}`)).status).toBe(401);
  expect(await isIn(other)).toBe(false);
});
