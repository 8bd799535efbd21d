import { html } from "hono/html";
import { readLink } from "#accounts/links/one-time-links.ts";
import { requestAccount } from "#accounts/mail/ask-by-mail.ts";
import { openAccount } from "#accounts/sign-in/open-account.ts";
import type { SessionCookie } from "#web/session-cookie.ts";
import { AT } from "../addresses.ts";
import { button, field, form, hidden, NEW_PASSWORD, notePage, OWN_NAME, troubleNote } from "../markup.ts";
import type { Done, Markup, PortalPage, Shown, Trouble, Visit } from "../page.ts";

/** Where a one-time link makes an account: the first of all, or that of somebody who asked for one or was let in. */
export function openAccountPage(cookie: SessionCookie, purpose: "first-owner" | "sign-up"): PortalPage {
  return {
    access: "anyone",
    path: purpose === "sign-up" ? AT.signUp : AT.firstOwner,
    show: async (visit, trouble) => {
      const token = visit.form.get("token") ?? visit.query.get("token");
      if (token === null) return purpose === "sign-up" ? askForm(visit, trouble) : firstOwnerNote();
      const link = await readLink(visit.accounts.db, token, visit.accounts.clock());
      if (link.purpose !== purpose) return notePage("Not this link", "Open the link as it was sent.", 404);
      return chooseForm(visit, { token, email: link.email }, trouble);
    },
    actions: {
      open: async (visit) => open(visit, cookie),
      ...(purpose === "sign-up" && { ask }),
    },
  };
}

/** Whoever has an account and who has none are answered alike. */
async function ask({ accounts, form, origin }: Visit): Promise<Done> {
  await requestAccount(accounts, { email: form.get("email") ?? "", origin });
  return { shown: notePage("Look into your mail", "The letter has the link with which the account is made.") };
}

function askForm(visit: Visit, trouble: Trouble | undefined): Shown {
  if (visit.accounts.signUp === "invited") {
    return notePage(
      "By invitation",
      "An administrator of this service sends you a link to create your account. Ask for one.",
    );
  }
  return {
    title: "Make an account",
    body: html`<h1>Make an account</h1>
      ${troubleNote(trouble)}
      <p>A letter goes to your address, with the link with which the account is made.</p>
      ${form(visit, "ask", [
        field(visit, trouble, { name: "email", label: "E-mail address", type: "email", autocomplete: "email" }),
        button("Send the letter"),
      ])}
      <p><a href="${AT.signIn}">Sign in</a></p>`,
  };
}

function chooseForm(
  visit: Visit,
  { token, email }: { readonly token: string; readonly email: string | null },
  trouble: Trouble | undefined,
): Shown {
  const address: Markup =
    email === null
      ? field(visit, trouble, { name: "email", label: "E-mail address", type: "email", autocomplete: "username" })
      : html`<p>For <strong>${email}</strong></p>`;
  return {
    title: "Make an account",
    body: html`<h1>Make an account</h1>
      ${troubleNote(trouble)}
      ${form(visit, "open", [
        hidden("token", token),
        address,
        field(visit, trouble, OWN_NAME),
        field(visit, trouble, { ...NEW_PASSWORD, label: "Password" }),
        button("Make the account"),
      ])}`,
  };
}

async function open(visit: Visit, cookie: SessionCookie): Promise<Done> {
  const { accounts, form, origin, token: replaces } = visit;
  const { token, browser } = await openAccount(accounts, {
    token: form.get("token") ?? "",
    name: form.get("name") ?? "",
    password: form.get("password") ?? "",
    email: form.get("email") ?? "",
    origin,
    replaces,
    browser: visit.browser,
  });
  return { to: `${AT.home}?done=welcome`, cookie: cookie.write(token, accounts.lives.whole_ms / 1000), browser };
}

function firstOwnerNote(): Shown {
  return notePage(
    "The first account",
    "It is made by the link that the program printed at its first start, or prints with: onpoint users first-owner",
  );
}
