import type { Command } from "commander";
import { OnpointError } from "#base/errors.ts";
import { backupDatabase } from "#db/backup/backup.ts";
import type { CopyProgress } from "#db/backup/manifest.ts";
import { restoreDatabase } from "#db/backup/restore.ts";
import { heldModels, pathOf } from "#embedding/corpus/model-directory.ts";
import { modelDirectory } from "#embedding/corpus/trainer.ts";
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
      "Copies the records into a new directory while servers and imports go on, and checks the copy.\nThe search index and the vectors are not copied: they are made again from the records.",
    )
    .argument("<dir>", "a directory that is new or empty")
    .option(
      "--model",
      "also copy the trained model; without it, searches by meaning work only once it has been trained again",
    )
    .option("--json", "print the manifest as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint backup /backups/onpoint-2027-01-31")
    .action(async (dir: string, options: { readonly json?: boolean; readonly model?: boolean }) => {
      const progress = stepProgress();
      const context = openContext("command");
      const models = modelDirectory(context.config.dataDir);
      const [newest] = heldModels(models);
      if (options.model === true && newest === undefined) {
        throw new OnpointError("not_found", "no model has been trained in this data directory", {
          hint: "Leave out --model, or run `onpoint embed train` first.",
        });
      }
      const besides = options.model === true && newest !== undefined ? [pathOf(models, newest.id)] : [];
      const manifest = await withDatabase(context, (db) =>
        backupDatabase(db, SCHEMA, dir, { onProgress: progress.tell, besides }),
      );
      progress.finish();
      if (options.json === true) printJson(manifest);
      else {
        const size_bytes = manifest.files.reduce((sum, file) => sum + file.size_bytes, 0);
        print(`Backed up ${count(manifest.counts["clusters"] ?? 0)} decisions (${bytes(size_bytes)}) to ${dir}.`);
        print(
          besides.length > 0
            ? `The trained model ${newest?.id} is in it; search index and vectors are made again after a restore.`
            : `Search index${newest === undefined ? "" : ", trained model"} and vectors are not in it and are made again after a restore${newest === undefined ? "" : " (--model takes the model along)"}.`,
        );
      }
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
        {
          dataDir: config.dataDir,
          databaseUrl: config.databaseUrl ?? undefined,
          besidesTo: modelDirectory(config.dataDir),
        },
        progress.tell,
      );
      progress.finish();
      if (options.json === true) printJson(manifest);
      else
        print(
          `Restored ${count(manifest.counts["clusters"] ?? 0)} decisions${manifest.besides === undefined ? "" : " and the trained model"}; the search index and the vectors are made when the server starts.`,
        );
    });
}
