import { html } from "hono/html";
import { connectionOf } from "#accounts/firms/connections.ts";
import type { FirmConnection } from "#accounts/firms/connections.ts";
import { domainsOf } from "#accounts/firms/domains.ts";
import type { FirmDomain } from "#accounts/firms/domains.ts";
import { groupRulesOf } from "#accounts/firms/group-rules.ts";
import { scimTokensOf } from "#accounts/firms/scim-tokens.ts";
import { ownersOf } from "#accounts/teams/organizations.ts";
import { teamsIn } from "#accounts/teams/teams.ts";
import { returnAddress } from "#idp/relying-party.ts";
import { LOGOUT_PATH, SCIM_PATH } from "#idp/paths.ts";
import { button, copyable, field, form, hidden, moment, select, table } from "./markup.ts";
import type { Markup, OwnVisit, Trouble } from "./page.ts";

/** How the people of an organization sign in with its identity provider, with the forms that change it. */
export async function firmSection(
  visit: OwnVisit,
  { id, name }: { readonly id: string; readonly name: string },
  trouble: Trouble | undefined,
): Promise<Markup> {
  const { db } = visit.accounts;
  const connection = await connectionOf(db, id);
  const own = visit.form.get("organization") === id ? trouble : undefined;
  return html`<section aria-labelledby="firm-${id}">
    <h2 id="firm-${id}">${name}</h2>
    ${domainPart(visit, id, await domainsOf(db, id), own)}
    <h3>Identity provider</h3>
    <p>OpenID Connect: Entra ID, Okta, Google Workspace, Keycloak and others. Give the provider these two addresses.</p>
    ${copyable("Redirect URI", returnAddress(visit.service.authUrl, id))}
    ${copyable("Back-channel logout URI", `${visit.service.authUrl}${LOGOUT_PATH}/${id}`)}
    ${connectionForm(visit, id, connection, own)}
    ${connection === undefined ? "" : html`${await enforcePart(visit, id, connection)} ${await groupPart(visit, id, own)}`}
    ${await scimPart(visit, id)}
    ${connection === undefined ? "" : form(visit, "remove-connection", [hidden("organization", id), button("Remove the identity provider", { kind: "alarm" })])}
  </section>`;
}

function domainPart(visit: OwnVisit, id: string, domains: readonly FirmDomain[], trouble: Trouble | undefined): Markup {
  const rows = domains.map(({ domain, proof, verifiedAt, verifiedBy }) => [
    domain,
    verifiedAt === null
      ? html`Not verified. Add a TXT record for <code>_onpoint.${domain}</code>: <code>${proof}</code>`
      : html`Verified ${moment(verifiedAt)} ${verifiedBy === "dns" ? "by DNS" : "by an administrator of this service"}`,
    html`${verifiedAt === null ? form(visit, "verify-domain", [hidden("organization", id), hidden("domain", domain), button("Check the DNS", { about: `of ${domain}`, kind: "plain" })]) : ""}
    ${form(visit, "remove-domain", [hidden("organization", id), hidden("domain", domain), button("Remove", { about: domain, kind: "alarm" })])}`,
  ]);
  return html`<h3>E-mail domains</h3>
    <p>Only people whose e-mail address has a verified domain of the organization are let in.</p>
    ${rows.length === 0 ? "" : table("E-mail domains", ["Domain", "State", "Action"], rows)}
    ${form(visit, "add-domain", [
      hidden("organization", id),
      field(visit, trouble, {
        name: "domain",
        id: `domain-${id}`,
        label: "Domain",
        hint: "For example firm.example.",
        isKept: visit.form.get("do") === "add-domain",
      }),
      button("Add the domain", { kind: "plain" }),
    ])}`;
}

function connectionForm(
  visit: OwnVisit,
  id: string,
  connection: FirmConnection | undefined,
  trouble: Trouble | undefined,
): Markup {
  const isKept = visit.form.get("do") === "set-connection" && visit.form.get("organization") === id;
  return form(visit, "set-connection", [
    hidden("organization", id),
    field(visit, trouble, {
      name: "issuer",
      id: `issuer-${id}`,
      label: "Issuer",
      hint: "As the provider's discovery document has it, with or without a slash at the end.",
      value: connection?.issuer ?? "",
      chars_max: 500,
      isKept,
    }),
    field(visit, trouble, {
      name: "clientId",
      id: `client-${id}`,
      label: "Client ID",
      value: connection?.clientId ?? "",
      chars_max: 500,
      isKept,
    }),
    field(visit, trouble, {
      name: "clientSecret",
      id: `secret-${id}`,
      label: "Client secret",
      type: "password",
      chars_max: 2000,
      isRequired: connection === undefined,
      ...(connection !== undefined && { hint: "Leave it empty to keep the one that is set." }),
    }),
    field(visit, trouble, {
      name: "groupsClaim",
      id: `claim-${id}`,
      label: "Claim with the groups",
      value: connection?.groupsClaim ?? "groups",
      chars_max: 100,
      isKept,
    }),
    html`<p>
      <label
        ><input type="checkbox" name="trustsMail" value="yes" ${connection?.trustsMail === true ? "checked" : ""} />
        Accept e-mail addresses that the provider does not mark as verified (Entra ID marks none)</label
      >
    </p>`,
    button(connection === undefined ? "Set the identity provider" : "Save the identity provider"),
  ]);
}

async function enforcePart(visit: OwnVisit, id: string, connection: FirmConnection): Promise<Markup> {
  const owners = await ownersOf(visit.accounts.db, id);
  const options = Object.fromEntries(owners.map(({ userId, email }) => [userId, email]));
  if (connection.isEnforced) {
    const who = options[connection.breakGlassId ?? ""] ?? "nobody";
    return html`<h3>Who may sign in otherwise</h3>
      <p>Members sign in with the firm only. <strong>${who}</strong> may use a password if the provider fails.</p>
      ${form(visit, "relax", [hidden("organization", id), button("Let members use passwords again", { kind: "alarm" })])}`;
  }
  return html`<h3>Who may sign in otherwise</h3>
    <p>Members may use a password too. Require the firm's sign-in once you have signed in with it.</p>
    ${form(visit, "enforce", [
      hidden("organization", id),
      select({
        name: "breakGlass",
        id: `glass-${id}`,
        label: "Owner who may use a password if the provider fails",
        options,
      }),
      button("Require the firm's sign-in", { kind: "alarm" }),
    ])}`;
}

async function groupPart(visit: OwnVisit, id: string, trouble: Trouble | undefined): Promise<Markup> {
  const { db } = visit.accounts;
  const teams = await teamsIn(db, id);
  const names = new Map(teams.map((team) => [team.id, team.name]));
  const rows = (await groupRulesOf(db, id)).map(({ group, role, teamId }) => [
    group,
    role,
    teamId === null ? "" : (names.get(teamId) ?? ""),
    form(visit, "remove-group", [
      hidden("organization", id),
      hidden("group", group),
      button("Remove", { about: `the group ${group}`, kind: "alarm" }),
    ]),
  ]);
  return html`<h3>Groups</h3>
    <p>What a group of the provider makes of its people here. Owners are made here alone.</p>
    ${rows.length === 0 ? "" : table("Groups", ["Group", "Role", "Team", "Action"], rows)}
    ${form(visit, "set-group", [
      hidden("organization", id),
      field(visit, trouble, {
        name: "group",
        id: `group-${id}`,
        label: "Group",
        hint: "As the provider sends it: a name, or in Entra ID the object ID.",
        chars_max: 256,
        isKept: visit.form.get("do") === "set-group",
      }),
      select({ name: "role", id: `group-role-${id}`, label: "Role", options: { member: "member", admin: "admin" } }),
      select({
        name: "team",
        id: `group-team-${id}`,
        label: "Team",
        options: { "": "none", ...Object.fromEntries(teams.map((team) => [team.id, team.name])) },
      }),
      button("Set the group", { kind: "plain" }),
    ])}`;
}

async function scimPart(visit: OwnVisit, id: string): Promise<Markup> {
  const tokens = await scimTokensOf(visit.accounts, id);
  const rows = tokens.map(({ createdAt, expiresAt, lastUsedAt }) => [
    moment(createdAt),
    lastUsedAt === null ? "never" : moment(lastUsedAt),
    expiresAt === null ? "" : moment(expiresAt),
  ]);
  return html`<h3>Provisioning (SCIM)</h3>
    <p>The provider says who joins and who leaves. Who leaves loses sign-ins, keys and applications at once.</p>
    ${copyable("SCIM base URL", `${visit.service.authUrl}${SCIM_PATH}`)}
    ${rows.length === 0 ? "" : table("SCIM tokens", ["Made", "Last used", "Ends"], rows)}
    ${form(visit, "make-scim-token", [
      hidden("organization", id),
      button(tokens.length === 0 ? "Make a token" : "Replace the token (the old one works for a day)", {
        kind: "plain",
      }),
    ])}
    ${tokens.length === 0 ? "" : form(visit, "end-scim-tokens", [hidden("organization", id), button("End all tokens", { kind: "alarm" })])}`;
}
