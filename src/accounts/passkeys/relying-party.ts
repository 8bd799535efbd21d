import { isIP } from "node:net";
import { OnpointError } from "#base/errors.ts";

/** Under what name browsers keep passkeys for this service, and from where they may be used. */
export type RelyingParty = { readonly id: string; readonly name: string; readonly origin: string };

/** Undefined where people reach the service by a number: browsers tie passkeys to names alone. */
export function relyingParty({ authUrl }: { readonly authUrl: string }): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(authUrl);
  const isName = isIP(hostname.replaceAll(/[[\]]/gu, "")) === 0;
  const isSecure = protocol === "https:" || hostname === "localhost";
  return isName && isSecure ? { id: hostname, name: "Onpoint", origin } : undefined;
}

/** Throws `unsupported` where there can be no passkeys. */
export function requireRelyingParty(place: { readonly authUrl: string }): RelyingParty {
  const party = relyingParty(place);
  if (party !== undefined) return party;
  throw new OnpointError("not_found", "there are no passkeys at this address", {
    hint: "Passkeys need a host name with https; an operator sets ONPOINT_AUTH_URL.",
  });
}
