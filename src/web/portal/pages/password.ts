import { html } from "hono/html";
import { readLink } from "#accounts/links/one-time-links.ts";
import { liveKeys } from "#accounts/keys/account-keys.ts";
import { requestPassword } from "#accounts/mail/ask-by-mail.ts";
import { resetPassword } from "#accounts/passwords/set-password.ts";
import { AT } from "../addresses.ts";
import {
  button,
  END_KEYS,
  endKeys,
  field,
  form,
  hidden,
  KEEP_APPLICATIONS,
  keepApplications,
  NEW_PASSWORD,
  notePage,
  troubleNote,
} from "../markup.ts";
import type { PortalPage, Shown, Trouble, Visit } from "../page.ts";

/** Where somebody who forgot a password has a link sent, and where that link sets it anew. */
export const passwordPage: PortalPage = {
  access: "anyone",
  path: AT.password,
  show: async (visit, trouble) => {
    const token = visit.form.get("token") ?? visit.query.get("token");
    if (token === null) return askForm(visit, trouble);
    const link = await readLink(visit.accounts.db, token, visit.accounts.clock());
    if (link.purpose !== "password") return notePage("Not this link", "Open the link as it was sent.", 404);
    return setForm(visit, { token, live: await liveKeys(visit.accounts, link.userId ?? "") }, trouble);
  },
  actions: {
    ask: async ({ accounts, form, origin }) => {
      await requestPassword(accounts, { email: form.get("email") ?? "", origin });
      return {
        shown: notePage("Look into your mail", "If there is an account with this address, a link is on its way."),
      };
    },
    set: async (visit) => {
      const { accounts, apps, form, origin } = visit;
      const { user, browser } = await resetPassword(accounts, {
        token: form.get("token") ?? "",
        password: form.get("password") ?? "",
        endsKeys: form.get(END_KEYS) === "yes",
        browser: visit.browser,
        origin,
      });
      if (form.get(KEEP_APPLICATIONS) !== "yes") await apps.endAll(user.id);
      return { to: `${AT.signIn}?done=password-set`, browser };
    },
  },
};

function askForm(visit: Visit, trouble: Trouble | undefined): Shown {
  return {
    title: "A new password",
    body: html`<h1>A new password</h1>
      ${troubleNote(trouble)}
      <p>A link to set it goes to the address of the account.</p>
      ${form(visit, "ask", [
        field(visit, trouble, { name: "email", label: "E-mail address", type: "email", autocomplete: "username" }),
        button("Send the link"),
      ])}
      <p><a href="${AT.signIn}">Sign in</a></p>`,
  };
}

function setForm(
  visit: Visit,
  { token, live }: { readonly token: string; readonly live: number },
  trouble: Trouble | undefined,
): Shown {
  return {
    title: "A new password",
    body: html`<h1>A new password</h1>
      ${troubleNote(trouble)}
      <p>
        All sign-ins of the account end when it is set, and the applications that you have allowed have to ask you
        again. Keys go on unless you revoke them, which you should if somebody else may have known the old password.
      </p>
      ${form(visit, "set", [
        hidden("token", token),
        field(visit, trouble, NEW_PASSWORD),
        keepApplications(),
        endKeys(live),
        button("Set the password"),
      ])}`,
  };
}
