import { html } from "hono/html";
import type { ConnectedApp } from "#oauth/connected-apps.ts";
import { meaningsOf } from "#web/scope-meanings.ts";
import { AT } from "../addresses.ts";
import { button, form, hidden, moment, table, troubleNote } from "../markup.ts";
import type { Markup, OwnVisit, PortalPage } from "../page.ts";

/** The applications that act for somebody, and an end to each. */
export const applicationsPage: PortalPage = {
  access: "signed-in",
  path: AT.applications,
  notices: { ended: "The application may do nothing here any more. It stops working within two seconds." },
  show: async (visit, trouble) => {
    const apps = await visit.apps.list(visit.signedIn.user.id);
    return {
      title: "Applications",
      body: html`<h1>Applications</h1>
        ${troubleNote(trouble)}
        <p>You let these search and read here as you. Their names are their own word.</p>
        ${
          apps.length === 0
            ? html`<p>There are none. <a href="${AT.connect}">Connect one</a></p>`
            : table(
                "Applications",
                ["Name", "Id", "It may also", "Allowed", "Current token since", "Action"],
                apps.map((app) => row(visit, app)),
              )
        }`,
    };
  },
  actions: {
    end: async ({ apps, signedIn, form, origin }) => {
      await apps.end({ personId: signedIn.user.id, clientId: form.get("id") ?? "", origin });
      return { to: `${AT.applications}?done=ended` };
    },
  },
};

function row(visit: OwnVisit, { clientId, name, isKnown, scopes, since, lastTokenAt }: ConnectedApp): Markup[] {
  return [
    html`<q>${name}</q>${isKnown ? html` <span class="tag">made known by the operator</span>` : ""}`,
    html`<code>${clientId}</code>`,
    meaningsOf(scopes).join("; "),
    moment(since),
    lastTokenAt === null ? "none" : moment(lastTokenAt),
    form(visit, "end", [hidden("id", clientId), button("End", { about: name, kind: "alarm" })]),
  ];
}
