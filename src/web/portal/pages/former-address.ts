import { html } from "hono/html";
import { putAddressBack, readFormerAddress } from "#accounts/users/former-address.ts";
import { AT } from "../addresses.ts";
import { button, field, form, hidden, NEW_PASSWORD, troubleNote } from "../markup.ts";
import type { PortalPage } from "../page.ts";
import { CODE } from "../second-factor.ts";

/** Where the link that went to a former address takes an account back. Opening it does nothing yet: mail programs do. */
export const formerAddressPage: PortalPage = {
  access: "anyone",
  path: AT.formerAddress,
  show: async (visit, trouble) => {
    const token = visit.form.get("token") ?? visit.query.get("token") ?? "";
    const { db, clock } = visit.accounts;
    const { email, wantsCode } = await readFormerAddress(db, token, clock());
    return {
      title: "Put the former address back",
      body: html`<h1>Put the former address back</h1>
        ${troubleNote(trouble)}
        <p>
          You sign in with <strong>${email}</strong> again, and with the password you set here. All sign-ins end, and so
          do the applications you have allowed and the keys made since the address was changed.
        </p>
        ${form(visit, "put-back", [
          hidden("token", token),
          field(visit, trouble, NEW_PASSWORD),
          wantsCode ? field(visit, trouble, { ...CODE, hint: "Or a recovery code." }) : "",
          button("Put the address back"),
        ])}`,
    };
  },
  actions: {
    "put-back": async ({ accounts, apps, form, origin }) => {
      const personId = await putAddressBack(accounts, {
        token: form.get("token") ?? "",
        password: form.get("password") ?? "",
        code: form.get(CODE.name) ?? "",
        origin,
      });
      await apps.endAll(personId);
      return { to: `${AT.signIn}?done=address-back` };
    },
  },
};
