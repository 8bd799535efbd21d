import { html } from "hono/html";
import { relyingParty } from "#accounts/passkeys/relying-party.ts";
import { askForPasskey, finishByPasskey, signInByPasskey } from "#accounts/passkeys/sign-in.ts";
import { finishSignIn, signIn } from "#accounts/sign-in/sign-in.ts";
import type { SignInOutcome } from "#accounts/sign-in/sign-in.ts";
import { PATHS } from "#oauth/paths.ts";
import type { SessionCookie } from "#web/session-cookie.ts";
import { AT, onward, signInFirst } from "../addresses.ts";
import { firmCookie } from "#web/session-cookie.ts";
import { hasFirms } from "#accounts/firms/connections.ts";
import { button, field, form, hidden, troubleNote } from "../markup.ts";
import { usePasskeyPage } from "../passkeys.ts";
import type { Done, Markup, PortalPage, Shown, Trouble, Visit } from "../page.ts";

/** Where people sign in, for the portal and for whatever sends them here with the address of a page of ours to go on to. */
export function signInPage(cookie: SessionCookie): PortalPage {
  return {
    access: "anyone",
    path: AT.signIn,
    show: (visit, trouble) => {
      const challenge = visit.form.get("challenge");
      const hasPasskey = visit.form.get("has-passkey") === "yes";
      return challenge === null ? passwordForm(visit, trouble) : codeForm(visit, { challenge, hasPasskey }, trouble);
    },
    notices: {
      "signed-out": "You are signed out.",
      "password-set": "The password is set. Sign in with it.",
      left: "The account is deleted.",
      "address-back":
        "The former address is put back. All sign-ins, applications and keys made since are ended. Sign in with the new password.",
      "address-changed": "The address is changed. Sign in with it from now on.",
    },
    actions: {
      "sign-in": async (visit) => byPassword(visit, cookie),
      code: async (visit) => byCode(visit, cookie),
      "ask-passkey": async (visit) => {
        const afterPassword = visit.form.get("challenge") ?? undefined;
        const options = await askForPasskey(visit.accounts, afterPassword);
        return { shown: usePasskeyPage(visit, options, { next: nextOf(visit), challenge: afterPassword }) };
      },
      passkey: async (visit) => byPasskey(visit, cookie),
      firm: byFirm,
    },
  };
}

async function passwordForm(visit: Visit, trouble: Trouble | undefined): Promise<Shown> {
  const next = nextOf(visit);
  const isFirm = visit.form.get("do") === "firm";
  return {
    title: "Sign in",
    body: html`<h1>Sign in</h1>
      ${troubleNote(trouble)} ${whyNote(visit, next)}
      ${form(visit, "sign-in", [
        hidden("next", next),
        field(visit, trouble, {
          name: "email",
          label: "E-mail address",
          type: "email",
          autocomplete: "username",
          value: visit.query.get("email")?.slice(0, 254) ?? "",
        }),
        field(visit, trouble, {
          name: "password",
          label: "Password",
          type: "password",
          autocomplete: "current-password",
          chars_max: 1024,
        }),
        button("Sign in"),
      ])}
      ${
        relyingParty(visit.accounts) === undefined
          ? ""
          : form(visit, "ask-passkey", [hidden("next", next), button("Sign in with a passkey", { kind: "plain" })])
      }
      <p><a href="${AT.password}">Forgot the password?</a> · <a href="${AT.signUp}">Make an account</a></p>
      ${(await hasFirms(visit.accounts.db)) ? firmForm(visit, isFirm ? trouble : undefined, next) : ""}`,
  };
}

/** For people whose firm has an identity provider, which the domain of their address tells. */
function firmForm(visit: Visit, trouble: Trouble | undefined, next: string): Markup {
  return html`<h2>Sign in with your firm</h2>
    ${form(visit, "firm", [
      hidden("next", next),
      field(visit, trouble, {
        name: "firm-email",
        label: "E-mail address at the firm",
        type: "email",
        autocomplete: "username",
        value: visit.query.get("email")?.slice(0, 254) ?? "",
      }),
      button("Continue with your firm", { kind: "plain" }),
    ])}`;
}

async function byFirm(visit: Visit): Promise<Done> {
  const { firms, form, service, departed } = visit;
  const { to, browser, life_s } = await firms.relyingParty.depart({
    email: form.get("firm-email") ?? "",
    next: nextOf(visit),
    kept: departed,
  });
  return { leaveTo: to, cookie: firmCookie(service.authUrl).write(browser, life_s) };
}

/** Why somebody is asked to sign in who did not come for that, or is signed in. */
function whyNote({ query, signedIn }: Visit, next: string): Markup {
  const application = next.startsWith(`${PATHS.root}/`)
    ? html`<p>
        An application wants to act for you here. The password goes to this service alone; what the application may do
        you are asked afterwards.
      </p>`
    : "";
  if (signedIn === undefined) return application;
  const who = signedIn.user.email;
  return query.get("anew") === "yes"
    ? html`${application}
        <p>You are signed in as ${who}; the application wants you to sign in once more.</p>`
    : html`${application}
        <p>You are signed in as ${who}. <a href="${next}">Go on</a>, or sign in as somebody else.</p>`;
}

type Wanted = { readonly challenge: string; readonly hasPasskey: boolean };

function codeForm(visit: Visit, { challenge, hasPasskey }: Wanted, trouble: Trouble | undefined): Shown {
  const carried = [
    hidden("next", nextOf(visit)),
    hidden("challenge", challenge),
    hidden("has-passkey", hasPasskey ? "yes" : "no"),
  ];
  return {
    title: "Sign in: the code",
    body: html`<h1>The second factor</h1>
      ${troubleNote(trouble)} ${hasPasskey ? form(visit, "ask-passkey", [...carried, button("Use a passkey")]) : ""}
      ${form(visit, "code", [
        ...carried,
        field(visit, trouble, {
          name: "code",
          label: "Code",
          autocomplete: "one-time-code",
          hint: "Six digits from your authenticator, or one of the recovery codes.",
          chars_max: 40,
          isKept: false,
        }),
        button("Sign in"),
      ])}
      <p><a href="${signInFirst(nextOf(visit))}">Start over</a></p>`,
  };
}

async function byPassword(visit: Visit, cookie: SessionCookie): Promise<Done> {
  const { accounts, form, origin, token, browser } = visit;
  const outcome = await signIn(accounts, {
    email: form.get("email") ?? "",
    password: form.get("password") ?? "",
    origin,
    replaces: token,
    browser,
  });
  return outcome.kind === "code_wanted"
    ? { shown: codeForm(visit, outcome, undefined) }
    : entered(visit, outcome, cookie);
}

async function byCode(visit: Visit, cookie: SessionCookie): Promise<Done> {
  const { accounts, form, origin, token, browser } = visit;
  const outcome = await finishSignIn(accounts, {
    challenge: form.get("challenge") ?? "",
    code: form.get("code") ?? "",
    origin,
    replaces: token,
    browser,
  });
  return entered(visit, outcome, cookie);
}

async function byPasskey(visit: Visit, cookie: SessionCookie): Promise<Done> {
  const { accounts, form, origin, token, browser } = visit;
  const attempt = { response: form.get("response") ?? "", origin, replaces: token, browser };
  const afterPassword = form.get("challenge");
  const outcome =
    afterPassword === null
      ? await signInByPasskey(accounts, attempt)
      : await finishByPasskey(accounts, { ...attempt, afterPassword });
  return entered(visit, outcome, cookie);
}

function entered(visit: Visit, { token, browser }: SignInOutcome, cookie: SessionCookie): Done {
  return { to: nextOf(visit), cookie: cookie.write(token, visit.accounts.lives.whole_ms / 1000), browser };
}

function nextOf({ query, form }: Visit): string {
  return onward(form.get("next") ?? query.get("next"));
}
