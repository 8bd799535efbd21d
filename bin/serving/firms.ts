import type { Accounts } from "#accounts/accounts.ts";
import type { FirmServices } from "#http/mount-firms.ts";
import { openFirmDoor } from "#idp/firm-door.ts";
import type { FirmDoor } from "#idp/firm-door.ts";
import { scim } from "#idp/scim/scim.ts";
import type { ConnectedApps } from "#oauth/connected-apps.ts";

/** Opens what the identity providers of firms are spoken with by. */
export function openFirms(
  accounts: Accounts,
  apps: ConnectedApps,
  trusted: readonly string[],
): { readonly door: FirmDoor; readonly services: FirmServices } {
  const door = openFirmDoor({ accounts, trusted, endApps: apps.endAll });
  return { door, services: { backChannel: door.backChannel, scim: scim(accounts, apps.endAll) } };
}
