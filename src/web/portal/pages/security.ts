import { html } from "hono/html";
import { liveKeys } from "#accounts/keys/account-keys.ts";
import { passkeysOf, removePasskey } from "#accounts/passkeys/passkeys.ts";
import { addPasskey, preparePasskey } from "#accounts/passkeys/register.ts";
import { changePassword } from "#accounts/passwords/set-password.ts";
import { isFactorSecret } from "#accounts/second-factor/codes.ts";
import { secondFactorState } from "#accounts/second-factor/held-factors.ts";
import {
  confirmSecondFactor,
  prepareSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "#accounts/second-factor/second-factor.ts";
import type { SecondFactorState } from "#accounts/second-factor/held-factors.ts";
import { requestAddress } from "#accounts/users/change-address.ts";
import { AT } from "../addresses.ts";
import {
  button,
  END_KEYS,
  endKeys,
  field,
  form,
  KEEP_APPLICATIONS,
  keepApplications,
  NEW_PASSWORD,
  notePage,
  PRESENT_PASSWORD,
  troubleNote,
} from "../markup.ts";
import type { Done, Markup, OwnVisit, PortalPage, Trouble } from "../page.ts";
import { newPasskeyPage, passkeySection } from "../passkeys.ts";
import { CODE, confirmPage, INSTEAD_OF_PASSKEY, recoveryCodesPage, secondFactorSection } from "../second-factor.ts";

export const securityPage: PortalPage = {
  access: "signed-in",
  path: AT.security,
  notices: {
    "password-changed": "The password is changed, and all other sign-ins are ended.",
    "factor-off": "The authenticator is taken off.",
    "factor-wanted":
      "Your organization asks for a second factor. Add an authenticator or a passkey here to go on; then begin again what you came for.",
    "passkey-added": "The passkey is added. You can sign in with it from now on.",
    "passkey-removed": "The passkey is removed.",
  },
  show: async (visit, trouble) => {
    const state = await secondFactorState(visit.accounts.db, visit.signedIn.user.id);
    const passkeys = await passkeysOf(visit.accounts.db, visit.signedIn.user.id);
    const live = await liveKeys(visit.accounts, visit.signedIn.user.id);
    const wanted = visit.form.get("do");
    const secret = visit.form.get("secret") ?? "";
    if (wanted === "confirm-factor" && trouble !== undefined && isFactorSecret(secret)) {
      return confirmPage(visit, secret, trouble);
    }
    /** What was wrong is told at the form that was sent. */
    const of = (action: string): Trouble | undefined => (wanted === action ? trouble : undefined);
    return {
      title: "Security",
      body: html`<h1>Security</h1>
        ${troubleNote(trouble)} ${passwordForm(visit, live, of("change-password"))}
        ${secondFactorSection(visit, state, { present: PRESENT_PASSWORD, of })}
        ${passkeySection(visit, state, passkeys, { present: PRESENT_PASSWORD, of })}
        ${addressForm(visit, state, of("change-address"))}
        <p><a href="${AT.sessions}">Where you are signed in</a> · <a href="${AT.audit}">Audit log</a></p>`,
    };
  },
  actions: {
    "change-password": changeThePassword,
    "change-address": changeTheAddress,
    "prepare-factor": async (visit) => {
      const { secret } = await prepareSecondFactor(visit.accounts, {
        ...visit,
        present: presentOf(visit),
        code: codeOf(visit),
      });
      return { shown: confirmPage(visit, secret) };
    },
    "confirm-factor": async (visit) => ({
      shown: recoveryCodesPage(await confirmSecondFactor(visit.accounts, { ...visit, code: codeOf(visit) })),
    }),
    "renew-codes": async (visit) => ({
      shown: recoveryCodesPage(await renewRecoveryCodes(visit.accounts, { ...visit, code: codeOf(visit) })),
    }),
    "remove-factor": async (visit) => {
      await removeSecondFactor(visit.accounts, { ...visit, present: presentOf(visit), code: codeOf(visit) });
      return { to: `${AT.security}?done=factor-off` };
    },
    "add-passkey": async (visit) => {
      const options = await preparePasskey(visit.accounts, {
        ...visit,
        present: presentOf(visit),
        code: codeOf(visit),
      });
      return { shown: newPasskeyPage(visit, options) };
    },
    "keep-passkey": async (visit) => {
      const { form } = visit;
      const sent = { name: form.get("name") ?? "", response: form.get("response") ?? "" };
      const codes = await addPasskey(visit.accounts, { ...visit, ...sent });
      return codes === null ? { to: `${AT.security}?done=passkey-added` } : { shown: recoveryCodesPage(codes) };
    },
    "remove-passkey": async (visit) => {
      const wanted = { ...visit, id: visit.form.get("id") ?? "", present: presentOf(visit), code: codeOf(visit) };
      await removePasskey(visit.accounts, wanted);
      return { to: `${AT.security}?done=passkey-removed` };
    },
  },
};

function presentOf({ form }: OwnVisit): string {
  return form.get(PRESENT_PASSWORD.name) ?? "";
}

function codeOf({ form }: OwnVisit): string {
  return form.get(CODE.name) ?? "";
}

function passwordForm(visit: OwnVisit, live: number, trouble: Trouble | undefined): Markup {
  return html`<section aria-labelledby="password-title">
    <h2 id="password-title">Password</h2>
    <p>
      All other sign-ins end when it is changed, and the applications that you have allowed have to ask you again. Keys
      go on unless you revoke them: <a href="${AT.keys}">look through them</a> if somebody else may have known the old
      password.
    </p>
    ${form(visit, "change-password", [
      field(visit, trouble, PRESENT_PASSWORD),
      field(visit, trouble, NEW_PASSWORD),
      keepApplications(),
      endKeys(live),
      button("Change the password"),
    ])}
  </section>`;
}

function addressForm(visit: OwnVisit, { isOn, passkeys }: SecondFactorState, trouble: Trouble | undefined): Markup {
  const code = passkeys > 0 ? INSTEAD_OF_PASSKEY : { ...CODE, hint: "Or a recovery code." };
  return html`<section aria-labelledby="address-title">
    <h2 id="address-title">E-mail address</h2>
    <p>At present ${visit.signedIn.user.email}. A link goes to the new one, and until it is opened nothing changes.</p>
    ${form(visit, "change-address", [
      field(visit, trouble, { name: "email", label: "New address", type: "email", autocomplete: "email" }),
      field(visit, trouble, { ...PRESENT_PASSWORD, id: "present-for-address" }),
      isOn ? field(visit, trouble, { ...code, id: "code-for-address" }) : "",
      button("Send the link"),
    ])}
  </section>`;
}

async function changeThePassword(visit: OwnVisit): Promise<Done> {
  await changePassword(visit.accounts, {
    ...visit,
    present: presentOf(visit),
    password: visit.form.get(NEW_PASSWORD.name) ?? "",
    endsKeys: visit.form.get(END_KEYS) === "yes",
  });
  if (visit.form.get(KEEP_APPLICATIONS) !== "yes") await visit.apps.endAll(visit.signedIn.user.id);
  return { to: `${AT.security}?done=password-changed` };
}

async function changeTheAddress(visit: OwnVisit): Promise<Done> {
  await requestAddress(visit.accounts, {
    ...visit,
    present: presentOf(visit),
    email: visit.form.get("email") ?? "",
    code: codeOf(visit),
  });
  return { shown: notePage("Look into your mail", "The link went to the new address. It opens once, within a day.") };
}
