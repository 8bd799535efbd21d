import { html } from "hono/html";
import { RETURN_PATH } from "#idp/relying-party.ts";
import type { SessionCookie } from "#web/session-cookie.ts";
import { AT } from "../addresses.ts";
import { troubleNote } from "../markup.ts";
import type { Done, PortalPage, Visit } from "../page.ts";

/** Where identity providers send people back to; what is wrong is told here, the rest goes on. */
export function firmReturnPage(cookie: SessionCookie): PortalPage {
  return {
    access: "anyone",
    path: RETURN_PATH,
    arrive: async (visit) => arrive(visit, cookie),
    show: (_visit, trouble) => ({
      title: "Sign in with your firm",
      body: html`<h1>You are not signed in</h1>
        ${troubleNote(trouble)}
        <p><a href="${AT.signIn}">Begin anew</a></p>`,
    }),
  };
}

async function arrive(visit: Visit, cookie: SessionCookie): Promise<Done> {
  const { accounts, firms, service, path, query, departed, origin, token, browser, signedIn } = visit;
  const url = new URL(`${service.authUrl}${path}`);
  url.search = query.toString();
  const { outcome, next } = await firms.relyingParty.arrive({
    url,
    organizationId: path.slice(RETURN_PATH.length + 1),
    kept: departed,
    origin,
    signedInId: signedIn?.user.id,
    replaces: token,
    browser,
  });
  const { whole_ms } = accounts.lives;
  return { to: next, cookie: cookie.write(outcome.token, whole_ms / 1000), browser: outcome.browser };
}
