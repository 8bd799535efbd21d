import { createLocalJWKSet, jwtVerify } from "jose";
import { z } from "zod";
import type { Accounts } from "#accounts/accounts.ts";
import type { Origin } from "#accounts/audit/audit.ts";
import { connectionOf } from "#accounts/firms/connections.ts";
import { endByFirm } from "#accounts/firms/logout.ts";
import { OnpointError } from "#base/errors.ts";
import { PROVIDER_ALGORITHMS } from "./provider-client.ts";
import type { ProviderClients } from "./provider-client.ts";

/** Takes a provider's word that somebody is signed out (OpenID Connect Back-Channel Logout 1.0). */
export type BackChannel = (word: {
  readonly organizationId: string;
  readonly token: string;
  readonly origin: Origin;
}) => Promise<void>;

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const TOKEN_CHARS_MAX = 16_000;
/** A word is taken for so long after it was given, and remembered for as long. */
const AGE_S_MAX = 300;

const CLAIMS = z.object({
  jti: z.string().min(1).max(255),
  iat: z.number(),
  sub: z.string().min(1).max(255).optional(),
  sid: z.string().min(1).max(1000).optional(),
  events: z.object({ [EVENT]: z.looseObject({}) }),
  // Else an ID token would do.
  nonce: z.undefined().optional(),
});
const KEYS = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

/** @param endApps ends what applications may do for somebody */
export function backChannel(
  accounts: Accounts,
  clients: ProviderClients,
  endApps: (userId: string) => Promise<void>,
): BackChannel {
  return async ({ organizationId, token, origin }) => {
    const connection = await connectionOf(accounts.db, organizationId);
    if (connection === undefined) throw new OnpointError("not_found", "no identity provider is known here");
    if (token.length > TOKEN_CHARS_MAX) throw refused("it is too long");
    const client = await clients.clientOf(connection);
    const said = await verified(clients, client.serverMetadata().jwks_uri, token, {
      issuer: connection.issuer,
      audience: connection.clientId,
      currentDate: accounts.clock(),
    });
    const { jti, sub = null, sid = null, iat } = said;
    if (sub === null && sid === null) throw refused("it names nobody");
    const expiresAt = new Date((iat + 2 * AGE_S_MAX) * 1000);
    const people = await endByFirm(accounts, { connection, subject: sub, sid, jti, expiresAt, origin });
    for (const person of people) await endApps(person);
  };
}

async function verified(
  clients: ProviderClients,
  address: string | undefined,
  token: string,
  expected: { readonly issuer: string; readonly audience: string; readonly currentDate: Date },
): Promise<z.infer<typeof CLAIMS>> {
  if (address === undefined) throw refused("the provider publishes no keys");
  const answer = await clients.fetch(address).catch((cause: unknown) => {
    throw new OnpointError("unavailable", "the keys of the identity provider cannot be read", { cause });
  });
  try {
    const keys = createLocalJWKSet(KEYS.parse(await answer.json()));
    const { payload } = await jwtVerify(token, keys, {
      ...expected,
      algorithms: [...PROVIDER_ALGORITHMS],
      maxTokenAge: AGE_S_MAX,
      clockTolerance: 60,
    });
    return CLAIMS.parse(payload);
  } catch (thrown) {
    throw refused("it is not the provider's, is too old, or is no logout token", thrown);
  }
}

function refused(why: string, cause?: unknown): OnpointError {
  return new OnpointError("invalid_input", `the logout token is not taken: ${why}`, { cause });
}
