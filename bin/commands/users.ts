import type { Command } from "commander";
import type { Accounts } from "#accounts/accounts.ts";
import { linkAddress } from "#accounts/links/addresses.ts";
import { deleteUser } from "#accounts/leaving/delete-account.ts";
import { endAllApps } from "#oauth/connected-apps.ts";
import { setSubscription } from "#accounts/plans/subscriptions.ts";
import { firstOwnerLink, operatorLink } from "#accounts/sign-in/open-account.ts";
import { dropSecondFactor } from "#accounts/second-factor/second-factor.ts";
import { resumeUser, setAdmin, suspendUser } from "#accounts/users/admins.ts";
import { listUsers, namedUser } from "#accounts/users/users.ts";
import type { User } from "#accounts/users/users.ts";
import { authUrlOf, BY_OPERATOR, withAccounts } from "../accounts-context.ts";
import { openContext, withDatabase } from "../context.ts";
import { note, print, printJson, table } from "../terminal.ts";

type Json = { readonly json?: boolean };

export function addUserCommands(program: Command): void {
  const users = program
    .command("users")
    .summary("let people in, list and shut accounts")
    .description("People with accounts, who sign in with an address and a password.");
  addLinks(users);
  addSubscribe(users);
  users
    .command("list")
    .summary("show the accounts there are; with `--json` their ids too")
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint users list")
    .action(async ({ json }: Json) => {
      const list = await withDatabase(openContext("command"), listUsers);
      if (json === true) printJson(list);
      else if (list.length === 0)
        note("There is no account yet; `onpoint users first-owner` makes a link for the first.");
      else print(table(["address", "name", "state", "made"], list.map(row)));
    });
  addChange(users, "admin", "make somebody an administrator of the service", async (accounts, named) =>
    setAdmin(accounts, named, true, BY_OPERATOR),
  );
  addChange(users, "no-admin", "make an administrator an ordinary user", async (accounts, named) =>
    setAdmin(accounts, named, false, BY_OPERATOR),
  );
  addChange(
    users,
    "no-second-factor",
    "take the second factor off an account whose owner has lost it",
    async (accounts, named) => dropSecondFactor(accounts, named, BY_OPERATOR),
  );
  addChange(
    users,
    "suspend",
    "shut an account and end its sign-ins and what it let applications do",
    endingApps(suspendUser),
  );
  addChange(users, "delete", "delete an account; the ledger and the audit keep its bare id", endingApps(deleteUser));
  addChange(users, "resume", "open a suspended account again", async (accounts, named) =>
    resumeUser(accounts, named, BY_OPERATOR),
  );
}

/** A change after which applications speak for the person no more. */
function endingApps(change: typeof suspendUser): (accounts: Accounts, named: string) => Promise<User> {
  return async (accounts, named) => {
    const user = await change(accounts, named, BY_OPERATOR);
    await endAllApps(accounts.db, user.id);
    return user;
  };
}

function addSubscribe(users: Command): void {
  users
    .command("subscribe")
    .summary("set somebody's plan and how the subscription stands")
    .argument("<user>", "the mail address, or the id")
    .requiredOption("--plan <name>", "one that `onpoint plans list` shows")
    .option("--status <status>", "active, trialing, past_due or canceled", "active")
    .addHelpText("after", "\nExample:\n  $ onpoint users subscribe clerk@example.org --plan full --status trialing")
    .action(async (named: string, wanted: { readonly plan: string; readonly status: string }) => {
      const user = await withAccounts(openContext("command"), async (accounts) => {
        const found = await namedUser(accounts.db, named);
        await setSubscription(accounts, { holderId: found.id, ...wanted, ...BY_OPERATOR });
        return found;
      });
      print(`${user.email}: ${wanted.plan}, ${wanted.status}`);
    });
}

function addLinks(users: Command): void {
  users
    .command("first-owner")
    .summary("print the link with which the first account is made")
    .addHelpText("after", "\nExample:\n  $ onpoint users first-owner")
    .action(async () => {
      const context = openContext("command");
      const token = await withAccounts(context, firstOwnerLink);
      if (token === undefined)
        note("There are accounts already; `onpoint users invite ADDRESS --admin` lets one more in.");
      else {
        print(linkAddress(await authUrlOf(context), "first-owner", token));
        note(
          "Whoever opens it within a day becomes the first administrator. A link made before opens nothing any more.",
        );
      }
    });
  users
    .command("invite")
    .summary("print a link for an address: to an account, or back into one")
    .argument("<address>", "the person's mail address")
    .option("--admin", "a new account is an administrator of the service")
    .addHelpText("after", "\nExample:\n  $ onpoint users invite clerk@example.org")
    .action(async (address: string, { admin }: { readonly admin?: boolean }) => {
      const context = openContext("command");
      const { purpose, token } = await withAccounts(context, async (accounts) =>
        operatorLink(accounts, address, { isAdmin: admin === true }),
      );
      print(linkAddress(await authUrlOf(context), purpose, token));
      note(
        purpose === "sign-up"
          ? "It works once, within a day, and creates the account. Give it to that person only."
          : "This account exists: the link resets its password, once, within an hour. Give it to that person only.",
      );
    });
}

function addChange(
  users: Command,
  name: string,
  summary: string,
  work: (accounts: Accounts, named: string) => Promise<User>,
): void {
  users
    .command(name)
    .summary(summary)
    .argument("<user>", "the mail address, or the id")
    .option("--json", "print the record as JSON")
    .addHelpText("after", `\nExample:\n  $ onpoint users ${name} clerk@example.org`)
    .action(async (named: string, { json }: Json) => {
      const user = await withAccounts(openContext("command"), async (accounts) => work(accounts, named));
      if (json === true) printJson(user);
      else print(`${user.email}: ${stateOf(user)}`);
    });
}

function row(user: User): string[] {
  return [user.email, user.name, stateOf(user), user.createdAt.slice(0, 10)];
}

function stateOf({ isAdmin, suspendedAt }: User): string {
  if (suspendedAt !== null) return "suspended";
  return isAdmin ? "administrator" : "open";
}
