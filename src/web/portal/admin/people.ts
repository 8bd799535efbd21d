import { html } from "hono/html";
import { linkAddress } from "#accounts/links/addresses.ts";
import { signUpLetter } from "#accounts/mail/letters.ts";
import { listPlans, STATUSES } from "#accounts/plans/plans.ts";
import { setSubscription, subscriptionOf } from "#accounts/plans/subscriptions.ts";
import { dropSecondFactor } from "#accounts/second-factor/second-factor.ts";
import { operatorLink } from "#accounts/sign-in/open-account.ts";
import { resumeUser, setAdmin, suspendUser } from "#accounts/users/admins.ts";
import { listUsers } from "#accounts/users/users.ts";
import type { User } from "#accounts/users/users.ts";
import { messageOf, OnpointError } from "#base/errors.ts";
import { AT } from "../addresses.ts";
import { askFirst } from "../confirmation.ts";
import { button, form, hidden, moment, select, table, troubleNote } from "../markup.ts";
import type { Done, Markup, OwnVisit, PortalPage } from "../page.ts";
import { byAdministrator, textOf } from "./by-administrator.ts";

const SHOWN_MAX = 50;
const INVITED_MAX = 50;

/** Everybody with an account: who they are, how they stand, what they have subscribed to. */
export const adminPeoplePage: PortalPage = {
  access: "administrator",
  path: AT.adminPeople,
  notices: {
    suspended: "The account is suspended. Its sign-ins and applications are ended.",
    resumed: "The account is open again.",
    admin: "The person is an administrator of the service.",
    "no-admin": "The person is no longer an administrator.",
    "no-factor": "The second factor is removed.",
    plan: "The plan is set.",
  },
  show: async (visit, trouble) => {
    const query = (visit.query.get("q") ?? "").trim().toLowerCase().slice(0, 254);
    const state = visit.query.get("state") ?? "all";
    const all = await listUsers(visit.accounts.db);
    const found = all.filter(
      (user) =>
        `${user.email} ${user.name}`.toLowerCase().includes(query) && (state === "all" || stateOf(user) === state),
    );
    const plans = (await listPlans(visit.accounts.db)).map(({ name }) => name);
    const rows: Markup[][] = [];
    for (const user of found.slice(0, SHOWN_MAX)) rows.push(await row(visit, user, plans));
    return {
      title: "People",
      body: html`<h1>People</h1>
        ${troubleNote(trouble)} ${searchForm(query, state)}
        <p>
          ${found.length === 1 ? "1 person" : `${found.length} people`}${found.length > SHOWN_MAX ? html`, the first ${SHOWN_MAX} are shown` : ""}.
        </p>
        ${rows.length === 0 ? "" : table("People", ["E-mail address", "Name", "State", "Since", "Plan", "Action"], rows, { isStacked: true })}
        <h2>Invite people</h2>
        ${form(visit, "invite", [
          html`<div class="field">
            <label for="addresses">E-mail addresses</label>
            <p class="hint" id="addresses-hint">
              One on a line, ${INVITED_MAX} at most. Each gets a letter with a link.
            </p>
            <textarea id="addresses" name="addresses" rows="4" required aria-describedby="addresses-hint">
${textOf(visit, "addresses")}</textarea>
          </div>`,
          button("Send the invitations"),
        ])}`,
    };
  },
  actions: {
    invite,
    suspend: async (visit) => {
      const asked = askFirst(visit, {
        title: `Suspend ${textOf(visit, "email")}?`,
        told: "Nobody can sign in to the account, and its keys open nothing until it is opened again. Its sign-ins and what applications were allowed end for good: that cannot be undone.",
        yes: "Suspend the account",
        back: AT.adminPeople,
      });
      if (asked !== undefined) return asked;
      const { id } = await suspendUser(visit.accounts, textOf(visit, "id"), byAdministrator(visit));
      await visit.apps.endAll(id);
      return done("suspended");
    },
    resume: async (visit) => {
      await resumeUser(visit.accounts, textOf(visit, "id"), byAdministrator(visit));
      return done("resumed");
    },
    admin: async (visit) => {
      const asked = askFirst(visit, {
        title: `Make ${textOf(visit, "email")} an administrator?`,
        told: "Administrators can do everything on these pages, for all organizations. You can take it back.",
        yes: "Make an administrator",
        back: AT.adminPeople,
      });
      if (asked !== undefined) return asked;
      await setAdmin(visit.accounts, textOf(visit, "id"), true, byAdministrator(visit));
      return done("admin");
    },
    "no-admin": async (visit) => {
      await setAdmin(visit.accounts, textOf(visit, "id"), false, byAdministrator(visit));
      return done("no-admin");
    },
    "no-factor": async (visit) => {
      const asked = askFirst(visit, {
        title: `Remove the second factor of ${textOf(visit, "email")}?`,
        told: "Do it once the owner has shown who they are: the password alone opens the account then. This cannot be undone; the owner can add another factor.",
        yes: "Remove the second factor",
        back: AT.adminPeople,
      });
      if (asked !== undefined) return asked;
      await dropSecondFactor(visit.accounts, textOf(visit, "id"), byAdministrator(visit));
      return done("no-factor");
    },
    plan: async (visit) => {
      const wanted = { holderId: textOf(visit, "id"), plan: textOf(visit, "plan"), status: textOf(visit, "status") };
      await setSubscription(visit.accounts, { ...wanted, ...byAdministrator(visit) });
      return done("plan");
    },
  },
};

function searchForm(query: string, state: string): Markup {
  return html`<form method="get" action="${AT.adminPeople}" role="search">
    <div class="field">
      <label for="q">Name or e-mail address</label>
      <input id="q" name="q" type="search" value="${query}" maxlength="254" />
    </div>
    ${select({ name: "state", label: "State", options: STATE_OPTIONS, chosen: state })}
    ${button("Search", { kind: "plain" })}
  </form>`;
}

const STATE_OPTIONS = { all: "all", open: "open", administrator: "administrator", suspended: "suspended" };

function stateOf({ isAdmin, suspendedAt }: User): string {
  if (suspendedAt !== null) return "suspended";
  return isAdmin ? "administrator" : "open";
}

async function row(visit: OwnVisit, user: User, plans: readonly string[]): Promise<Markup[]> {
  const { plan, status } = await subscriptionOf(visit.accounts.db, user.id);
  return [
    user.email,
    user.name,
    stateOf(user),
    moment(user.createdAt),
    planForm(visit, { id: user.id, about: user.email, plans, plan: plan.name, status }),
    html`<details>
      <summary>Change<span class="unseen"> ${user.email}</span></summary>
      ${changes(visit, user)}
    </details>`,
  ];
}

/** Only what can succeed: nobody shuts out or demotes themselves here. */
function changes(visit: OwnVisit, { id, email, isAdmin, suspendedAt }: User): Markup {
  if (id === visit.signedIn.user.id) return html`<p class="soft">This is you.</p>`;
  const one = (wanted: string, label: string, kind: string): Markup =>
    form(visit, wanted, [hidden("id", id), hidden("email", email), button(label, { about: email, kind })]);
  if (suspendedAt !== null) return one("resume", "Open the account again", "plain");
  return html`${one("suspend", "Suspend", "alarm")}
  ${isAdmin ? one("no-admin", "Make an ordinary user", "alarm") : one("admin", "Make an administrator", "alarm")}
  ${one("no-factor", "Remove the second factor", "alarm")}`;
}

/** Of a person or an organization. */
export function planForm(
  visit: OwnVisit,
  {
    id,
    about,
    plans,
    plan,
    status,
  }: {
    readonly id: string;
    readonly about: string;
    readonly plans: readonly string[];
    readonly plan: string;
    readonly status: string;
  },
): Markup {
  return html`${plan}, ${status}
    <details>
      <summary>Change<span class="unseen"> the plan of ${about}</span></summary>
      ${form(visit, "plan", [
        hidden("id", id),
        select({ name: "plan", id: `plan-${id}`, label: "Plan", options: same(plans), chosen: plan }),
        select({
          name: "status",
          id: `status-${id}`,
          label: "Status",
          options: same(Object.keys(STATUSES)),
          chosen: status,
        }),
        button("Set the plan", { about: `of ${about}`, kind: "plain" }),
      ])}
    </details>`;
}

function same(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** Each address for itself: one that is wrong keeps nobody else out. */
async function invite(visit: OwnVisit): Promise<Done> {
  const { accounts } = visit;
  const addresses = textOf(visit, "addresses")
    .split(/[\s,;]+/u)
    .filter((one) => one !== "");
  if (addresses.length === 0 || addresses.length > INVITED_MAX) {
    const message = `must be from 1 to ${INVITED_MAX}`;
    throw new OnpointError("invalid_input", `the addresses ${message}`, { faults: [{ path: "addresses", message }] });
  }
  const rows: Markup[][] = [];
  for (const address of new Set(addresses)) {
    try {
      const { purpose, token } = await operatorLink(accounts, address, { by: byAdministrator(visit) });
      const link = linkAddress(accounts.authUrl, purpose, token);
      if (purpose === "sign-up") accounts.errands.run(async () => accounts.post.send(signUpLetter(address, link)));
      const what =
        purpose === "sign-up" ? "invited; a letter is on its way" : "has an account; the link resets its password";
      rows.push([address, what, html`<code>${link}</code>`]);
    } catch (thrown) {
      if (!(thrown instanceof OnpointError)) throw thrown;
      rows.push([address, html`<strong>not invited</strong>: ${messageOf(thrown)}`, ""]);
    }
  }
  return {
    shown: {
      title: "Invitations",
      body: html`<h1>Invitations</h1>
        <p>Each link opens once, within a day. Give it to that person only; it is not shown again.</p>
        ${table("Invitations", ["E-mail address", "What", "Link"], rows, { isStacked: true })}
        <p><a href="${AT.adminPeople}">Back to people</a></p>`,
    },
  };
}

function done(what: string): Done {
  return { to: `${AT.adminPeople}?done=${what}` };
}
