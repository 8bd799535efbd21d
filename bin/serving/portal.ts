import type { Accounts } from "#accounts/accounts.ts";
import { serviceSecret } from "#accounts/secrets.ts";
import type { FirmDoor } from "#idp/firm-door.ts";
import type { Services } from "#http/services.ts";
import type { AuthorizationServer } from "#oauth/oauth.ts";
import { describePurchases } from "#research/retrieval/ledger-spending.ts";
import { formGuard } from "#web/form-guard.ts";
import { createPortal } from "#web/portal/portal.ts";
import type { Administration } from "#web/portal/service.ts";
import { visitorCookie } from "#web/portal/visitor-cookie.ts";
import { sessionCookie } from "#web/session-cookie.ts";
import type { Place } from "./place.ts";

/** The pages on which people look after their accounts. */
export async function openPortal(
  accounts: Accounts,
  firms: FirmDoor,
  { apps, devices }: Pick<AuthorizationServer, "apps" | "devices">,
  { baseUrl, apiUrl, authUrl }: Place,
  administration: Administration,
): Promise<NonNullable<Services["portal"]>> {
  const guard = formGuard(await serviceSecret(accounts.db, "forms"), new URL(authUrl).origin);
  const cookie = sessionCookie(authUrl);
  const visitors = visitorCookie(authUrl);
  return (operations) => {
    const service = { baseUrl, apiUrl, authUrl, operations, describeBought: describePurchases, administration };
    return createPortal({ accounts, firms, apps, devices, service, cookie, visitors, guard });
  };
}
