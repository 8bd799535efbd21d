import { resolveTxt } from "node:dns/promises";
import type { Command } from "commander";
import type { Accounts } from "#accounts/accounts.ts";
import { connectionOf, enforceConnection, removeConnection, setConnection } from "#accounts/firms/connections.ts";
import { addDomain, domainsOf, removeDomain, verifyByDns } from "#accounts/firms/domains.ts";
import { groupRulesOf, removeGroupRule, setGroupRule } from "#accounts/firms/group-rules.ts";
import { endScimTokens, makeScimToken, scimTokensOf } from "#accounts/firms/scim-tokens.ts";
import { namedOrganization } from "#accounts/teams/organizations.ts";
import type { Organization } from "#accounts/teams/organizations.ts";
import { teamsIn } from "#accounts/teams/teams.ts";
import { namedUser } from "#accounts/users/users.ts";
import { OnpointError } from "#base/errors.ts";
import { LOGOUT_PATH, SCIM_PATH } from "#idp/paths.ts";
import { returnAddress } from "#idp/relying-party.ts";
import { BY_OPERATOR, withAccounts } from "../accounts-context.ts";
import { openContext } from "../context.ts";
import { readSecretLines } from "../secret-input.ts";
import { note, print, printJson } from "../terminal.ts";

type Work<Options> = (accounts: Accounts, organization: Organization, options: Options) => Promise<string | void>;

const EXAMPLE = '"Heron & Marsh"';

export function addSsoCommands(program: Command): void {
  const sso = program
    .command("sso")
    .summary("how an organization signs in with its identity provider")
    .description(
      "Sign-in with the firm by OpenID Connect, and provisioning by SCIM. Owners do the same on /account/firm.",
    );
  addShow(sso);
  addProvider(sso);
  addDomains(sso);
  addGroups(sso);
  addScim(sso);
}

/** A command about one organization, which prints what it answers. */
function about<Options>(
  parent: Command,
  name: string,
  summary: string,
  example: string,
  work: Work<Options>,
  shape: (command: Command) => Command = (command) => command,
): void {
  const command = parent
    .command(name)
    .summary(summary)
    .description(`${summary}.`)
    .argument("<organization>", "its name or id");
  shape(command)
    .addHelpText("after", `\nExample:\n  $ onpoint ${example}`)
    .action(async (named: string, options: Options) => {
      const told = await withAccounts(openContext("command"), async (accounts) =>
        work(accounts, await namedOrganization(accounts.db, named), options),
      );
      if (typeof told === "string") print(told);
    });
}

function addShow(sso: Command): void {
  about<{ readonly json?: boolean }>(
    sso,
    "show",
    "show how it signs in, and what to tell its provider",
    `sso show ${EXAMPLE}`,
    async (accounts, { id, name }, { json }) => {
      const { db, authUrl } = accounts;
      const connection = await connectionOf(db, id);
      const state = {
        organization: name,
        redirectUri: returnAddress(authUrl, id),
        backChannelLogoutUri: `${authUrl}${LOGOUT_PATH}/${id}`,
        scimBaseUrl: `${authUrl}${SCIM_PATH}`,
        issuer: connection?.issuer ?? null,
        clientId: connection?.clientId ?? null,
        isRequired: connection?.isEnforced ?? false,
        domains: await domainsOf(db, id),
        groups: await groupRulesOf(db, id),
        scimTokens: await scimTokensOf(accounts, id),
      };
      if (json === true) {
        printJson(state);
        return;
      }
      const domains = state.domains.map(({ domain, verifiedAt, proof }) =>
        verifiedAt === null ? `${domain} (not verified; TXT of _onpoint.${domain}: ${proof})` : domain,
      );
      return [
        `redirect URI             ${state.redirectUri}`,
        `back-channel logout URI  ${state.backChannelLogoutUri}`,
        `SCIM base URL            ${state.scimBaseUrl}`,
        `issuer                   ${state.issuer ?? "none"}`,
        `client id                ${state.clientId ?? "none"}`,
        `required of members      ${state.isRequired ? "yes" : "no"}`,
        `domains                  ${domains.join(", ") || "none"}`,
        `groups                   ${state.groups.map(({ group, role }) => `${group} (${role})`).join(", ") || "none"}`,
        `SCIM tokens              ${state.scimTokens.length}`,
      ].join("\n");
    },
    (command) => command.option("--json", "print it as JSON"),
  );
}

type ProviderOptions = {
  readonly issuer: string;
  readonly clientId: string;
  readonly groupsClaim?: string;
  readonly trustMail?: boolean;
};

function addProvider(sso: Command): void {
  about<ProviderOptions>(
    sso,
    "set",
    "set its identity provider; the client secret is asked for",
    `sso set ${EXAMPLE} --issuer https://id.firm.example --client-id onpoint`,
    async (accounts, { id, name }, { issuer, clientId, groupsClaim, trustMail }) => {
      const [clientSecret = ""] = await readSecretLines(["Client secret"]);
      const wanted = { organizationId: id, issuer, clientId, clientSecret, trustsMail: trustMail === true };
      await setConnection(accounts, { ...wanted, ...(groupsClaim !== undefined && { groupsClaim }) }, BY_OPERATOR);
      return `${name}: people with a verified domain sign in with ${issuer}`;
    },
    (command) =>
      command
        .requiredOption("--issuer <address>", "as the provider's discovery document has it")
        .requiredOption("--client-id <id>", "under which the provider knows this service")
        .option("--groups-claim <name>", "the claim that names groups, `groups` when not given")
        .option("--trust-mail", "accept e-mail addresses that the provider does not mark as verified (Entra ID)"),
  );
  about(sso, "remove", "remove its identity provider", `sso remove ${EXAMPLE}`, async (accounts, { id, name }) => {
    await removeConnection(accounts, id, BY_OPERATOR);
    return `${name}: no identity provider any more`;
  });
  about<{ readonly owner: string }>(
    sso,
    "require",
    "let its members sign in with the provider only, but one owner",
    `sso require ${EXAMPLE} --owner ann@firm.example`,
    async (accounts, { id, name }, { owner }) => {
      const { id: breakGlassId, email } = await namedUser(accounts.db, owner);
      await enforceConnection(accounts, { organizationId: id, isEnforced: true, breakGlassId }, BY_OPERATOR);
      return `${name}: members sign in with the provider; ${email} may use a password`;
    },
    (command) => command.requiredOption("--owner <user>", "the owner who may use a password if the provider fails"),
  );
  about(
    sso,
    "relax",
    "let its members sign in with passwords again",
    `sso relax ${EXAMPLE}`,
    async (accounts, { id, name }) => {
      await enforceConnection(accounts, { organizationId: id, isEnforced: false }, BY_OPERATOR);
      return `${name}: members may use passwords`;
    },
  );
}

function withDomain(command: Command): Command {
  return command.requiredOption("--domain <domain>", "such as firm.example");
}

function addDomains(sso: Command): void {
  const domain = sso.command("domain").summary("the e-mail domains whose people it may let in");
  type Options = { readonly domain: string };
  about<Options>(
    domain,
    "add",
    "add a domain as the organization's own, on your word",
    `sso domain add ${EXAMPLE} --domain firm.example`,
    async (accounts, { id, name }, options) => {
      const added = await addDomain(accounts, { organizationId: id, domain: options.domain }, BY_OPERATOR);
      return `${name}: ${added.domain} is verified`;
    },
    withDomain,
  );
  about<Options>(
    domain,
    "verify",
    "look whether the DNS shows that a domain is the organization's",
    `sso domain verify ${EXAMPLE} --domain firm.example`,
    async (accounts, { id, name }, options) => {
      const of = { organizationId: id, domain: options.domain, lookUp: resolveTxt };
      const verified = await verifyByDns(accounts, of, BY_OPERATOR);
      return `${name}: ${verified.domain} is verified`;
    },
    withDomain,
  );
  about<Options>(
    domain,
    "remove",
    "remove a domain; accounts there are stay",
    `sso domain remove ${EXAMPLE} --domain firm.example`,
    async (accounts, { id, name }, options) => {
      await removeDomain(accounts, { organizationId: id, domain: options.domain }, BY_OPERATOR);
      return `${name}: ${options.domain} is removed`;
    },
    withDomain,
  );
}

function addGroups(sso: Command): void {
  const group = sso.command("group").summary("what groups of the provider mean here");
  type Options = { readonly group: string; readonly role?: string; readonly team?: string };
  about<Options>(
    group,
    "set",
    "set the role and the team of who is in a group",
    `sso group set ${EXAMPLE} --group Litigators --team Litigation`,
    async (accounts, { id, name }, options) => {
      const { role = "member" } = options;
      if (role !== "admin" && role !== "member")
        throw new OnpointError("invalid_input", "the role must be admin or member");
      const teamId = options.team === undefined ? null : await teamNamed(accounts, id, options.team);
      await setGroupRule(accounts, { organizationId: id, group: options.group, role, teamId }, BY_OPERATOR);
      return `${name}: ${options.group} is ${role}${options.team === undefined ? "" : ` in ${options.team}`}`;
    },
    (command) =>
      command
        .requiredOption("--group <name>", "as the provider sends it")
        .option("--role <role>", "admin or member", "member")
        .option("--team <name>", "a team of the organization"),
  );
  about<Options>(
    group,
    "remove",
    "let a group mean nothing any more",
    `sso group remove ${EXAMPLE} --group Litigators`,
    async (accounts, { id, name }, options) => {
      await removeGroupRule(accounts, { organizationId: id, group: options.group }, BY_OPERATOR);
      return `${name}: ${options.group} means nothing any more`;
    },
    (command) => command.requiredOption("--group <name>", "as it was set"),
  );
}

function addScim(sso: Command): void {
  about(
    sso,
    "scim-token",
    "make the token by which its provider says who is there; one before it works for a day more",
    `sso scim-token ${EXAMPLE}`,
    async (accounts, { id }) => {
      const { token } = await makeScimToken(accounts, id, BY_OPERATOR);
      note("The token is not shown again; keep it in a safe place.");
      return token;
    },
  );
  about(
    sso,
    "end-scim-tokens",
    "end all its SCIM tokens at once",
    `sso end-scim-tokens ${EXAMPLE}`,
    async (accounts, { id, name }) => {
      await endScimTokens(accounts, id, BY_OPERATOR);
      return `${name}: no SCIM token any more`;
    },
  );
}

async function teamNamed({ db }: Accounts, organizationId: string, named: string): Promise<string> {
  const found = (await teamsIn(db, organizationId)).filter(({ id, name }) => id === named || name === named);
  const [team] = found;
  if (team !== undefined && found.length === 1) return team.id;
  throw new OnpointError("not_found", "the organization has no team, or several, of this name");
}
