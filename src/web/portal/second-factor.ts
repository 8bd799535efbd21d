import { html } from "hono/html";
import { factorUri } from "#accounts/second-factor/codes.ts";
import type { SecondFactorState } from "#accounts/second-factor/held-factors.ts";
import { AT } from "./addresses.ts";
import { button, copyable, field, form, hidden, troubleNote } from "./markup.ts";
import type { Field } from "./markup.ts";
import { qrCode } from "./qr-code.ts";
import type { Markup, OwnVisit, Shown, Trouble } from "./page.ts";

export const CODE = {
  name: "code",
  label: "Code of the authenticator",
  autocomplete: "one-time-code",
  chars_max: 40,
  isKept: false,
} as const satisfies Field;

/** Asked for where the passkey was not used just now. */
export const INSTEAD_OF_PASSKEY = {
  name: "code",
  label: "Code or recovery code",
  autocomplete: "one-time-code",
  hint: "Leave it empty if you signed in with a passkey within the last 15 minutes.",
  chars_max: 40,
  isKept: false,
  isRequired: false,
} as const satisfies Field;

type Parts = {
  /** The field for the present password. */
  readonly present: Field;
  /** What was wrong, for the form of an action. */
  readonly of: (action: string) => Trouble | undefined;
};

/** Whether a second factor is on, and the forms that turn it on, off, or renew its recovery codes. */
export function secondFactorSection(visit: OwnVisit, state: SecondFactorState, parts: Parts): Markup {
  return html`<section aria-labelledby="factor-title">
    <h2 id="factor-title">Second factor</h2>
    ${state.hasAuthenticator ? whenOn(visit, state, parts) : whenOff(visit, state, parts)}
  </section>`;
}

function whenOff(visit: OwnVisit, { isOn }: SecondFactorState, { present, of }: Parts): Markup {
  return html`<p>
      ${isOn ? "On, by a passkey." : "Off."} With an authenticator, an application on your telephone or computer,
      signing in by password can ask for its code.
    </p>
    ${form(visit, "prepare-factor", [
      field(visit, of("prepare-factor"), { ...present, id: "present-for-factor" }),
      isOn ? field(visit, of("prepare-factor"), { ...INSTEAD_OF_PASSKEY, id: "code-for-factor" }) : "",
      button("Turn it on"),
    ])}`;
}

function whenOn(visit: OwnVisit, { recoveryCodesLeft }: SecondFactorState, { present, of }: Parts): Markup {
  return html`<p>On. ${recoveryCodesLeft} recovery codes are left.</p>
    <h3>New recovery codes</h3>
    <p>The old ones open nothing any more.</p>
    ${form(visit, "renew-codes", [field(visit, of("renew-codes"), { ...CODE, id: "code-for-codes" }), button("Make new codes")])}
    <h3>Turn it off</h3>
    ${form(visit, "remove-factor", [
      field(visit, of("remove-factor"), { ...present, id: "present-for-factor" }),
      field(visit, of("remove-factor"), { ...CODE, id: "code-for-removal", hint: "Or a recovery code." }),
      button("Turn it off", { kind: "alarm" }),
    ])}`;
}

/** What the authenticator is to be fed with, and the form that shows it was. */
export function confirmPage(visit: OwnVisit, secret: string, trouble?: Trouble): Shown {
  const address = factorUri(secret, visit.signedIn.user.email);
  return {
    title: "Turn the second factor on",
    body: html`<h1>Turn the second factor on</h1>
      ${troubleNote(trouble)}
      <p>
        Read this code with your authenticator, or add an account there with the secret below, or
        <a href="${address}">open it there</a> if it runs on this machine. Then type the code it shows.
      </p>
      ${qrCode(address, "The secret as a QR code, to be read by an authenticator")} ${copyable("Secret", secret)}
      ${form(visit, "confirm-factor", [
        hidden("secret", secret),
        field(visit, trouble, { ...CODE, inputmode: "numeric" }),
        button("Turn it on"),
      ])}
      <p><a href="${AT.security}">Leave it off</a></p>`,
  };
}

/** Shown once. */
export function recoveryCodesPage(codes: readonly string[]): Shown {
  return {
    title: "Recovery codes",
    body: html`<h1>The second factor is on</h1>
      <div class="secret">
        <p>
          <strong>Keep these codes where you find them without your authenticator.</strong> Each opens once in place of
          a code. They are not shown again.
        </p>
        ${copyable("Recovery codes", codes.join("\n"))}
      </div>
      <p><a href="${AT.security}">Back to security</a></p>`,
  };
}
