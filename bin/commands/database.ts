import type { Command } from "commander";
import { OnpointError } from "#base/errors.ts";
import { checkDatabase } from "#db/check.ts";
import type { CheckReport } from "#db/check.ts";
import { checkContents } from "#db/stored-contents.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import { migrate, schemaState } from "#db/migrations.ts";
import { openContext, withDatabase } from "../context.ts";
import { count, EXIT, note, openProgress, print, printJson, table } from "../terminal.ts";

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
    .option("--text", "compare every stored text with the sum that was kept when it was written, too")
    .option("--sum", "with --text: keep the sums of texts that have none (of an older program), as they are now")
    .option("--json", "print the report as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint db check --text")
    .action(check);
}

type CheckOptions = { readonly text?: boolean; readonly sum?: boolean; readonly json?: boolean };

async function check({ text, sum, json }: CheckOptions): Promise<void> {
  if (sum === true && text !== true)
    throw new OnpointError("invalid_input", "--sum works only together with --text", {
      hint: "onpoint db check --text --sum",
    });
  const report = await withDatabase(openContext("command"), async (records) => {
    const rows = await checkDatabase(records, SCHEMA, (what) => note(`checking that ${what}`));
    if (text !== true) return rows;
    const progress = openProgress("reading texts", count);
    const contents = await checkContents(records, SCHEMA.contents, {
      keepSums: sum === true,
      onProgress: (_, done, total) => progress.update(done, total),
    });
    progress.finish();
    const findings = [...rows.findings, ...contents.findings];
    const { checked, summed } = contents;
    return {
      ...rows,
      ok: findings.every(({ severity }) => severity === "notice"),
      findings,
      texts: { checked, summed },
    };
  });
  if (!report.ok) process.exitCode = EXIT.corrupt;
  if (json === true) printJson(report);
  else printReport(report);
}

type Report = CheckReport & { readonly texts?: { readonly checked: number; readonly summed: number } };

/** Records named in words; `--json` has more of them. */
const NAMED_MAX = 20;

function printReport({ ok, counts, findings, texts }: Report): void {
  print(
    table(
      ["table", "rows"],
      Object.entries(counts).map(([name, rows]) => [name, count(rows)]),
    ),
  );
  if (texts !== undefined)
    print(
      `Read ${count(texts.checked)} texts${texts.summed === 0 ? "" : `, and kept the sums of ${count(texts.summed)}`}.`,
    );
  for (const { severity, what, count: faults, examples } of findings) {
    print(`${severity}: ${what}: ${count(faults)}`);
    for (const example of examples.slice(0, NAMED_MAX)) print(`  ${example}`);
    if (faults > Math.min(NAMED_MAX, examples.length)) print("  …");
  }
  print(
    ok
      ? "The records are whole."
      : "The records have problems; restore a backup, or import the sources again with --again.",
  );
}
