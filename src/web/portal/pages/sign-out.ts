import { signOut } from "#accounts/sessions/sessions.ts";
import type { SessionCookie } from "#web/session-cookie.ts";
import { html } from "hono/html";
import { AT } from "../addresses.ts";
import { button, form } from "../markup.ts";
import type { PortalPage } from "../page.ts";

export function signOutPage(cookie: SessionCookie): PortalPage {
  return {
    access: "signed-in",
    path: AT.signOut,
    show: (visit) => ({
      title: "Sign out",
      body: html`<h1>Sign out</h1>
        <p>Other browsers in which you are signed in stay so.</p>
        ${form(visit, "sign-out", button("Sign out"))}`,
    }),
    actions: {
      "sign-out": async ({ accounts, token, origin }) => {
        await signOut(accounts, token, origin);
        return { to: `${AT.signIn}?done=signed-out`, cookie: cookie.clear() };
      },
    },
  };
}
