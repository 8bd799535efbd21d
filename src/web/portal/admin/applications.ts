import { html } from "hono/html";
import { OnpointError } from "#base/errors.ts";
import { createClient, listClients, removeClient } from "#oauth/clients.ts";
import type { NewClient, OAuthClient } from "#oauth/clients.ts";
import { AT } from "../addresses.ts";
import { askFirst } from "../confirmation.ts";
import { button, copyable, field, form, hidden, moment, select, table, troubleNote } from "../markup.ts";
import type { Done, Markup, OwnVisit, PortalPage } from "../page.ts";
import { byAdministrator, textOf } from "./by-administrator.ts";

const SHOWN_MAX = 100;
const WAYS = {
  client_secret_basic: "secret in the header (client_secret_basic)",
  client_secret_post: "secret in the body (client_secret_post)",
  none: "no secret: a program on people's own machines",
} as const;

/** Applications that people sign in to: those made beforehand, and those that registered by themselves. */
export const adminApplicationsPage: PortalPage = {
  access: "administrator",
  path: AT.adminApplications,
  notices: { removed: "The application is removed, with everything people allowed it." },
  show: async (visit, trouble) => {
    const all = (await listClients(visit.accounts.db)).toReversed();
    const made = all.filter(({ origin }) => origin === "operator");
    const others = all.filter(({ origin }) => origin !== "operator");
    const heads = ["Name", "Client ID", "Redirect URIs", "Secret", "Since", "Last allowed", "Action"];
    const tableOf = (caption: string, some: readonly OAuthClient[]): Markup =>
      some.length === 0
        ? html`<p>There is none.</p>`
        : table(
            caption,
            heads,
            some.slice(0, SHOWN_MAX).map((one) => row(visit, one)),
            { isStacked: true },
          );
    return {
      title: "OAuth clients",
      body: html`<h1>OAuth clients</h1>
        ${troubleNote(trouble)}
        <h2>Created here</h2>
        ${tableOf("Clients created here", made)}
        <h3>Create a client</h3>
        ${form(visit, "create", [
          field(visit, trouble, {
            name: "name",
            label: "Name",
            hint: "People see it when they are asked.",
            chars_max: 100,
          }),
          field(visit, trouble, {
            name: "redirect",
            label: "Redirect URIs",
            hint: "Separated by spaces.",
            chars_max: 2000,
          }),
          select({ name: "authentication", label: "How it proves itself", options: WAYS }),
          button("Create the client"),
        ])}
        <h2>Registered by themselves</h2>
        ${tableOf("Clients that registered by themselves", others)}`,
    };
  },
  actions: {
    create,
    remove: async (visit) => {
      const asked = askFirst(visit, {
        title: `Remove ${textOf(visit, "name") || "the application"}?`,
        told: "Everything people allowed it ends within two seconds. This cannot be undone.",
        yes: "Remove the application",
        back: AT.adminApplications,
      });
      if (asked !== undefined) return asked;
      const { db, clock } = visit.accounts;
      if (!(await removeClient(db, textOf(visit, "id"), clock, byAdministrator(visit))))
        throw new OnpointError("not_found", "there is no such application any more");
      return { to: `${AT.adminApplications}?done=removed` };
    },
  },
};

async function create(visit: OwnVisit): Promise<Done> {
  const way = textOf(visit, "authentication");
  if (!isWay(way)) throw new OnpointError("invalid_input", "choose how the application proves itself");
  const { db, clock } = visit.accounts;
  const redirectUris = textOf(visit, "redirect")
    .split(/\s+/u)
    .filter((one) => one !== "");
  const wanted = { name: textOf(visit, "name"), redirectUris, authentication: way };
  const { client, secret } = await createClient(db, wanted, clock, byAdministrator(visit));
  return {
    shown: {
      title: "The client",
      body: html`<h1>The client is created</h1>
        ${copyable("Client ID", client.id)}
        ${
          secret === null
            ? ""
            : html`<p>Copy the secret now: it is not shown again.</p>
                ${copyable("Client secret", secret)}`
        }
        <p><a href="${AT.adminApplications}">Done</a></p>`,
    },
  };
}

function isWay(text: string): text is NewClient["authentication"] {
  return Object.hasOwn(WAYS, text);
}

function row(visit: OwnVisit, { id, name, redirectUris, isConfidential, createdAt, grantedAt }: OAuthClient): Markup[] {
  return [
    name,
    html`<code>${id}</code>`,
    redirectUris.join(" "),
    isConfidential ? "yes" : "no",
    moment(createdAt),
    grantedAt === null ? "never" : moment(grantedAt),
    form(visit, "remove", [
      hidden("id", id),
      hidden("name", name),
      button("Remove", { about: name === "" ? id : name, kind: "alarm" }),
    ]),
  ];
}
