import type { Command } from "commander";
import { backupDatabase } from "#db/backup/backup.ts";
import type { CopyProgress } from "#db/backup/manifest.ts";
import { restoreDatabase } from "#db/backup/restore.ts";
import { SCHEMA } from "#schema/schema.ts";
import { openContext, withDatabase } from "../context.ts";
import { bytes, count, openProgress, print, printJson } from "../terminal.ts";
import type { Progress } from "../terminal.ts";

/** A line per step: a backup copies, then checks. */
function stepProgress(): { readonly tell: (step: CopyProgress) => void; readonly finish: () => void } {
  let shown: { readonly what: string; readonly line: Progress } | undefined;
  return {
    tell(step): void {
      if (shown?.what !== step.what) {
        shown?.line.finish();
        shown = {
          what: step.what,
          line: openProgress(step.what, step.unit === "bytes" ? bytes : (amount) => `${count(amount)} rows`),
        };
      }
      shown.line.update(step.done, step.total);
    },
    finish: () => shown?.line.finish(),
  };
}

export function addBackupCommands(program: Command): void {
  program
    .command("backup")
    .summary("copy the records as they stand at one moment")
    .description(
      "Copies the records into a new directory while servers and imports go on, and checks the copy.\nThe search index is not copied: it is rebuilt from the records.",
    )
    .argument("<dir>", "a directory that is new or empty")
    .option("--json", "print the manifest as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint backup /backups/onpoint-2027-01-31")
    .action(async (dir: string, options: { readonly json?: boolean }) => {
      const progress = stepProgress();
      const manifest = await withDatabase(openContext("command"), (db) =>
        backupDatabase(db, SCHEMA, dir, { onProgress: progress.tell }),
      );
      progress.finish();
      if (options.json === true) printJson(manifest);
      else
        print(
          `Backed up ${count(manifest.counts["clusters"] ?? 0)} decisions (${bytes(manifest.files.reduce((sum, file) => sum + file.size_bytes, 0))}) to ${dir}.`,
        );
    });
  program
    .command("restore")
    .summary("put a backup where no records are")
    .description(
      "Checks every checksum first, then puts the records in place all at once. The data directory must hold no records.",
    )
    .argument("<dir>", "a directory that `onpoint backup` made")
    .option("--json", "print the manifest as JSON")
    .addHelpText("after", "\nExample:\n  $ ONPOINT_DATA_DIR=/srv/onpoint onpoint restore /backups/onpoint-2027-01-31")
    .action(async (dir: string, options: { readonly json?: boolean }) => {
      const { config } = openContext("command");
      const progress = stepProgress();
      const manifest = await restoreDatabase(
        SCHEMA,
        dir,
        { dataDir: config.dataDir, databaseUrl: config.databaseUrl ?? undefined },
        progress.tell,
      );
      progress.finish();
      if (options.json === true) printJson(manifest);
      else
        print(
          `Restored ${count(manifest.counts["clusters"] ?? 0)} decisions; the search index is built when the server starts.`,
        );
    });
}
