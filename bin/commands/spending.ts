import { requirePayer } from "#accounts/usage/payers.ts";
import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { systemClock } from "#base/clock.ts";
import { dollars, readDollars } from "#accounts/plans/money.ts";
import { setOnDemand } from "#accounts/usage/consent.ts";
import { monthOf } from "#accounts/usage/room.ts";
import { spendingState, statement } from "#accounts/usage/statements.ts";
import type { SpendingState } from "#accounts/usage/statements.ts";
import { readMatter } from "#accounts/matters/matter.ts";
import { matterSpending, setMatterBudget } from "#accounts/matters/budgets.ts";
import { describePurchases } from "#research/retrieval/ledger-spending.ts";
import { BY_OPERATOR, withAccounts } from "../accounts-context.ts";
import { openContext, withDatabase } from "../context.ts";
import { print, table } from "../terminal.ts";

export function addSpendingCommands(program: Command): void {
  const spending = program
    .command("spending")
    .summary("what metered retrieval costs, and caps on it")
    .description(
      "Payers are users, teams, keys without account (by their ids) and `operator`, the command line itself.",
    );
  spending
    .command("show")
    .summary("show what a payer has used this month and may use")
    .argument("<payer>", "the id of a user, a team or a key, or `operator`")
    .option("--month <month>", "such as 2027-01, in UTC", monthFrom, monthOf(systemClock()))
    .addHelpText("after", "\nExample:\n  $ onpoint spending show operator")
    .action(async (payer: string, { month }: { readonly month: string }) => {
      const state = await withDatabase(openContext("command"), async (db) => {
        await requirePayer(db, payer);
        return spendingState(db, payer, month);
      });
      print(inWords(state));
    });
  spending
    .command("statement")
    .summary("print what a payer was charged in a month, as CSV")
    .argument("<payer>", "the id of a user, a team or a key, or `operator`")
    .option("--month <month>", "such as 2027-01, in UTC", monthFrom, monthOf(systemClock()))
    .addHelpText("after", "\nExample:\n  $ onpoint spending statement operator --month 2027-01")
    .action(async (payer: string, { month }: { readonly month: string }) => {
      const csv = await withDatabase(openContext("command"), async (db) => {
        await requirePayer(db, payer);
        return statement(db, payer, month, { describe: describePurchases });
      });
      print(csv.trimEnd());
    });
  spending
    .command("cap")
    .summary("opt a payer into on-demand use up to so much a month, or out with `none`")
    .argument("<payer>", "the id of a user, a team or a key, or `operator`")
    .argument("<dollars>", "such as 50, or none", capFrom)
    .addHelpText("after", "\nExample:\n  $ onpoint spending cap operator 50")
    .action(async (payerId: string, cap_microusd: number | null) => {
      await withAccounts(openContext("command"), async (accounts) => {
        await requirePayer(accounts.db, payerId);
        await setOnDemand(accounts, { payerId, cap_microusd, ...BY_OPERATOR });
      });
      print(
        cap_microusd === null
          ? `${payerId}: on-demand use is off`
          : `${payerId}: up to $${dollars(cap_microusd)} a month on demand`,
      );
    });
  addMatterCommands(spending);
}

function addMatterCommands(spending: Command): void {
  spending
    .command("matters")
    .summary("show what was charged to each matter of a payer's, in all, and the budgets")
    .argument("<payer>", "the id of a user, a team or a key, or `operator`")
    .addHelpText("after", "\nExample:\n  $ onpoint spending matters operator")
    .action(async (payer: string) => {
      const list = await withDatabase(openContext("command"), async (db) => {
        await requirePayer(db, payer);
        return matterSpending(db, payer);
      });
      const rows = list.map(({ matter, used_microusd, budget_microusd: budget }) => [
        matter,
        dollars(used_microusd),
        budget === null ? "" : dollars(budget),
      ]);
      if (rows.length === 0) print("Nothing was charged to a matter, and none has a budget.");
      else print(table(["matter", "used or held", "budget"], rows));
    });
  spending
    .command("budget")
    .summary("set what a matter may cost a payer in all, or take that back with `none`")
    .argument("<payer>", "the id of a user, a team or a key, or `operator`")
    .argument("<matter>", "its number, such as 10234-0007")
    .argument("<dollars>", "such as 500, or none", capFrom)
    .addHelpText("after", "\nExample:\n  $ onpoint spending budget operator 10234-0007 500")
    .action(async (payerId: string, named: string, budget_microusd: number | null) => {
      const matter = readMatter(named);
      await withAccounts(openContext("command"), async (accounts) => {
        await requirePayer(accounts.db, payerId);
        await setMatterBudget(accounts, { payerId, matter, budget_microusd, ...BY_OPERATOR });
      });
      print(budget_microusd === null ? `${matter}: no budget` : `${matter}: $${dollars(budget_microusd)} in all`);
    });
}

function capFrom(text: string): number | null {
  if (text === "none") return null;
  const amount = readDollars(text);
  if (amount === undefined) throw new InvalidArgumentError("It must be dollars such as 50 or 12.50, or none.");
  return amount;
}

function monthFrom(text: string): string {
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/u.test(text)) return text;
  throw new InvalidArgumentError("It must be a month such as 2027-01.");
}

function inWords({ month, allowance, spenders }: SpendingState): string {
  const { included_microusd, isOptedIn, cap_microusd } = allowance;
  const rows = [...spenders].map(([spender, sums]) => [
    spender,
    dollars(sums.included_used),
    dollars(sums.on_demand_used),
    dollars(sums.included_held + sums.on_demand_held),
  ]);
  const onDemand = isOptedIn ? `up to $${dollars(cap_microusd)} on demand` : "nothing on demand";
  return [
    `${month}: $${dollars(included_microusd)} included, ${onDemand}`,
    ...(rows.length === 0 ? [] : [table(["spender", "included", "on demand", "held"], rows)]),
  ].join("\n");
}
