import { html } from "hono/html";
import { organizationsOf } from "#accounts/teams/organizations.ts";
import { AT } from "../addresses.ts";
import { FIRM_NOTICES, firmActions } from "../firm-actions.ts";
import { firmSection } from "../firm-section.ts";
import { troubleNote } from "../markup.ts";
import type { Markup, PortalPage } from "../page.ts";

/** How the people of one's own organizations sign in with their firm; for owners. */
export const firmPage: PortalPage = {
  access: "signed-in",
  path: AT.firm,
  notices: FIRM_NOTICES,
  show: async (visit, trouble) => {
    const all = await organizationsOf(visit.accounts.db, visit.signedIn.user.id);
    const sections: Markup[] = [];
    for (const own of all.filter(({ role }) => role === "owner")) sections.push(await firmSection(visit, own, trouble));
    return {
      title: "Firm sign-in",
      body: html`<h1>Firm sign-in</h1>
        ${troubleNote(trouble)}
        ${sections.length === 0 ? html`<p>This is for owners of an organization. You own none.</p>` : sections}`,
    };
  },
  actions: firmActions(() => AT.firm),
};
