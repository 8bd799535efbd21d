import { randomBytes } from "node:crypto";
import { errors, interactionPolicy } from "oidc-provider";
import type { AccountClaims, AdapterFactory, Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { Audience } from "./audience.ts";
import { clientFault } from "./client-rules.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { ID_TOKEN_ALGORITHMS } from "./keys.ts";
import type { SigningKeys } from "./keys.ts";
import { callerOf } from "./node-exchange.ts";
import type { People } from "./people.ts";
import { PATHS } from "./paths.ts";
import { RESPONSE_MODES } from "./response-modes.ts";
import { ASKS_TO_STAY, askWhenWanted, CONSENT_IMPLIED, OWN_ID, staysWith } from "./staying.ts";

/** What can be asked for. */
export const SCOPES = ["openid", "profile", "email", "offline_access"] as const;
/** What the tools name in their refusals, and what is asked for by a client that names nothing. */
export const RESOURCE_SCOPES = ["profile", "email"] as const;

export type ServerRules = {
  /** The public address of the authorization server. */
  readonly authUrl: string;
  readonly audience: Audience;
  readonly registration: "open" | "closed";
  readonly clientDocuments: "open" | "closed";
  readonly accessToken_s: number;
  readonly refreshToken_days: number;
  /** A page that tells a person why it goes no further. */
  readonly errorPage: (fault: { readonly error: string; readonly description: string | undefined }) => string;
  /** A page that sends these fields to the application by a form, as one wants it that asked for `form_post`. */
  readonly postingPage: (answer: { readonly to: string; readonly fields: Readonly<Record<string, string>> }) => string;
};

export type ConfigurationParts = {
  readonly rules: ServerRules;
  readonly keys: SigningKeys;
  readonly people: People;
  readonly adapter: AdapterFactory;
  readonly fetchDocument: GuardedFetch;
};

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;
const CODE_S = MINUTE_S;
const INTERACTION_S = 30 * MINUTE_S;
const DEVICE_CODE_S = 10 * MINUTE_S;
const ID_TOKEN_S = 60 * MINUTE_S;
const SESSION_S = 14 * DAY_S;
/** A person is asked anew whether an application may act for them after this, however often it did. */
const GRANT_S = 365 * DAY_S;
const DOCUMENT_BYTES_MAX = 5 * 1024;

/** How the library is set up. Every default that it warns of is replaced. */
export function providerConfiguration(parts: ConfigurationParts): Configuration {
  const { rules, keys, people, adapter, fetchDocument } = parts;
  return {
    adapter,
    jwks: { keys: [...keys.idTokens] },
    cookies: cookiesOf(rules, keys),
    routes: {
      authorization: PATHS.authorize,
      token: PATHS.token,
      registration: PATHS.register,
      revocation: PATHS.revoke,
      introspection: PATHS.introspect,
      userinfo: PATHS.userinfo,
      device_authorization: PATHS.deviceAuthorization,
      code_verification: PATHS.device,
      jwks: PATHS.jwks,
    },
    scopes: [...SCOPES],
    claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    findAccount: findAccount(people),
    interactions: {
      policy: interactions(people),
      url: (_ctx, { uid }) => `${rules.authUrl}${PATHS.interaction}/${uid}`,
    },
    ...clientRules(),
    ...lifetimes(rules),
    features: features(rules, people),
    issueRefreshToken: async (ctx, client, source) => staysWith(ctx, client, source),
    rotateRefreshToken: true,
    extraParams: [CONSENT_IMPLIED],
    expiresWithSession: () => false,
    fetch: async (url) => fetchDocument(url instanceof Request ? url.url : url),
    fetchResponseBodyLimits: { "client_id metadata document": DOCUMENT_BYTES_MAX },
    renderError: (ctx, out) => {
      ctx.type = "html";
      ctx.body = rules.errorPage({ error: out.error, description: out.error_description });
    },
  };
}

function cookiesOf({ authUrl }: ServerRules, keys: SigningKeys): Configuration["cookies"] {
  const path = `${new URL(authUrl).pathname.replace(/\/$/u, "")}${PATHS.root}`;
  return {
    keys: [...keys.cookies],
    names: { session: "onpoint_oauth", interaction: "onpoint_oauth_step", resume: "onpoint_oauth_resume" },
    long: { httpOnly: true, sameSite: "lax", path, signed: true },
    short: { httpOnly: true, sameSite: "lax", signed: true },
  };
}

/** One who signed in here is signed in as long as the same person is signed in to the service itself. */
function interactions(people: People): interactionPolicy.DefaultPolicy {
  const { base, Check } = interactionPolicy;
  const policy = base();
  askWhenWanted(policy);
  policy.get("login")?.checks.add(
    new Check("service_session", "the person is no longer signed in to the service", "login_required", async (ctx) => {
      const { session } = ctx.oidc;
      if (session?.accountId === undefined) return Check.NO_NEED_TO_PROMPT;
      const signedIn = await people.signedIn(ctx.get("cookie"));
      return signedIn?.id === session.accountId ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  return policy;
}

function findAccount(people: People): NonNullable<Configuration["findAccount"]> {
  return async (_ctx, id) => {
    const person = await people.find(id);
    if (person === undefined) return undefined;
    return { accountId: person.id, claims: (): AccountClaims => claimsOf(person) };
  };
}

/** What a person may be told to be, whichever scopes let it out. */
export function claimsOf({
  id,
  name,
  email,
  isEmailVerified,
}: Awaited<ReturnType<People["find"]>> & {}): AccountClaims {
  return { sub: id, ...(name !== "" && { name }), email, email_verified: isEmailVerified };
}

function clientRules(): Partial<Configuration> {
  return {
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    clientDefaults: {
      id_token_signed_response_alg: "ES256",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      response_modes: [...RESPONSE_MODES],
    },
    responseTypes: ["code"],
    enabledJWA: { idTokenSigningAlgValues: [...ID_TOKEN_ALGORITHMS] },
    // The contract demands it of clients that can keep no secret; of others it is taken.
    pkce: { required: (_ctx, client) => client.clientAuthMethod === "none" },
    allowOmittingSingleRegisteredRedirectUri: false,
    // Codes and tokens are what opens, and no cookie goes with them: any page may exchange what it holds.
    clientBasedCORS: () => true,
    extraClientMetadata: {
      properties: ["software_id", "software_version", ASKS_TO_STAY, OWN_ID],
      validator: (_ctx, key, _value, metadata) => {
        const fault = key === "software_id" ? clientFault(metadata) : undefined;
        if (fault === undefined) return;
        if (fault.startsWith("redirect_uris")) throw invalidRedirect(fault);
        throw new errors.InvalidClientMetadata(fault);
      },
    },
  };
}

/** The library's own words are of an address that is asked for, not of one that is registered. */
function invalidRedirect(error_description: string): errors.InvalidRedirectUri {
  return Object.assign(new errors.InvalidRedirectUri(), { error_description });
}

function lifetimes({ accessToken_s, refreshToken_days }: ServerRules): Partial<Configuration> {
  return {
    ttl: {
      AccessToken: accessToken_s,
      AuthorizationCode: CODE_S,
      DeviceCode: DEVICE_CODE_S,
      Grant: GRANT_S,
      IdToken: ID_TOKEN_S,
      Interaction: INTERACTION_S,
      RefreshToken: refreshToken_days * DAY_S,
      Session: SESSION_S,
    },
  };
}

/** A client learns of its own tokens, and ends them; those of others are unknown to it. */
function isOwnToken(
  _ctx: KoaContextWithOIDC,
  client: { readonly clientId: string },
  token: { readonly clientId?: string | undefined },
): boolean {
  return token.clientId === client.clientId;
}

type IntrospectedToken = { readonly clientId?: string | undefined; readonly accountId?: string };

/** A token of a person who is shut out opens nothing, and its client is told so. */
function isOwnOfOpenAccount({ find }: People) {
  return async (ctx: KoaContextWithOIDC, client: { readonly clientId: string }, token: IntrospectedToken) =>
    isOwnToken(ctx, client, token) && (await find(token.accountId ?? "")) !== undefined;
}

function features(rules: ServerRules, people: People): NonNullable<Configuration["features"]> {
  const { audience, accessToken_s, registration, clientDocuments } = rules;
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    // Its pages are ours: see `deviceRequests`.
    deviceFlow: { enabled: true, deviceInfo: (ctx) => ({ ...callerOf(ctx.req) }) },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: true },
    introspection: { enabled: true, allowedPolicy: isOwnOfOpenAccount(people) },
    revocation: { enabled: true, allowedPolicy: isOwnToken },
    registration: {
      enabled: registration === "open",
      initialAccessToken: false,
      issueRegistrationAccessToken: false,
      idFactory: () => randomBytes(16).toString("hex"),
      secretFactory: () => randomBytes(32).toString("base64url"),
    },
    clientIdMetadataDocument: { enabled: clientDocuments === "open", ack: "draft-02" },
    resourceIndicators: {
      enabled: true,
      // Several that are left after their spellings were made one are more than this service: none of them is taken.
      defaultResource: (_ctx, _client, oneOf) => oneOf ?? audience.name,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        if (audience.named(resource) === undefined) throw new errors.InvalidTarget("this service is not that resource");
        return {
          audience: audience.name,
          scope: SCOPES.join(" "),
          accessTokenTTL: accessToken_s,
          accessTokenFormat: "opaque",
        };
      },
    },
  };
}
