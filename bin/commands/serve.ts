import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { openContext } from "../context.ts";
import { PROCESSES_MAX } from "../settings.ts";

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .summary("answer over HTTP (what `npm start` runs)")
    .description(
      "Starts the service. On a new data directory it loads the sample corpus and, on loopback, makes a development key.",
    )
    .option("--processes <number>", "processes that answer on the one port (ONPOINT_PROCESSES)", processesOf)
    .addHelpText(
      "after",
      "\nExample:\n  $ ONPOINT_PORT=9000 ONPOINT_DATA_DIR=/srv/onpoint onpoint serve\n  $ onpoint serve --processes 4",
    )
    .action(async ({ processes }: { processes?: number }) => {
      // Over a thousand files, which the help of the command can do without.
      const { serve } = await import("../serving/serve.ts");
      await serve(openContext("serve"), processes);
    });
}

function processesOf(text: string): number {
  const number = Number(text);
  if (/^\d+$/u.test(text) && number >= 1 && number <= PROCESSES_MAX) return number;
  throw new InvalidArgumentError(`It wants a whole number from 1 to ${PROCESSES_MAX}.`);
}
