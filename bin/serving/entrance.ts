import type { Accounts } from "#accounts/accounts.ts";
import { serviceSecret } from "#accounts/secrets.ts";
import type { Entrance } from "#http/mount-oauth.ts";
import { TOOL_PATHS } from "#mcp/addresses.ts";
import { audienceOf } from "#oauth/audience.ts";
import { auditWriter } from "#oauth/audit.ts";
import { createAuthorizationServer } from "#oauth/oauth.ts";
import { peopleOfAccounts } from "#oauth/people-of-accounts.ts";
import { consentPages } from "#web/consent/consent.ts";
import { entranceErrorPage, postingPage } from "#web/consent/pages.ts";
import { formGuard } from "#web/form-guard.ts";
import { sessionCookie } from "#web/session-cookie.ts";
import type { Context } from "../context.ts";
import type { Ends } from "./ends.ts";
import type { Place } from "./place.ts";

/** Opens what lets people in: the authorization server with its pages; what has to be ended is put into `ends`. */
export async function openEntrance(
  { config, log }: Context,
  accounts: Accounts,
  { authUrl, baseUrl }: Place,
  ends: Ends,
): Promise<Entrance> {
  const { db } = accounts;
  const cookie = sessionCookie(authUrl);
  const audit = auditWriter({ db, log, clock: accounts.clock });
  ends.add(async () => audit.close());
  const server = await createAuthorizationServer({
    db,
    log,
    people: peopleOfAccounts(accounts, cookie.read),
    onEvent: audit.note,
    reuseWindow_s: config.oauthReuseWindow_s,
    rules: {
      authUrl,
      audience: audienceOf(baseUrl, TOOL_PATHS),
      registration: config.oauthRegistration,
      clientDocuments: config.oauthClientDocuments,
      accessToken_s: config.oauthAccessToken_s,
      refreshToken_days: config.oauthRefreshToken_days,
      errorPage: entranceErrorPage,
      postingPage,
    },
  });
  ends.add(async () => server.close());
  const guard = formGuard(await serviceSecret(db, "forms"), new URL(authUrl).origin);
  return { server, pages: consentPages({ accounts, steps: server.steps, cookie, guard }) };
}
