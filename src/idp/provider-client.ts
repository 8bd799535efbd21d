import * as oidc from "openid-client";
import type { FirmConnection } from "#accounts/firms/connections.ts";
import { BoundedMap } from "#base/bounded-map.ts";
import { monotonicMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { guardedFetch } from "#oauth/guarded-fetch.ts";
import type { GuardedFetch } from "#oauth/guarded-fetch.ts";

/** Algorithms that rest on the provider's own key. `none`, and those that rest on a secret both sides have, are not among them. */
export const PROVIDER_ALGORITHMS: readonly string[] = ["RS256", "PS256", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"];

/** Finds out how a provider is spoken with, and remembers it for a while. */
export type ProviderClients = {
  /** Throws `unavailable` for a provider that does not answer, or not as one should. */
  readonly clientOf: (connection: FirmConnection) => Promise<oidc.Configuration>;
  readonly fetch: GuardedFetch;
};

const DOCUMENT_BYTES_MAX = 256 * 1024;
const TIMEOUT_MS = 5000;
const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED_MAX = 200;

/** @param trusted origins of providers inside the operator's own network */
export function providerClients({ trusted }: { readonly trusted: readonly string[] }): ProviderClients {
  const read = guardedFetch({
    what: "an identity provider",
    trusted,
    bytes_max: DOCUMENT_BYTES_MAX,
    timeout_ms: TIMEOUT_MS,
  });
  const remembered = new BoundedMap<string, Promise<oidc.Configuration>>({
    name: "identity providers",
    weight_max: REMEMBERED_MAX,
    firstToGo: "set",
    timeToLive_ms: REMEMBERED_MS,
    now_ms: monotonicMs,
  });
  return {
    fetch: read,
    clientOf: async (connection) => {
      const { id, issuer, clientId, clientSecret } = connection;
      const name = [id, issuer, clientId, clientSecret].join("\n");
      const known = remembered.get(name);
      if (known !== undefined) return known;
      const found = discover(connection, read, trusted);
      remembered.set(name, found);
      // What failed is asked again the next time.
      found.catch(() => remembered.delete(name));
      return found;
    },
  };
}

async function discover(
  { issuer, clientId, clientSecret }: FirmConnection,
  read: GuardedFetch,
  trusted: readonly string[],
): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const isPlain = url.protocol === "http:" && trusted.includes(url.origin);
  const ask = async (address: string, options: oidc.CustomFetchOptions): Promise<Response> =>
    read(address, requestOf(options));
  try {
    const found = await oidc.discovery(url, clientId, {}, undefined, {
      [oidc.customFetch]: ask,
      timeout: TIMEOUT_MS / 1000,
      ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
    });
    const server = found.serverMetadata();
    // The library lets Microsoft's addresses for any tenant name another issuer than was asked for.
    if (server.issuer !== issuer) throw new TypeError(`the provider calls itself ${server.issuer}`);
    const made = new oidc.Configuration(server, clientId, {}, authenticationOf(server, clientSecret));
    made[oidc.customFetch] = ask;
    made.timeout = TIMEOUT_MS / 1000;
    oidc.enableNonRepudiationChecks(made);
    if (isPlain) oidc.allowInsecureRequests(made);
    return made;
  } catch (thrown) {
    throw new OnpointError("unavailable", "the firm's identity provider does not answer as one should", {
      hint: "Try again. Where it goes on, an owner of the organization can check the issuer.",
      cause: thrown,
    });
  }
}

function authenticationOf(server: oidc.ServerMetadata, secret: string): oidc.ClientAuth {
  const ways = server.token_endpoint_auth_methods_supported;
  // Where a provider does not say, it takes the header (OpenID Connect Discovery, section 3).
  const isBasic = ways === undefined || ways.includes("client_secret_basic");
  return isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

function requestOf({ method, headers, body }: oidc.CustomFetchOptions): NonNullable<Parameters<GuardedFetch>[1]> {
  const sent = body instanceof URLSearchParams ? body.toString() : typeof body === "string" ? body : undefined;
  return {
    method: method === "POST" ? "POST" : "GET",
    headers,
    ...(sent !== undefined && { body: sent }),
  };
}
