import { html } from "hono/html";
import type { AskingClient } from "#oauth/steps.ts";
import { GUARD_FIELD } from "../form-guard.ts";
import { page } from "../page.ts";
import type { Markup } from "../page.ts";

type FormPage = {
  /** The value of the field that shows that a form is ours. */
  readonly guard: string;
  readonly client: AskingClient;
  /** What was wrong with what was sent before. */
  readonly fault?: string | undefined;
};

/** Where a person signs in whom an application sent here. */
export function signInPage({ guard, client, fault, email }: FormPage & { readonly email: string }): string {
  return page({
    title: "Sign in",
    body: html`
      <h1>Sign in to go on to ${nameOf(client)}</h1>
      ${faultNote(fault)}
      <form method="post">
        ${hidden("step", "sign-in")} ${hidden(GUARD_FIELD, guard)}
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}" />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="1024"
        />
        <button>Sign in</button>
      </form>
      <p class="soft">
        The password goes to this service alone. ${nameOf(client)} is sent to
        <strong>${placeOf(client)}</strong> afterwards, if you agree.
      </p>
    `,
  });
}

/** Where a person shows the second factor. */
export function codePage({ guard, client, fault, challenge }: FormPage & { readonly challenge: string }): string {
  return page({
    title: "One more step",
    body: html`
      <h1>One more step to ${nameOf(client)}</h1>
      ${faultNote(fault)}
      <form method="post">
        ${hidden("step", "code")} ${hidden("challenge", challenge)} ${hidden(GUARD_FIELD, guard)}
        <label for="code">Code of your authenticator, or a recovery code</label>
        <input id="code" name="code" autocomplete="one-time-code" required maxlength="64" spellcheck="false" />
        <button>Go on</button>
      </form>
    `,
  });
}

const MEANING_OF_SCOPE: Readonly<Record<string, string>> = {
  openid: "know that it is you",
  profile: "see your name",
  email: "see your e-mail address",
  offline_access: "go on while you are away, until you end it",
};

type ConsentPage = FormPage & { readonly email: string; readonly scopes: readonly string[] };

/** Where a person is asked whether an application may act for them. */
export function consentPage({ guard, client, email, scopes }: ConsentPage): string {
  const known = scopes.flatMap((scope) => MEANING_OF_SCOPE[scope] ?? []);
  return page({
    title: "Let it in?",
    body: html`
      <h1>Let ${nameOf(client)} use this service as you?</h1>
      <p>You are signed in as <strong>${email}</strong>. It could then</p>
      <ul>
        <li>search and read here as you, at the cost of your account</li>
        ${known.map((meaning) => html`<li>${meaning}</li>`)}
      </ul>
      <dl>
        <dt>You will be sent to</dt>
        <dd><strong>${placeOf(client)}</strong></dd>
        <dt>The application</dt>
        <dd>${vouchedFor(client)}</dd>
      </dl>
      <p>Go on only if you have just begun this there.</p>
      <form method="post">
        ${hidden(GUARD_FIELD, guard)}
        <button name="step" value="allow">Let it in</button>
        <button name="step" value="deny" class="plain">Do not</button>
        <button name="step" value="another" class="plain">Use another account</button>
      </form>
    `,
  });
}

/** What a person reads for whom there is nothing to decide, or not any more. */
export function notePage(title: string, text: string): string {
  return page({
    title,
    body: html`<h1>${title}</h1>
      <p>${text}</p>`,
  });
}

/** Why the authorization server goes no further, to a person whose application it cannot send back. */
export function entranceErrorPage({
  error,
  description,
}: {
  readonly error: string;
  readonly description: string | undefined;
}): string {
  return page({
    title: "This does not work",
    body: html`<h1>This does not work</h1>
      <p>The application that sent you here asked for something that cannot be done: ${description ?? error}.</p>
      <p class="soft">
        Begin again in the application. If that does not help, tell whoever makes it: <code>${error}</code>
      </p>`,
  });
}

/** Names are the application's own word; they are shown as such, and short. */
function nameOf({ name, document }: AskingClient): Markup {
  const shown = name.trim() === "" ? (hostOf(document) ?? "an application without a name") : name.trim();
  return html`<q>${shown}</q>`;
}

function vouchedFor({ isKnown, document, homepage }: AskingClient): string {
  if (isKnown) return "was made known by whoever runs this service";
  if (document !== undefined) return `says of itself at ${document} what it is called`;
  const says = homepage === undefined ? "" : `, and says that its home is ${hostOf(homepage) ?? ""}`;
  return `registered by itself; nobody has checked its name${says}`;
}

/** Where the browser is sent, as a person can judge it. */
function placeOf({ redirectUri }: AskingClient): string {
  const url = URL.parse(redirectUri);
  if (url === null) return redirectUri;
  if (["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)) return "a program on this computer";
  return url.protocol === "https:" ? url.host : `the program on this computer that opens ${url.protocol} addresses`;
}

function hostOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : URL.parse(address)?.host;
}

function hidden(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

function faultNote(fault: string | undefined): Markup | "" {
  return fault === undefined ? "" : html`<p class="fault" role="alert">${fault}</p>`;
}
