import type { Command } from "commander";
import { openContext, withDatabase } from "../context.ts";
import { adoptIndexes } from "../index-files.ts";
import { print, printJson } from "../terminal.ts";
import { adoptVectors } from "../serving/vectors-on-cluster.ts";

export function addAdoptCommand(index: Command): void {
  index
    .command("adopt")
    .summary("take indexes of another database on the search cluster for these records")
    .description(
      "Throws away the indexes under ONPOINT_SEARCH_PREFIX that are made of another database, as after a restore, and lets the process that follows these records fill them anew. A service that still runs on the other database is refused from then on.",
    )
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint index adopt")
    .action(async ({ json }: { readonly json?: boolean }) => {
      const context = openContext("command");
      const adopted = await withDatabase(context, async (db) => [
        ...(await adoptIndexes(context, db)),
        ...(await adoptVectors(context, db)),
      ]);
      if (json === true) return printJson({ adopted });
      print(
        adopted.length === 0
          ? "The indexes are made of these records already; `onpoint index rebuild` makes them anew."
          : `The indexes of ${adopted.join(", ")} are empty, and filled by the process that follows these records.`,
      );
    });
}
