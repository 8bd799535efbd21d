import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { messageOf, OnpointError } from "#base/errors.ts";
import { allowKeys, listOrganizations, namedOrganization } from "#accounts/teams/organizations.ts";
import type { Accounts } from "#accounts/accounts.ts";
import { readMatterList } from "#accounts/matters/matter.ts";
import { matterRuleOf, mattersOf, replaceMatters, setMatterRule } from "#accounts/matters/rules.ts";
import type { MatterRule } from "#accounts/matters/rules.ts";
import type { Organization } from "#accounts/teams/organizations.ts";
import { dropSignInRules } from "#accounts/sign-in-rules/sign-in-rules.ts";
import { setSubscription } from "#accounts/plans/subscriptions.ts";
import { BY_OPERATOR, withAccounts } from "../accounts-context.ts";
import { openContext, withDatabase } from "../context.ts";
import { note, print, printJson, table } from "../terminal.ts";

type Json = { readonly json?: boolean };

type WantedMatters = {
  readonly list?: string;
  readonly any?: boolean;
  readonly pattern?: string;
  readonly required?: boolean;
  readonly optional?: boolean;
};

async function setMatters(accounts: Accounts, named: string, wanted: WantedMatters): Promise<void> {
  const { id: organizationId, name } = await namedOrganization(accounts.db, named);
  if (wanted.list !== undefined) {
    const matters = readMatterList(await readList(wanted.list));
    await replaceMatters(accounts, { organizationId, matters, ...BY_OPERATOR });
  }
  const before = await matterRuleOf(accounts.db, organizationId);
  const rule = {
    pattern: wanted.pattern === undefined ? before.pattern : wanted.pattern === "none" ? null : wanted.pattern,
    isRequired: wanted.required === true || (before.isRequired && wanted.optional !== true),
    isListed: wanted.list !== undefined || (before.isListed && wanted.any !== true),
  };
  if (Object.keys(wanted).length > 0) await setMatterRule(accounts, { organizationId, rule, ...BY_OPERATOR });
  const matters = await mattersOf(accounts.db, organizationId);
  if (matters.length > 0 && wanted.list === undefined) {
    print(
      table(
        ["number", "name"],
        matters.map((matter) => [matter.number, matter.name]),
      ),
    );
  }
  print(`${name}: ${matterRuleInWords(rule, matters.length)}`);
}

async function readList(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (thrown) {
    throw new OnpointError("invalid_input", `${path} cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
}

function matterRuleInWords({ pattern, isRequired, isListed }: MatterRule, listed: number): string {
  const which = isListed ? `one of ${listed} listed` : "any number";
  const looks = pattern === null ? "" : ` that looks like ${pattern}`;
  return `what costs is charged to ${which}${looks}${isRequired ? "" : ", or to none"}`;
}

export function addOrganizationCommands(program: Command): void {
  const organizations = program
    .command("organizations")
    .summary("list organizations, and choose what they may")
    .description("Organizations are founded and filled by their own people; what they may is yours to choose.");
  organizations
    .command("list")
    .summary("show the organizations there are; with `--json` their ids too")
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint organizations list")
    .action(async ({ json }: Json) => {
      const list = await withDatabase(openContext("command"), listOrganizations);
      if (json === true) printJson(list);
      else if (list.length === 0) note("There is no organization yet; whoever has an account can found one.");
      else print(table(["name", "keys", "founded"], list.map(row)));
    });
  for (const mayMakeKeys of [true, false]) {
    const name = mayMakeKeys ? "allow-keys" : "forbid-keys";
    organizations
      .command(name)
      .summary(
        mayMakeKeys ? "let its people make API keys" : "let its people make no more API keys; those there are go on",
      )
      .argument("<organization>", "its name or id")
      .option("--json", "print the record as JSON")
      .addHelpText("after", `\nExample:\n  $ onpoint organizations ${name} "Heron & Marsh"`)
      .action(async (named: string, { json }: Json) => {
        const organization = await withAccounts(openContext("command"), async (accounts) =>
          allowKeys(accounts, { named, mayMakeKeys, ...BY_OPERATOR }),
        );
        if (json === true) printJson(organization);
        else print(`${organization.name}: ${keysInWords(organization)}`);
      });
  }
  organizations
    .command("matters")
    .summary("set which client or matter numbers its people may charge to")
    .description(
      "Without options it shows the list. `--list` puts a file in place of it: a number in each line and, after a comma, a name; of a CSV file the first two columns.",
    )
    .argument("<organization>", "its name or id")
    .option("--list <file>", "the numbers there are; no other is taken from then on")
    .option("--any", "take numbers that are in no list")
    .option("--pattern <pattern>", "how numbers look: # is a figure, @ a letter, such as #####-####; or none")
    .option("--required", "fetch nothing that costs without a number")
    .option("--optional", "fetch without a number too")
    .addHelpText(
      "after",
      '\nExample:\n  $ onpoint organizations matters "Heron & Marsh" --pattern "#####-####" --required',
    )
    .action(async (named: string, wanted: WantedMatters) => {
      await withAccounts(openContext("command"), async (accounts) => setMatters(accounts, named, wanted));
    });
  organizations
    .command("no-sign-in-rules")
    .summary("take off what it asks of sign-ins, where that shuts its people out")
    .argument("<organization>", "its name or id")
    .addHelpText("after", '\nExample:\n  $ onpoint organizations no-sign-in-rules "Heron & Marsh"')
    .action(async (named: string) => {
      const { name } = await withAccounts(openContext("command"), async (accounts) => {
        const organization = await namedOrganization(accounts.db, named);
        await dropSignInRules(accounts, organization.id, BY_OPERATOR);
        return organization;
      });
      print(`${name}: asks nothing of sign-ins`);
    });
  organizations
    .command("subscribe")
    .summary("set its plan and how the subscription stands")
    .argument("<organization>", "its name or id")
    .requiredOption("--plan <name>", "one that `onpoint plans list` shows")
    .option("--status <status>", "active, trialing, past_due or canceled", "active")
    .addHelpText("after", '\nExample:\n  $ onpoint organizations subscribe "Heron & Marsh" --plan full')
    .action(async (named: string, wanted: { readonly plan: string; readonly status: string }) => {
      await withAccounts(openContext("command"), async (accounts) => {
        const { id } = await namedOrganization(accounts.db, named);
        await setSubscription(accounts, { holderId: id, ...wanted, ...BY_OPERATOR });
      });
      print(`${named}: ${wanted.plan}, ${wanted.status}`);
    });
}

function row(organization: Organization): string[] {
  return [organization.name, keysInWords(organization), organization.createdAt.slice(0, 10)];
}

function keysInWords({ mayMakeKeys }: Organization): string {
  return mayMakeKeys ? "may make keys" : "makes no keys";
}
