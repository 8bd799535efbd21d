import { serviceSecret } from "#accounts/secrets.ts";
import type { Db } from "#db/connection.ts";
import type { Services } from "#http/services.ts";
import { formGuard } from "#web/form-guard.ts";
import { createPortal } from "#web/portal/portal.ts";
import { visitorCookie } from "#web/portal/visitor-cookie.ts";
import { sessionCookie } from "#web/session-cookie.ts";
import type { Context } from "../context.ts";
import { openServedAccounts } from "./accounts-seat.ts";
import type { Ends } from "./ends.ts";
import type { Place } from "./place.ts";

/** Opens the pages on which people look after their accounts; what has to be ended is put into `ends`. */
export async function openPortal(
  context: Context,
  db: Db,
  place: Place,
  ends: Ends,
): Promise<NonNullable<Services["portal"]>> {
  const { baseUrl, apiUrl, authUrl } = place;
  const accounts = openServedAccounts(context, db, place);
  ends.add(async () => accounts.close());
  const guard = formGuard(await serviceSecret(db, "forms"), new URL(authUrl).origin);
  const cookie = sessionCookie(authUrl);
  const visitors = visitorCookie(authUrl);
  return (operations) =>
    createPortal({ accounts, service: { baseUrl, apiUrl, authUrl, operations }, cookie, visitors, guard });
}
