import { html } from "hono/html";
import { acceptAsNew, acceptInvitation, readInvitation } from "#accounts/teams/invitations.ts";
import { OnpointError } from "#base/errors.ts";
import type { SessionCookie } from "#web/session-cookie.ts";
import { AT } from "../addresses.ts";
import { button, field, form, hidden, NEW_PASSWORD, OWN_NAME, troubleNote } from "../markup.ts";
import type { Done, Markup, PortalPage, Trouble, Visit } from "../page.ts";

/** Where somebody who was invited joins an organization, with the account there is or a new one. */
export function invitationPage(cookie: SessionCookie): PortalPage {
  return {
    access: "anyone",
    path: AT.invitation,
    show: async (visit, trouble) => {
      const token = visit.form.get("token") ?? visit.query.get("token") ?? "";
      const { organizationName, email, hasAccount, role } = await readInvitation(visit.accounts, token);
      return {
        title: "An invitation",
        body: html`<h1>Join ${organizationName}</h1>
          ${troubleNote(trouble)}
          <p>The invitation is for <strong>${email}</strong>, as ${role}.</p>
          ${hasAccount ? joinForm(visit, token, email) : newForm(visit, token, trouble)}`,
      };
    },
    actions: {
      join,
      open: async (visit) => openAndJoin(visit, cookie),
    },
  };
}

function joinForm(visit: Visit, token: string, email: string): Markup {
  if (visit.signedIn === undefined) {
    const next = encodeURIComponent(`${AT.invitation}?token=${token}`);
    return html`<p><a href="${AT.signIn}?next=${next}">Sign in</a> with that address to join.</p>`;
  }
  if (visit.signedIn.user.email !== email) {
    return html`<p>You are signed in as ${visit.signedIn.user.email}. Sign out, and sign in as ${email} to join.</p>`;
  }
  return form(visit, "join", [hidden("token", token), button(`Join as ${email}`)]);
}

function newForm(visit: Visit, token: string, trouble: Trouble | undefined): Markup {
  return form(visit, "open", [
    hidden("token", token),
    field(visit, trouble, OWN_NAME),
    field(visit, trouble, { ...NEW_PASSWORD, label: "Password" }),
    button("Make the account and join"),
  ]);
}

async function join({ accounts, form, signedIn, origin }: Visit): Promise<Done> {
  if (signedIn === undefined) throw new OnpointError("unauthorized", "nobody is signed in", { hint: "Sign in first." });
  await acceptInvitation(accounts, { token: form.get("token") ?? "", signedIn, origin });
  return { to: `${AT.team}?done=joined` };
}

async function openAndJoin(visit: Visit, cookie: SessionCookie): Promise<Done> {
  const { accounts, form, origin, token: replaces } = visit;
  const { token, browser } = await acceptAsNew(accounts, {
    token: form.get("token") ?? "",
    name: form.get("name") ?? "",
    password: form.get("password") ?? "",
    origin,
    replaces,
    browser: visit.browser,
  });
  return { to: `${AT.team}?done=joined`, cookie: cookie.write(token, accounts.lives.whole_ms / 1000), browser };
}
