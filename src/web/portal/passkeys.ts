import { html } from "hono/html";
import { relyingParty } from "#accounts/passkeys/relying-party.ts";
import type { Passkey } from "#accounts/passkeys/passkeys.ts";
import type { SecondFactorState } from "#accounts/second-factor/held-factors.ts";
import { AT, signInFirst } from "./addresses.ts";
import { button, field, form, hidden, moment, select, table } from "./markup.ts";
import type { Field } from "./markup.ts";
import { INSTEAD_OF_PASSKEY } from "./second-factor.ts";
import type { Markup, OwnVisit, Shown, Trouble, Visit } from "./page.ts";

type Parts = {
  /** The field for the present password. */
  readonly present: Field;
  /** What was wrong, for the form of an action. */
  readonly of: (action: string) => Trouble | undefined;
};

/** The passkeys of an account, and the forms that add and remove one. */
export function passkeySection(
  visit: OwnVisit,
  { isOn }: SecondFactorState,
  passkeys: readonly Passkey[],
  { present, of }: Parts,
): Markup {
  const code = (id: string, action: string): Markup =>
    isOn ? field(visit, of(action), { ...INSTEAD_OF_PASSKEY, id }) : "";
  return html`<section aria-labelledby="passkeys-title">
    <h2 id="passkeys-title">Passkeys</h2>
    <p>
      A passkey stays on your device and signs you in with a fingerprint, a face or a PIN, without a password. It works
      on the true address of this service alone, so nobody can talk you out of it. Once you have one, signing in by
      password asks for it, or for a code, as well.
    </p>
    ${
      passkeys.length === 0
        ? ""
        : html`${table("Your passkeys", ["Name", "Kept", "Added", "Last used"], passkeys.map(row))}
            <h3>Remove a passkey</h3>
            ${form(visit, "remove-passkey", [
              select({
                name: "id",
                id: "passkey-to-remove",
                label: "Passkey",
                options: Object.fromEntries(passkeys.map(({ id, name }) => [id, name])),
              }),
              field(visit, of("remove-passkey"), { ...present, id: "present-for-removal" }),
              code("code-for-passkey-removal", "remove-passkey"),
              button("Remove it", { kind: "alarm" }),
            ])}`
    }
    ${
      relyingParty(visit.accounts) === undefined
        ? html`<p>Passkeys need an address with a name and https, which this service does not have.</p>`
        : html`<h3>Add a passkey</h3>
            ${form(visit, "add-passkey", [
              field(visit, of("add-passkey"), { ...present, id: "present-for-passkey" }),
              code("code-for-passkey", "add-passkey"),
              button("Add a passkey"),
            ])}`
    }
  </section>`;
}

function row({ name, isSynced, createdAt, lastUsedAt }: Passkey): Markup[] {
  return [
    name,
    isSynced ? "on several devices" : "on one device",
    moment(createdAt),
    lastUsedAt === null ? "never" : moment(lastUsedAt),
  ];
}

/** Where a browser has a device make a passkey. */
export function newPasskeyPage(visit: OwnVisit, options: object): Shown {
  return {
    title: "Add a passkey",
    body: html`<h1>Add a passkey</h1>
      <p>Write which device keeps it, then follow what your browser asks.</p>
      ${form(visit, "keep-passkey", [
        asks("create", options),
        field(visit, undefined, { name: "name", label: "Name", hint: "Such as Work laptop.", chars_max: 100 }),
        button("Continue"),
      ])}
      <p><a href="${AT.security}">Cancel</a></p>`,
  };
}

/** Where a browser asks for a passkey. */
export function usePasskeyPage(
  visit: Visit,
  options: object,
  { next, challenge }: { readonly next: string; readonly challenge: string | undefined },
): Shown {
  return {
    title: "Sign in with a passkey",
    body: html`<h1>Sign in with a passkey</h1>
      <p>Follow what your browser asks.</p>
      ${form(visit, "passkey", [
        asks("get", options),
        hidden("next", next),
        challenge === undefined ? "" : hidden("challenge", challenge),
        button("Use a passkey"),
      ])}
      <p><a href="${signInFirst(next)}">Sign in another way</a></p>`,
  };
}

/** What the script of the page reads, and where it puts what the device answers. */
function asks(wants: "create" | "get", options: object): Markup {
  return html`<div data-passkey="${JSON.stringify({ wants, options })}">
      <noscript><p>Passkeys need scripts, which this browser does not run.</p></noscript>
      <p role="status"></p>
    </div>
    ${hidden("response", "")}`;
}
