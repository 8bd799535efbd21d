import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { openContext } from "../context.ts";
import { PROCESSES_MAX, ROLES } from "../settings.ts";
import type { Role } from "../settings.ts";

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .summary("answer over HTTP (what `npm start` runs)")
    .description(
      "Starts the service. On a new data directory it loads the sample corpus and, on loopback, makes a development key.",
    )
    .option("--processes <number>", "processes that answer on the one port (ONPOINT_PROCESSES)", processesOf)
    .addOption(
      new Option("--role <role>", "what this process does on PostgreSQL and OpenSearch (ONPOINT_ROLE)").choices(ROLES),
    )
    .addHelpText(
      "after",
      "\nExample:\n  $ ONPOINT_PORT=9000 ONPOINT_DATA_DIR=/srv/onpoint onpoint serve\n  $ onpoint serve --processes 4\n  $ onpoint serve --role api",
    )
    .action(async (options: { readonly processes?: number; readonly role?: Role }) => {
      // Over a thousand files, which the help of the command can do without.
      const { serve } = await import("../serving/serve.ts");
      await serve(openContext("serve"), options);
    });
}

function processesOf(text: string): number {
  const number = Number(text);
  if (/^\d+$/u.test(text) && number >= 1 && number <= PROCESSES_MAX) return number;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${PROCESSES_MAX}.`);
}
