import { html } from "hono/html";
import { canMakeKeys, endKey, keysOf, makeKey, rotateKey } from "#accounts/keys/account-keys.ts";
import { KEY_SCOPES, parseExpiry } from "#accounts/keys.ts";
import type { ApiKey } from "#accounts/keys.ts";
import { principalOfUser } from "#accounts/plans/principal-of-user.ts";
import { scopesOf } from "#accounts/plans/plans.ts";
import { subscriptionOf } from "#accounts/plans/subscriptions.ts";
import type { Scope } from "#accounts/principal.ts";
import { teamsOf } from "#accounts/teams/teams.ts";
import type { Team } from "#accounts/teams/teams.ts";
import { AT } from "../addresses.ts";
import { button, copyable, field, form, hidden, moment, select, table, troubleNote } from "../markup.ts";
import type { Done, Markup, OwnVisit, PortalPage, Shown, Trouble } from "../page.ts";

const SCOPE_WORDS: Readonly<Record<string, string>> = {
  historical: "superseded and future versions of laws",
  records: "fetching documents from the official court records, which is metered",
};

/** How long a new key is good, as `parseExpiry` reads it. */
const LIVES = { "30d": "in 30 days", "90d": "in 90 days", "365d": "in a year", "": "never" };

/** How long the old key goes on beside the new one, in hours. */
const OVERLAPS = { "24": "for a day", "168": "for a week", "1": "for an hour", "0": "not at all" };

/** One's own keys, and those of teams whose admin one is. */
export const keysPage: PortalPage = {
  access: "signed-in",
  path: AT.keys,
  notices: { revoked: "The key is revoked. It stops working within two seconds." },
  show: async (visit, trouble) => {
    const { db } = visit.accounts;
    const { id: userId } = visit.signedIn.user;
    const teams = (await teamsOf(db, userId)).filter(({ role }) => role === "admin");
    const keys = [...(await keysOf(db, { userId }))];
    for (const { id: teamId } of teams) keys.push(...(await keysOf(db, { teamId })));
    return {
      title: "Keys",
      body: html`<h1>Keys</h1>
        ${troubleNote(trouble)}
        <p>Programs call the API and the tools with a key. Whoever has a key acts as you, or as your team.</p>
        ${keys.length === 0 ? html`<p>There is no key yet.</p>` : keyTable(visit, keys, teams)}
        ${await makeSection(visit, teams, trouble)}`,
    };
  },
  actions: { make, rotate, revoke },
};

function keyTable(visit: OwnVisit, keys: readonly ApiKey[], teams: readonly Team[]): Markup {
  const now = visit.accounts.clock().toISOString();
  return table(
    "Keys",
    ["Name", "Begins with", "Whose", "Scopes", "Last used", "Expires", "Action"],
    keys.map((key) => [
      key.name,
      html`<code>${key.prefix}…</code>`,
      key.teamId === null ? "yours" : (teams.find(({ id }) => id === key.teamId)?.name ?? "a team"),
      key.scopes.join(", "),
      key.lastUsedAt === null ? "never" : moment(key.lastUsedAt),
      ending(key),
      isLive(key, now) ? changes(visit, key) : "",
    ]),
  );
}

function isLive({ revokedAt, expiresAt }: ApiKey, now: string): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

function ending({ revokedAt, expiresAt }: ApiKey): Markup {
  if (revokedAt !== null) return html`revoked ${moment(revokedAt)}`;
  return expiresAt === null ? "never" : moment(expiresAt);
}

/** One that was replaced is not replaced again; what took its place is. */
function changes(visit: OwnVisit, { id, name, replacedAt }: ApiKey): Markup {
  const revokeForm = form(visit, "revoke", [hidden("id", id), button("Revoke", { about: name, kind: "alarm" })]);
  if (replacedAt !== null) return revokeForm;
  return html`${revokeForm}
  ${form(visit, "rotate", [
    hidden("id", id),
    select({
      name: "overlap",
      id: `overlap-${id}`,
      label: "Keep the old key working",
      options: OVERLAPS,
      chosen: "24",
    }),
    button("Rotate", { about: name, kind: "plain" }),
  ])}`;
}

/** Nothing is offered that would be refused: neither a key that nobody may make, nor what no plan grants. */
async function makeSection(visit: OwnVisit, teams: readonly Team[], trouble: Trouble | undefined): Promise<Markup> {
  const { accounts, signedIn } = visit;
  const { id: userId } = signedIn.user;
  const granted = new Set((await principalOfUser(accounts.db, userId))?.scopes);
  const holders: Record<string, string> = {};
  if (await canMakeKeys(accounts, userId, null)) holders[""] = "you";
  for (const { id, name, organizationId } of teams) {
    if (!(await canMakeKeys(accounts, userId, id))) continue;
    holders[id] = `the team ${name}`;
    const { plan, status } = await subscriptionOf(accounts.db, organizationId);
    for (const scope of scopesOf(plan, status)) granted.add(scope);
  }
  if (Object.keys(holders).length > 0) return makeForm(visit, { holders, granted }, trouble);
  return html`<p>
    Your organization does not make keys here. An administrator of this service can allow it; applications that sign you
    in need no key.
  </p>`;
}

type Possible = { readonly holders: Readonly<Record<string, string>>; readonly granted: ReadonlySet<Scope> };

function makeForm(visit: OwnVisit, { holders, granted }: Possible, trouble: Trouble | undefined): Markup {
  const optional = KEY_SCOPES.filter((scope) => scope !== "read" && granted.has(scope));
  return html`<section aria-labelledby="make-title">
    <h2 id="make-title">A new key</h2>
    ${form(visit, "make", [
      field(visit, trouble, { name: "name", label: "Name", hint: "Who or what will use it.", chars_max: 100 }),
      select({ name: "team", label: "It acts for", options: holders, chosen: visit.form.get("team") ?? "" }),
      optional.length === 0
        ? ""
        : html`<fieldset>
            <legend>Besides reading, it may be used for</legend>
            ${optional.map(
              (scope) =>
                html`<label class="choice"
                  ><input
                    type="checkbox"
                    name="scope"
                    value="${scope}"
                    ${visit.form.getAll("scope").includes(scope) ? "checked" : ""}
                  />${SCOPE_WORDS[scope] ?? scope}</label
                >`,
            )}
          </fieldset>`,
      select({ name: "expires", label: "Expires", options: LIVES, chosen: visit.form.get("expires") ?? "365d" }),
      field(visit, dayTrouble(trouble), {
        name: "expires-on",
        label: "Or after this day",
        type: "date",
        isRequired: false,
      }),
      field(visit, trouble, {
        name: "requests",
        label: "Requests a minute",
        hint: "Leave it empty for the limit everyone has.",
        isRequired: false,
        inputmode: "numeric",
        chars_max: 7,
      }),
      field(visit, trouble, {
        name: "matter",
        label: "Client or matter number",
        hint: "Charged with what the key costs, unless a request names another.",
        isRequired: false,
        chars_max: 64,
      }),
      button("Create the key"),
    ])}
  </section>`;
}

/** What is wrong with the end of a key is said where it is typed. */
function dayTrouble(trouble: Trouble | undefined): Trouble | undefined {
  const fault = trouble?.faults.get("expires");
  return trouble === undefined || fault === undefined
    ? trouble
    : { ...trouble, faults: new Map([["expires-on", fault]]) };
}

async function make(visit: OwnVisit): Promise<Done> {
  const { accounts, signedIn, form, origin } = visit;
  const expires = (form.get("expires-on") || form.get("expires") || "").trim();
  const asked = (form.get("requests") ?? "").trim();
  const perMinute = Number(asked);
  const burst = Math.min(perMinute, accounts.requests_max?.burst ?? perMinute);
  const { key, record } = await makeKey(accounts, {
    userId: signedIn.user.id,
    origin,
    teamId: form.get("team") || null,
    name: form.get("name") ?? "",
    scopes: KEY_SCOPES.filter((scope) => form.getAll("scope").includes(scope)),
    expiresAt: expires === "" ? null : parseExpiry(expires, accounts.clock),
    requests: asked === "" ? null : { perMinute, burst },
    matter: (form.get("matter") ?? "").trim() || null,
  });
  return { shown: madePage(key, record) };
}

async function rotate({ accounts, signedIn, form, origin }: OwnVisit): Promise<Done> {
  const { key, record } = await rotateKey(accounts, {
    userId: signedIn.user.id,
    origin,
    keyId: form.get("id") ?? "",
    overlap_h: Number(form.get("overlap") ?? "0"),
  });
  return { shown: madePage(key, record) };
}

async function revoke({ accounts, signedIn, form, origin }: OwnVisit): Promise<Done> {
  await endKey(accounts, { userId: signedIn.user.id, keyId: form.get("id") ?? "", origin });
  return { to: `${AT.keys}?done=revoked` };
}

/** Shown once. */
function madePage(key: string, { name }: ApiKey): Shown {
  return {
    title: "The new key",
    body: html`<h1>The new key</h1>
      <div class="secret">
        <p><strong>Copy it now: it is not shown again.</strong> Whoever has it can use it.</p>
        ${copyable(`Key: ${name}`, key)}
      </div>
      <p>
        <a href="${AT.tryOut}">Try a call with it</a> · <a href="${AT.connect}">Connect an application</a> ·
        <a href="${AT.keys}">All keys</a>
      </p>`,
  };
}
