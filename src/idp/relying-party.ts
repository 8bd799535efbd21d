import * as oidc from "openid-client";
import { z } from "zod";
import type { Accounts } from "#accounts/accounts.ts";
import { noteEvent } from "#accounts/audit/audit.ts";
import type { Origin } from "#accounts/audit/audit.ts";
import { noteDeparture, takeArrival } from "#accounts/firms/arrivals.ts";
import { connectionById, connectionForMail } from "#accounts/firms/connections.ts";
import type { FirmConnection } from "#accounts/firms/connections.ts";
import { enterByFirm } from "#accounts/firms/enter.ts";
import type { FirmClaims } from "#accounts/firms/enter.ts";
import type { SignInOutcome } from "#accounts/sign-in/sign-in.ts";
import { readEmail } from "#accounts/users/email.ts";
import { messageOf, OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import { PROVIDER_ALGORITHMS } from "./provider-client.ts";
import type { ProviderClients } from "./provider-client.ts";

/** Signs people in with the identity provider of their firm (OpenID Connect Core, with PKCE, state, nonce and `iss`). */
export type RelyingParty = {
  /** Where a browser goes to be signed in, and what it keeps until it comes back. Throws `not_found` or `unavailable`. */
  readonly depart: (wanted: {
    readonly email: string;
    readonly next: string;
    /** What the browser keeps of another that is under way. */
    readonly kept?: string | undefined;
  }) => Promise<Departure>;
  /** Who came back. Throws `not_found`, `forbidden`, `unauthorized`, `conflict` or `unavailable`. */
  readonly arrive: (arrival: Arrived) => Promise<{ readonly outcome: SignInOutcome; readonly next: string }>;
};

export type Departure = { readonly to: string; readonly browser: string; readonly life_s: number };

export type Arrived = {
  /** The whole address that was asked for, under the service's own. */
  readonly url: URL;
  /** Whose address to come back to it was. */
  readonly organizationId: string;
  /** What the browser kept. */
  readonly kept: string | undefined;
  readonly origin: Origin;
  readonly signedInId?: string | undefined;
  readonly replaces?: string | undefined;
  readonly browser?: string | undefined;
};

/**
 * Where a provider sends people back to. It is another for each organization: an answer of one provider cannot be passed
 * off as that of another, even where neither names itself in it (RFC 9700, section 4.4.2).
 */
export function returnAddress(authUrl: string, organizationId: string): string {
  return `${authUrl}${RETURN_PATH}/${organizationId}`;
}

export const RETURN_PATH = "/account/firm/back";

const SCOPE = "openid email profile";
const PARAMETERS_CHARS_MAX = 8000;
const GROUPS_MAX = 1000;

export function relyingParty(accounts: Accounts, clients: ProviderClients): RelyingParty {
  const { db, authUrl } = accounts;
  return {
    depart: async ({ email: typed, next, kept }) => {
      const email = readEmail(typed);
      const connection = await connectionForMail(db, email);
      if (connection === undefined) {
        throw new OnpointError("not_found", "no firm here signs in people with this e-mail address", {
          hint: "Sign in with your password instead.",
          faults: [{ path: "firm-email", message: "is of no firm that signs in here" }],
        });
      }
      const client = await clients.clientOf(connection);
      const codeVerifier = oidc.randomPKCECodeVerifier();
      const nonce = oidc.randomNonce();
      const departed = await noteDeparture(accounts, {
        connectionId: connection.id,
        nonce,
        codeVerifier,
        next,
        kept,
      });
      const to = oidc.buildAuthorizationUrl(client, {
        redirect_uri: returnAddress(authUrl, connection.organizationId),
        scope: SCOPE,
        state: departed.state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        login_hint: email,
      });
      return { to: to.href, browser: departed.browser, life_s: departed.life_s };
    },
    arrive: async (arrived) => {
      const { url, organizationId, kept } = arrived;
      if (url.search.length > PARAMETERS_CHARS_MAX) throw new OnpointError("too_large", "the answer is too long");
      const state = url.searchParams.get("state") ?? "";
      const taken = await takeArrival(accounts, { state, browser: kept });
      const connection = await connectionById(db, taken.connectionId);
      if (connection === undefined || connection.organizationId !== organizationId) {
        throw new OnpointError("unauthorized", "the answer did not come from the provider that was asked", {
          hint: "Begin anew on the page to sign in.",
        });
      }
      try {
        const claims = await claimsIn(await clients.clientOf(connection), connection, url, { ...taken, state });
        const outcome = await enterByFirm(accounts, { ...arrived, connection, claims });
        return { outcome, next: taken.next };
      } catch (thrown) {
        await noteRefusal(accounts, connection, thrown, arrived.origin);
        throw asRefusal(thrown);
      }
    },
  };
}

async function claimsIn(
  client: oidc.Configuration,
  connection: FirmConnection,
  url: URL,
  expected: { readonly state: string; readonly nonce: string; readonly codeVerifier: string },
): Promise<FirmClaims> {
  const answer = await oidc.authorizationCodeGrant(client, url, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.codeVerifier,
    idTokenExpected: true,
  });
  if (!PROVIDER_ALGORITHMS.includes(algorithmOf(answer.id_token ?? "")))
    throw new TypeError("the ID token is signed by no algorithm that is taken");
  const token = CLAIMS.parse(answer.claims());
  // What the token leaves out, the provider may tell to who holds the access token: of the same person alone.
  const isWhole = token.email !== undefined && token[connection.groupsClaim] !== undefined;
  const canAsk = !isWhole && client.serverMetadata().userinfo_endpoint !== undefined;
  const told = canAsk ? await oidc.fetchUserInfo(client, answer.access_token, token.sub) : {};
  return claimsOf({ ...told, ...token, ...mailIn(token, told) }, connection);
}

/** Whether an address is verified is said of that address, wherever it is said. */
function mailIn(
  token: Readonly<Record<string, unknown>>,
  told: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const source = token["email"] === undefined ? told : token;
  const other = told["email"] === source["email"] ? told["email_verified"] : undefined;
  return { email: source["email"], email_verified: source["email_verified"] ?? other };
}

const CLAIMS = z.looseObject({ sub: z.string().min(1).max(255), email: z.string().optional() });
const TEXT = z.string().min(1).max(1000);
const GROUPS = z.array(z.string().max(256)).max(GROUPS_MAX);

function claimsOf(said: Readonly<Record<string, unknown>>, { groupsClaim }: FirmConnection): FirmClaims {
  const text = (name: string): string | null => TEXT.safeParse(said[name]).data ?? null;
  const verified = said["email_verified"];
  return {
    subject: String(said["sub"]),
    sid: text("sid"),
    email: text("email"),
    // Some providers write it as a text. Whatever is neither is not said.
    isEmailVerified: verified === true || verified === "true" ? true : verified === undefined ? null : false,
    name: text("name"),
    groups: groupsIn(said[groupsClaim]),
  };
}

function groupsIn(said: unknown): readonly string[] | null {
  if (typeof said === "string") return [said];
  return GROUPS.safeParse(said).data ?? null;
}

function algorithmOf(token: string): string {
  try {
    const [head = ""] = token.split(".");
    return String((JSON.parse(Buffer.from(head, "base64url").toString("utf8")) as { alg?: unknown }).alg);
  } catch {
    return "";
  }
}

async function noteRefusal({ db, clock }: Accounts, connection: FirmConnection, thrown: unknown, origin: Origin) {
  const at = clock();
  const detail = { organization: connection.organizationId, reason: reasonOf(thrown) };
  await transaction(db, async (trx) =>
    noteEvent(trx, { event: "firm_sign_in_refused", at, actorId: null, origin, detail }),
  );
}

const REASON_CHARS_MAX = 200;

/** In the library's words, which name what was compared and no value of it. */
function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof OnpointError ? thrown.message : causeOf(thrown);
  return cause.slice(0, REASON_CHARS_MAX);
}

function causeOf(thrown: unknown): string {
  const { cause } = thrown instanceof Error ? thrown : { cause: undefined };
  const inner = cause instanceof Error ? `: ${cause.message}` : "";
  return `${messageOf(thrown)}${inner}`;
}

function asRefusal(thrown: unknown): OnpointError {
  if (thrown instanceof OnpointError) return thrown;
  const isByProvider = thrown instanceof oidc.AuthorizationResponseError;
  const message = isByProvider
    ? "the firm's identity provider did not sign you in"
    : "the answer of the firm's identity provider is not one that can be believed";
  return new OnpointError("unauthorized", message, {
    hint: isByProvider
      ? "Begin anew, or ask who looks after sign-ins at your firm."
      : "Begin anew. What was wrong stands in the audit log of this service.",
    cause: thrown,
  });
}
