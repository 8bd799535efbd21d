import * as openid from "openid-client";
import { z } from "zod";
import { OnpointError } from "#base/errors.ts";
import { DEVICE_GRANT } from "#oauth/client-rules.ts";
import { RESOURCE_SCOPES } from "#oauth/configuration.ts";
import { PATHS } from "#oauth/paths.ts";
import { keepSignIn, keptSignIn } from "./kept-sign-ins.ts";
import type { KeptSignIn } from "./kept-sign-ins.ts";
import { isOnLoopback, serviceAddress } from "./service-address.ts";

const SCOPE = ["openid", ...RESOURCE_SCOPES, "offline_access"].join(" ");
/** The newest tools of a service, behind its address. */
export const TOOLS = "/mcp";
const TIMEOUT_S = 30;
/** A token is renewed this long before it ends. */
const RENEWED_BEFORE_MS = 60_000;
const CODE_SHAPE = /^[\w -]{1,40}$/u;

const RESOURCE = z.object({ resource: z.url(), authorization_servers: z.array(z.url()).min(1) });

/** What a person is to do elsewhere: open the address and see that it shows this code. */
export type DevicePrompt = { readonly address: string; readonly code: string };

/**
 * Signs in to a service elsewhere: shows where a person says that this program may act for them, and waits for that.
 * Throws `unauthorized` when they say no or nothing, `unavailable` where the service cannot be reached.
 */
export async function signInAt(
  typed: string,
  {
    clientId,
    show,
    signal,
  }: { readonly clientId?: string; readonly show: (prompt: DevicePrompt) => void; readonly signal: AbortSignal },
): Promise<{ readonly kept: KeptSignIn; readonly path: string }> {
  const service = serviceAddress(typed);
  return told(service, async () => {
    const issuer = await issuerOf(service);
    const client = clientId === undefined ? await registered(issuer) : await known(issuer, clientId);
    const asked = await openid.initiateDeviceAuthorization(client, { scope: SCOPE, resource: service });
    show(promptOf(asked));
    const tokens = await openid.pollDeviceAuthorizationGrant(client, asked, undefined, { signal });
    const kept = keptOf({ service, issuer, clientId: client.clientMetadata().client_id }, tokens);
    return { kept, path: await keepSignIn(kept) };
  });
}

/** A sign-in with a token that is good now, renewed where that is due. Throws `unauthorized`. */
export async function currentSignIn(typed: string): Promise<KeptSignIn> {
  const service = serviceAddress(typed);
  const kept = await keptSignIn(service);
  if (Date.parse(kept.expiresAt) - Date.now() > RENEWED_BEFORE_MS) return kept;
  const { refreshToken } = kept;
  if (refreshToken === null) throw over(service);
  return told(service, async () => {
    const tokens = await openid.refreshTokenGrant(await known(kept.issuer, kept.clientId), refreshToken);
    const renewed = keptOf(kept, tokens);
    await keepSignIn(renewed);
    return renewed;
  });
}

/** Ends what was allowed, at the service. */
export async function endSignIn({ service, issuer, clientId, refreshToken, accessToken }: KeptSignIn): Promise<void> {
  await told(service, async () => openid.tokenRevocation(await known(issuer, clientId), refreshToken ?? accessToken));
}

/** Who is signed in, as the service says. */
export async function personOf(kept: KeptSignIn): Promise<{ readonly name: string; readonly email: string }> {
  const { name = "", email = "" } = await told(kept.service, async () =>
    openid.fetchUserInfo(await known(kept.issuer, kept.clientId), kept.accessToken, openid.skipSubjectCheck),
  );
  return { name, email };
}

/** Who lets people in to the tools of a service (RFC 9728). */
async function issuerOf(service: string): Promise<string> {
  const address = `${service}${PATHS.resourceMetadata}${TOOLS}`;
  const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_S * 1000) });
  const stated = answer.ok ? RESOURCE.safeParse(await answer.json()) : undefined;
  const issuer = stated?.data?.authorization_servers[0];
  if (issuer === undefined || stated?.data?.resource !== `${service}${TOOLS}`)
    throw new OnpointError("unsupported", `${service} is not a service with tools that people sign in to`, {
      hint: "Give the address under which people open it: ONPOINT_BASE_URL of that service.",
    });
  return serviceAddress(issuer);
}

function options(issuer: string): openid.DiscoveryRequestOptions {
  return { timeout: TIMEOUT_S, execute: isOnLoopback(issuer) ? [openid.allowInsecureRequests] : [] };
}

async function known(issuer: string, clientId: string): Promise<openid.Configuration> {
  return openid.discovery(new URL(issuer), clientId, undefined, openid.None(), options(issuer));
}

/** This program makes itself known, an id for each sign-in, so that ending one ends nothing else. */
async function registered(issuer: string): Promise<openid.Configuration> {
  const metadata = {
    client_name: "Onpoint command line",
    grant_types: [DEVICE_GRANT, "refresh_token"],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: "none",
  };
  return openid.dynamicClientRegistration(new URL(issuer), metadata, openid.None(), options(issuer));
}

/** What a service answers is put on a terminal: no more of it than an address and a code. */
function promptOf(asked: openid.DeviceAuthorizationResponse): DevicePrompt {
  const address = URL.parse(asked.verification_uri_complete ?? asked.verification_uri);
  if (!CODE_SHAPE.test(asked.user_code) || address === null || !/^https?:$/u.test(address.protocol))
    throw new OnpointError("unsupported", "the service answers with what is no code and no address");
  return { address: address.href, code: asked.user_code };
}

function keptOf(
  { service, issuer, clientId }: Pick<KeptSignIn, "service" | "issuer" | "clientId">,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): KeptSignIn {
  const expiresAt = new Date(Date.now() + (tokens.expiresIn() ?? 0) * 1000).toISOString();
  const { access_token: accessToken, refresh_token: refreshToken = null } = tokens;
  return { service, issuer, clientId, accessToken, expiresAt, refreshToken };
}

const REFUSALS: Readonly<Record<string, string>> = {
  access_denied: "access was denied",
  expired_token: "nobody allowed it within the time there was",
  invalid_grant: "the sign-in is over",
  invalid_client: "the service does not know this program any more",
};

/** The words of a program's user for what the protocol says. */
async function told<Value>(service: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof OnpointError) throw thrown;
    const error = errorIn(thrown);
    const refusal = error === undefined ? undefined : REFUSALS[error];
    const hint = `\`onpoint login ${service}\` begins anew.`;
    if (refusal !== undefined) throw new OnpointError("unauthorized", refusal, { hint, cause: thrown });
    if (thrown instanceof DOMException && thrown.name === "AbortError") throw thrown;
    throw new OnpointError("unavailable", `${service} could not be asked${error === undefined ? "" : `: ${error}`}`, {
      hint: "Look whether the address is right and the service runs; a service where programs do not register wants --client-id.",
      cause: thrown,
    });
  }
}

function errorIn(thrown: unknown): string | undefined {
  const { error } = thrown as { readonly error?: unknown };
  return typeof error === "string" && /^\w{1,40}$/u.test(error) ? error : undefined;
}

function over(service: string): OnpointError {
  return new OnpointError("unauthorized", `the sign-in to ${service} is over`, {
    hint: `\`onpoint login ${service}\` begins anew.`,
  });
}
