import { html } from "hono/html";
import { readLink } from "#accounts/links/one-time-links.ts";
import { changeAddress } from "#accounts/users/change-address.ts";
import { AT } from "../addresses.ts";
import { button, form, hidden, notePage, troubleNote } from "../markup.ts";
import type { PortalPage } from "../page.ts";

/** Where the link that was sent to a new address makes it the account's. Opening it does nothing yet: mail programs do. */
export const addressPage: PortalPage = {
  access: "anyone",
  path: AT.address,
  show: async (visit, trouble) => {
    const token = visit.form.get("token") ?? visit.query.get("token") ?? "";
    const link = await readLink(visit.accounts.db, token, visit.accounts.clock());
    if (link.purpose !== "address") return notePage("Not this link", "Open the link as it was sent.", 404);
    return {
      title: "A new address",
      body: html`<h1>A new address</h1>
        ${troubleNote(trouble)}
        <p>You sign in with <strong>${link.email}</strong> from then on.</p>
        ${form(visit, "change", [hidden("token", token), button("Change the address")])}`,
    };
  },
  actions: {
    change: async ({ accounts, form, origin }) => {
      await changeAddress(accounts, form.get("token") ?? "", origin);
      return { to: `${AT.signIn}?done=address-changed` };
    },
  },
};
