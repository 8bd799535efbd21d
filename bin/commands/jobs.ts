import type { Command } from "commander";
import { systemClock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { retryParked, troubledJobs } from "#jobs/store.ts";
import { openContext, withDatabase } from "../context.ts";
import { print, printJson, table } from "../terminal.ts";

export function addJobsCommands(program: Command): void {
  const jobs = program.command("jobs").summary("work in the background that fails");
  jobs
    .command("list")
    .summary("list the jobs that fail, and those that are parked because they failed too often")
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint jobs list")
    .action(async ({ json }: { readonly json?: boolean }) => {
      const found = await withDatabase(openContext("command"), async (db) => troubledJobs(db, { attemptsMin: 1 }));
      if (json === true) return printJson(found);
      if (found.length === 0) return print("No job fails.");
      print(
        table(
          ["job", "state", "attempts", "last", "error"],
          found.map(({ id, isParked, attempts, updatedAt, error }) => [
            id,
            isParked ? "parked" : "is tried again",
            String(attempts),
            updatedAt,
            error,
          ]),
        ),
      );
    });
  jobs
    .command("retry")
    .summary("have parked jobs tried again by the running server")
    .argument("[id]", "one of them, as `onpoint jobs list` names it; all of them without it")
    .addHelpText("after", "\nExample:\n  $ onpoint jobs retry")
    .action(async (id: string | undefined) => {
      const retried = await withDatabase(openContext("command"), async (db) => retryParked(db, systemClock, id));
      if (id !== undefined && retried.length === 0)
        throw new OnpointError("not_found", `no parked job is called ${id}`, { hint: "onpoint jobs list names them" });
      print(retried.length === 0 ? "No job is parked." : `To be tried again: ${retried.join(", ")}`);
    });
}
