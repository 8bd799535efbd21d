import type { Command } from "commander";
import { allowKeys, listOrganizations, namedOrganization } from "#accounts/teams/organizations.ts";
import type { Organization } from "#accounts/teams/organizations.ts";
import { setSubscription } from "#accounts/plans/subscriptions.ts";
import { BY_OPERATOR, withAccounts } from "../accounts-context.ts";
import { openContext, withDatabase } from "../context.ts";
import { note, print, printJson, table } from "../terminal.ts";

type Json = { readonly json?: boolean };

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
