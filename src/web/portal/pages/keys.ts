import { html } from "hono/html";
import { endKey, keysOf, makeKey, rotateKey } from "#accounts/keys/account-keys.ts";
import { KEY_SCOPES, parseExpiry } from "#accounts/keys.ts";
import type { ApiKey } from "#accounts/keys.ts";
import { teamsOf } from "#accounts/teams/teams.ts";
import type { Team } from "#accounts/teams/teams.ts";
import { AT } from "../addresses.ts";
import { button, copyable, field, form, hidden, moment, select, table, troubleNote } from "../markup.ts";
import type { Done, Markup, OwnVisit, PortalPage, Shown, Trouble } from "../page.ts";

const SCOPE_WORDS: Readonly<Record<string, string>> = {
  historical: "superseded and future versions of laws",
  records: "fetching documents from the official court records, which is metered",
};

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
        <p>Programs call the API and the tools with a key. Who has the key is taken for you, or for your team.</p>
        ${keys.length === 0 ? html`<p>There is no key yet.</p>` : keyTable(visit, keys, teams)}
        ${makeForm(visit, teams, trouble)}`,
    };
  },
  actions: { make, rotate, revoke },
};

function keyTable(visit: OwnVisit, keys: readonly ApiKey[], teams: readonly Team[]): Markup {
  const now = visit.accounts.clock().toISOString();
  return table(
    "Keys",
    ["Name", "Begins with", "Whose", "For", "Last used", "Ends", "Action"],
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
    select({ name: "overlap", id: `overlap-${id}`, label: "The old one goes on", options: OVERLAPS, chosen: "24" }),
    button("Rotate", { about: name, kind: "plain" }),
  ])}`;
}

function makeForm(visit: OwnVisit, teams: readonly Team[], trouble: Trouble | undefined): Markup {
  const holders = { "": "you", ...Object.fromEntries(teams.map(({ id, name }) => [id, `the team ${name}`])) };
  const optional = KEY_SCOPES.filter((scope) => scope !== "read");
  return html`<section aria-labelledby="make-title">
    <h2 id="make-title">A new key</h2>
    ${form(visit, "make", [
      field(visit, trouble, { name: "name", label: "Name", hint: "Who or what will use it.", chars_max: 100 }),
      select({ name: "team", label: "It acts for", options: holders, chosen: visit.form.get("team") ?? "" }),
      html`<fieldset>
        <legend>Beside reading, it may be used for</legend>
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
        <p class="hint">Your plan has to grant these too.</p>
      </fieldset>`,
      field(visit, trouble, {
        name: "expires",
        label: "Ends",
        hint: "90d, 2027-01-31 or 2027-01-31T12:00:00Z. Empty: never.",
        isRequired: false,
        chars_max: 40,
      }),
      field(visit, trouble, {
        name: "requests",
        label: "Requests a minute",
        hint: "Empty: as many as the service allows everyone.",
        isRequired: false,
        inputmode: "numeric",
        chars_max: 7,
      }),
      field(visit, trouble, {
        name: "matter",
        label: "Client or matter number",
        hint: "What it costs is charged to, where a request names none.",
        isRequired: false,
        chars_max: 64,
      }),
      button("Make the key"),
    ])}
  </section>`;
}

async function make(visit: OwnVisit): Promise<Done> {
  const { accounts, signedIn, form, origin } = visit;
  const expires = (form.get("expires") ?? "").trim();
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
