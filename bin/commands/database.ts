import type { Command } from "commander";
import { checkDatabase } from "#db/check.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import { migrate, schemaState } from "#db/migrations.ts";
import { openContext, withDatabase } from "../context.ts";
import { count, EXIT, note, print, printJson, table } from "../terminal.ts";

export function addDatabaseCommands(program: Command): void {
  const db = program
    .command("db")
    .summary("look after the records")
    .description("The records: their tables' form and their wholeness.");
  db.command("migrate")
    .summary("bring the tables up to this program")
    .description("Applies what is pending, all of it or nothing. `serve` and `import` do the same when they start.")
    .option("--dry-run", "only say what is pending")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint db migrate --dry-run")
    .action(async (options: { readonly dryRun?: boolean; readonly json?: boolean }) => {
      const { config } = openContext("command");
      const records = await openRecords({
        dataDir: config.dataDir,
        databaseUrl: config.databaseUrl ?? undefined,
        migrations: "leave",
      });
      try {
        const state = await schemaState(records, SCHEMA);
        const applied = options.dryRun === true ? [] : await migrate(records, SCHEMA);
        const pending = state.pending.filter((name) => !applied.includes(name));
        if (options.json === true) printJson({ applied, pending });
        else if (applied.length === 0 && pending.length === 0) print("The tables are up to date.");
        else
          print([...applied.map((name) => `applied ${name}`), ...pending.map((name) => `pending ${name}`)].join("\n"));
      } finally {
        await records.close();
      }
    });
  db.command("check")
    .summary("read everything and tell what does not fit")
    .description("Reads every page, index and reference on one view of the records; a server may run meanwhile.")
    .option("--json", "print the report as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint db check")
    .action(async (options: { readonly json?: boolean }) => {
      const report = await withDatabase(openContext("command"), (records) =>
        checkDatabase(records, SCHEMA, (what) => note(`checking that ${what}`)),
      );
      if (!report.ok) process.exitCode = EXIT.corrupt;
      if (options.json === true) {
        printJson(report);
        return;
      }
      print(
        table(
          ["table", "rows"],
          Object.entries(report.counts).map(([name, rows]) => [name, count(rows)]),
        ),
      );
      for (const finding of report.findings) {
        print(`${finding.severity}: ${finding.what}: ${count(finding.count)} (${finding.examples.join(", ")})`);
      }
      print(
        report.ok
          ? "The records are whole."
          : "The records have problems; restore a backup or import the sources again.",
      );
    });
}
