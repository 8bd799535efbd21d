import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { listPlans, setPlan } from "#accounts/plans/plans.ts";
import type { PlanTerms } from "#accounts/plans/plans.ts";
import { dollars, readDollars } from "#accounts/plans/money.ts";
import { openContext, withDatabase } from "../context.ts";
import { print, printJson, table } from "../terminal.ts";

type SetOptions = { readonly historical?: boolean; readonly officialRecords?: boolean; readonly included: number };

export function addPlanCommands(program: Command): void {
  const plans = program
    .command("plans")
    .summary("what subscriptions grant")
    .description("Plans say what an account may and how much metered retrieval a month costs nothing more.");
  plans
    .command("list")
    .summary("show the plans there are")
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint plans list")
    .action(async ({ json }: { readonly json?: boolean }) => {
      const list = await withDatabase(openContext("command"), listPlans);
      if (json === true) printJson(list);
      else print(table(["plan", "superseded laws", "official records", "included a month"], list.map(row)));
    });
  plans
    .command("set")
    .summary("make a plan, or change what one grants")
    .argument("<name>", "`standard` is the plan of everybody who has no other")
    .option("--historical", "grants superseded and future versions of laws")
    .option("--official-records", "grants retrieval from the official records system")
    .option("--included <dollars>", "retrieval a month that costs nothing more", dollarsOf, 0)
    .addHelpText("after", "\nExample:\n  $ onpoint plans set full --historical --official-records --included 30")
    .action(async (name: string, { historical, officialRecords, included }: SetOptions) => {
      const terms: PlanTerms = {
        name,
        historical: historical === true,
        records: officialRecords === true,
        included_microusd: included,
      };
      await withDatabase(openContext("command"), async (db) => setPlan(db, terms));
      print(table(["plan", "superseded laws", "official records", "included a month"], [row(terms)]));
    });
}

function dollarsOf(text: string): number {
  const amount = readDollars(text);
  if (amount === undefined) throw new InvalidArgumentError("It must be dollars such as 30 or 12.50.");
  return amount;
}

function row({ name, historical, records, included_microusd }: PlanTerms): string[] {
  return [name, historical ? "yes" : "no", records ? "yes" : "no", dollars(included_microusd)];
}
