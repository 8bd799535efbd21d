import { generateKeyPairSync } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { auditEvents } from "#accounts/audit/audit.ts";
import { listUsers } from "#accounts/users/users.ts";
import { comeBack, depart, foundFirm, isIn } from "#test/idp/firm.ts";
import { startLyingProvider } from "#test/idp/lying-provider.ts";
import type { Keys, Lie, LyingProvider } from "#test/idp/lying-provider.ts";
import { openTestPortal } from "#test/portal.ts";

type Claims = Record<string, unknown>;

const ANN: Claims = { sub: "ann-1", email: "ann@heron.example", email_verified: true, name: "Ann Heron" };
const now_s = (): number => Math.floor(Date.now() / 1000);
const said = (change: Claims): Lie => ({ claims: (claims) => ({ ...claims, ...change }) });
const without = (name: string): Lie => ({
  claims: (claims) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name)),
});
const signed = async (claims: Claims, alg: string, key: Parameters<SignJWT["sign"]>[0], kid?: string) =>
  new SignJWT(claims).setProtectedHeader({ alg, ...(kid !== undefined && { kid }) }).sign(key);
const pem = ({ publicKey }: Keys): Buffer => Buffer.from(publicKey.export({ type: "spki", format: "pem" }) as string);
const told = (change: Claims): Lie => ({ metadata: (honest) => ({ ...honest, ...change }) });

/** What a provider does, and why it is refused, as the audit log tells. */
const LIES: readonly (readonly [string, Lie, RegExp])[] = [
  // The issuer.
  ["the token of another issuer", said({ iss: "https://evil.example" }), /"iss" \(issuer\)/u],
  ["the issuer with a slash more", { claims: (c) => ({ ...c, iss: `${String(c["iss"])}/` }) }, /"iss" \(issuer\)/u],
  ["no issuer", without("iss"), /"iss"/u],
  ["discovery that names another issuer", told({ issuer: "https://evil.example" }), /does not answer as one should/u],
  ["discovery without an issuer", told({ issuer: undefined }), /does not answer as one should/u],
  [
    "discovery that names Microsoft's any tenant",
    told({ issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" }),
    /does not answer as one should/u,
  ],
  // The audience.
  ["a token for another client", said({ aud: "another-client" }), /"aud"/u],
  ["a token for several without azp", said({ aud: ["onpoint-client", "another"] }), /azp|audience/iu],
  ["a token that another client asked for", said({ aud: ["onpoint-client", "another"], azp: "another" }), /azp/iu],
  ["no audience", without("aud"), /"aud"/u],
  ["an empty audience", said({ aud: [] }), /"aud"/u],
  // The nonce.
  ["another nonce", said({ nonce: "another" }), /"nonce"/u],
  ["no nonce", without("nonce"), /"nonce"/u],
  ["a nonce that is no text", said({ nonce: 7 }), /"nonce"/u],
  // Time.
  ["an expired token", said({ exp: now_s() - 3600 }), /"exp"/u],
  ["no end", without("exp"), /"exp"/u],
  ["an end that is no number", said({ exp: "tomorrow" }), /"exp"/u],
  ["a token not good yet", said({ nbf: now_s() + 3600 }), /"nbf"/u],
  ["no moment of issue", without("iat"), /"iat"/u],
  // Whom it is of.
  ["no subject", without("sub"), /"sub"/u],
  ["an empty subject", said({ sub: "" }), /"sub"|sub/u],
  ["a subject that is no text", said({ sub: { id: 1 } }), /"sub"/u],
  ["a subject of 300 characters", said({ sub: "x".repeat(300) }), /sub/u],
  // The signature.
  ["no signature (alg none)", { token: async (c) => new UnsecuredJWT(c).encode() }, /JWT|alg|JWS/iu],
  ["HS256 with the public key", { token: async (c, keys) => signed(c, "HS256", pem(keys), keys.kid) }, /alg|JWT/iu],
  [
    "HS256 with the client's secret",
    { token: async (c) => signed(c, "HS256", Buffer.from("a-secret-of-the-provider")) },
    /alg|JWT/iu,
  ],
  [
    "HS256 with the public key, told as an algorithm of the provider",
    {
      ...told({ id_token_signing_alg_values_supported: ["HS256", "none"] }),
      token: async (c, keys) => signed(c, "HS256", pem(keys)),
    },
    /alg|JWT|supported/iu,
  ],
  [
    "no signature, told as an algorithm of the provider",
    { ...told({ id_token_signing_alg_values_supported: ["none"] }), token: async (c) => new UnsecuredJWT(c).encode() },
    /JWT|alg|JWS/iu,
  ],
  [
    "the key of somebody else",
    {
      token: async (c, { kid }) =>
        signed(c, "RS256", generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey, kid),
    },
    /signature/iu,
  ],
  [
    "the key of somebody else, sent along",
    {
      token: async (c, { kid }) => {
        const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
        return new SignJWT(c)
          .setProtectedHeader({ alg: "RS256", kid, jwk: other.publicKey.export({ format: "jwk" }) })
          .sign(other.privateKey);
      },
    },
    /signature/iu,
  ],
  [
    "a key that is not published",
    { token: async (c, { privateKey }) => signed(c, "RS256", privateKey, "another") },
    /key|JWK|kid/iu,
  ],
  [
    "ES256 where the keys are RSA",
    {
      token: async (c, { kid }) =>
        signed(c, "ES256", generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey, kid),
    },
    /alg|key|JWT/iu,
  ],
  ["no keys", { jwks: () => ({ keys: [] }) }, /key|JWK/iu],
  ["keys that are none", { jwks: () => "none" }, /response/iu],
  [
    "a payload that was changed",
    {
      token: async (c, { privateKey, kid }) => {
        const [head = "", , tail = ""] = (await signed(c, "RS256", privateKey, kid)).split(".");
        return `${head}.${Buffer.from(JSON.stringify({ ...c, sub: "bob-1" })).toString("base64url")}.${tail}`;
      },
    },
    /signature/iu,
  ],
  [
    "a signature left out",
    {
      token: async (c, { privateKey, kid }) =>
        `${(await signed(c, "RS256", privateKey, kid)).split(".").slice(0, 2).join(".")}.`,
    },
    /signature/iu,
  ],
  [
    "a critical header nobody knows",
    {
      token: async (c, { privateKey, kid }) =>
        new SignJWT(c).setProtectedHeader({ alg: "RS256", kid, crit: ["b64"], b64: true }).sign(privateKey),
    },
    /crit|header|extension/iu,
  ],
  ["no ID token", { token: async () => undefined as unknown as string }, /id_token/u],
  ["an ID token that is none", { token: async () => "a.b.c" }, /JWT|JWS|JSON|header|decode|payload/iu],
  ["a token of 300,000 characters", said({ filler: "x".repeat(300_000) }), /larger than|cannot be read|unexpected/iu],
  // The mail address.
  ["mail of another domain", said({ email: "ann@evil.example" }), /none of the organization's verified domains/u],
  ["mail of a domain below", said({ email: "ann@sub.heron.example" }), /none of the organization's verified domains/u],
  [
    "mail of a domain that ends alike",
    said({ email: "ann@xheron.example" }),
    /none of the organization's verified domains/u,
  ],
  [
    "mail of a domain that looks alike",
    said({ email: "ann@hеron.example" }),
    /none of the organization's verified domains/u,
  ],
  ["mail with two domains", said({ email: "ann@heron.example@evil.example" }), /not an email address/u],
  ["mail with a name around it", said({ email: "<ann@evil.example> ann@heron.example" }), /not an email address/u],
  ["mail with a line break", said({ email: "ann@heron.example\nBcc: x@evil.example" }), /not an email address/u],
  ["unverified mail", said({ email_verified: false }), /verified/u],
  ["mail of which nobody says that it is verified", without("email_verified"), /verified/u],
  ["mail verified in other words", said({ email_verified: "yes" }), /verified/u],
  ["mail verified by a number", said({ email_verified: 1 }), /verified/u],
  ["mail that is a list", said({ email: ["ann@heron.example"] }), /email|expected|invalid/iu],
  ["no mail", { ...without("email"), userinfo: () => ({ sub: "ann-1" }) }, /names no e-mail address/u],
  [
    "the mail of somebody else by userinfo",
    { ...without("email"), userinfo: () => ({ sub: "bob-1", email: "bob@heron.example", email_verified: true }) },
    /"sub"/u,
  ],
  [
    "verified mail for another address by userinfo",
    {
      ...without("email_verified"),
      userinfo: () => ({ sub: "ann-1", email: "x@heron.example", email_verified: true }),
    },
    /verified/u,
  ],
  // The transport.
  [
    "a token endpoint inside the network",
    told({ token_endpoint: "http://10.0.0.1/token" }),
    /read over https|HTTPS|requests/iu,
  ],
  [
    "a token endpoint at the cloud's metadata",
    told({ token_endpoint: "https://169.254.169.254/token" }),
    /by a name|network|unexpected|fetch/iu,
  ],
  ["keys inside the network", told({ jwks_uri: "https://localhost:8443/jwks" }), /port|unexpected|fetch/iu],
  ["no token endpoint", told({ token_endpoint: undefined }), /token_endpoint/u],
  ["a discovery document of 300,000 bytes", told({ filler: "x".repeat(300_000) }), /does not answer as one should/u],
  [
    "a discovery document that is no JSON",
    {
      answer: (path, response) =>
        path.includes("openid-configuration") &&
        Boolean(response.writeHead(200, { "content-type": "application/json" }).end("{")),
    },
    /does not answer as one should/u,
  ],
  [
    "discovery that leads elsewhere",
    {
      answer: (path, response) =>
        path.includes("openid-configuration") &&
        Boolean(response.writeHead(302, { location: "https://evil.example/" }).end()),
    },
    /does not answer as one should/u,
  ],
  [
    "a token endpoint that leads elsewhere",
    {
      answer: (path, response) =>
        path === "/token" && Boolean(response.writeHead(307, { location: "https://evil.example/" }).end()),
    },
    /unexpected|response/iu,
  ],
  [
    "a token endpoint that fails",
    { answer: (path, response) => path === "/token" && Boolean(response.writeHead(500).end()) },
    /unexpected|response/iu,
  ],
];

const attempt = async (lie: Lie, work: (provider: LyingProvider) => void = () => undefined) => {
  const provider = await startLyingProvider();
  const tested = await openTestPortal({ clock: () => new Date(), trusted: [provider.issuer] });
  const firm = await foundFirm(tested.accounts, provider.issuer);
  const browser = tested.browse();
  // Some lie from the first question on: then nobody is sent anywhere.
  provider.lie = lie.metadata === undefined && lie.answer === undefined ? {} : lie;
  work(provider);
  return { provider, tested, firm, browser };
};

test.each(LIES)("nobody comes in by %s", async (_name, lie, why) => {
  const { provider, tested, browser, firm } = await attempt(lie);
  let reason: string;
  try {
    const authorize = await depart(browser);
    provider.lie = lie;
    const answer = await comeBack(browser, authorize, provider.codeFor(authorize, ANN));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const [noted] = await auditEvents(tested.accounts.db, { limit: 1 });
    expect(noted).toMatchObject({ event: "firm_sign_in_refused", detail: { organization: firm.organizationId } });
    reason = String(noted?.detail["reason"]);
  } catch (thrown) {
    reason = String(thrown);
  }
  expect(reason).toMatch(why);
  provider.lie = {};
  expect(await isIn(browser)).toBe(false);
  expect((await listUsers(tested.accounts.db)).map(({ email }) => email)).toEqual(["owner@elsewhere.example"]);
});

test("a provider that tells the truth lets in, so that the table above is refused for what it says", async () => {
  const { provider, browser } = await attempt({});
  const authorize = await depart(browser);
  expect(await comeBack(browser, authorize, provider.codeFor(authorize, ANN))).toMatchObject({
    status: 303,
    location: "/account",
  });
  expect(await isIn(browser)).toBe(true);
});
