import { html } from "hono/html";
import { listPlans } from "#accounts/plans/plans.ts";
import { setSubscription, subscriptionOf } from "#accounts/plans/subscriptions.ts";
import { connectionOf } from "#accounts/firms/connections.ts";
import { allowKeys, listOrganizations, memberCount } from "#accounts/teams/organizations.ts";
import type { Organization } from "#accounts/teams/organizations.ts";
import { teamsIn } from "#accounts/teams/teams.ts";
import { AT } from "../addresses.ts";
import { FIRM_NOTICES, firmActions } from "../firm-actions.ts";
import { firmSection } from "../firm-section.ts";
import { button, form, hidden, moment, table, troubleNote } from "../markup.ts";
import type { Done, Markup, OwnVisit, PortalPage, Shown, Trouble } from "../page.ts";
import { byAdministrator, textOf } from "./by-administrator.ts";
import { planForm } from "./people.ts";

const SHOWN_MAX = 50;

/** Organizations: what they may, what they have subscribed to, and how their people sign in. */
export const adminOrganizationsPage: PortalPage = {
  access: "administrator",
  path: AT.adminOrganizations,
  notices: {
    ...FIRM_NOTICES,
    "keys-allowed": "Its people may make keys.",
    "keys-forbidden": "Its people may make no more keys. Keys they have go on.",
    plan: "The plan is set.",
  },
  show: async (visit, trouble) => {
    const all = await listOrganizations(visit.accounts.db);
    const wanted = visit.query.get("organization") ?? visit.form.get("organization");
    const one = all.find(({ id }) => id === wanted);
    return one === undefined ? list(visit, all, trouble) : single(visit, one, trouble);
  },
  actions: {
    ...firmActions((id) => `${AT.adminOrganizations}?organization=${encodeURIComponent(id)}`),
    "allow-keys": async (visit) => setKeys(visit, true),
    "forbid-keys": async (visit) => setKeys(visit, false),
    plan: async (visit) => {
      const wanted = { holderId: textOf(visit, "id"), plan: textOf(visit, "plan"), status: textOf(visit, "status") };
      await setSubscription(visit.accounts, { ...wanted, ...byAdministrator(visit) });
      return { to: `${AT.adminOrganizations}?done=plan` };
    },
  },
};

async function setKeys(visit: OwnVisit, mayMakeKeys: boolean): Promise<Done> {
  await allowKeys(visit.accounts, { named: textOf(visit, "id"), mayMakeKeys, ...byAdministrator(visit) });
  return { to: `${AT.adminOrganizations}?done=${mayMakeKeys ? "keys-allowed" : "keys-forbidden"}` };
}

async function list(visit: OwnVisit, all: readonly Organization[], trouble: Trouble | undefined): Promise<Shown> {
  const { db } = visit.accounts;
  const query = (visit.query.get("q") ?? "").trim().toLowerCase().slice(0, 100);
  const found = all.filter(({ name }) => name.toLowerCase().includes(query));
  const plans = (await listPlans(db)).map(({ name }) => name);
  const rows: Markup[][] = [];
  for (const { id, name, mayMakeKeys, createdAt } of found.slice(0, SHOWN_MAX)) {
    const { plan, status } = await subscriptionOf(db, id);
    const wanted = mayMakeKeys ? "forbid-keys" : "allow-keys";
    rows.push([
      html`<a href="${AT.adminOrganizations}?organization=${id}">${name}</a>`,
      String(await memberCount(db, id)),
      (await teamsIn(db, id)).map((team) => team.name).join(", "),
      planForm(visit, { id, about: name, plans, plan: plan.name, status }),
      html`${mayMakeKeys ? "yes" : "no"}
      ${form(visit, wanted, [hidden("id", id), button(mayMakeKeys ? "Forbid" : "Allow", { about: `keys for ${name}`, kind: "plain" })])}`,
      (await connectionOf(db, id))?.issuer ?? "none",
      moment(createdAt),
    ]);
  }
  const heads = ["Name", "Members", "Teams", "Plan", "May make keys", "Identity provider", "Founded"];
  return {
    title: "Organizations",
    body: html`<h1>Organizations</h1>
      ${troubleNote(trouble)}
      <form method="get" action="${AT.adminOrganizations}" role="search">
        <div class="field">
          <label for="q">Name</label>
          <input id="q" name="q" type="search" value="${query}" maxlength="100" />
        </div>
        ${button("Search", { kind: "plain" })}
      </form>
      ${rows.length === 0 ? html`<p>There is none${query === "" ? " yet; whoever has an account can found one" : " of this name"}.</p>` : table("Organizations", heads, rows, { isStacked: true })}`,
  };
}

async function single(visit: OwnVisit, one: Organization, trouble: Trouble | undefined): Promise<Shown> {
  return {
    title: one.name,
    body: html`<h1>Organization</h1>
      ${troubleNote(trouble)}
      <p><a href="${AT.adminOrganizations}">All organizations</a></p>
      ${await firmSection(visit, one, trouble)}`,
  };
}
