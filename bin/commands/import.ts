import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { giveWay } from "#base/background.ts";
import { lockDataDirectory } from "#db/lock.ts";
import { runImport } from "#importers/importer.ts";
import { SOURCE_NAMES } from "#importers/sources.ts";
import type { SourceName } from "#importers/sources.ts";
import { interruptSignal, openContext, withDatabase } from "../context.ts";
import { catchUpUnlessServed } from "../follow.ts";
import { reportText } from "../import-report.ts";
import { bytes, EXIT, note, openProgress, print, printJson } from "../terminal.ts";

type Options = {
  readonly json?: boolean;
  readonly court?: string;
  readonly collection?: string;
  readonly workers?: number;
  readonly again?: boolean;
  readonly index: boolean;
};

function sourceName(text: string): SourceName {
  const found = SOURCE_NAMES.find((name) => name === text);
  if (found === undefined) throw new InvalidArgumentError(`known sources: ${SOURCE_NAMES.join(", ")}.`);
  return found;
}

function workerCount(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 64)
    throw new InvalidArgumentError("wants a whole number from 1 to 64.");
  return value;
}

export function addImportCommand(program: Command): void {
  program
    .command("import")
    .summary("bring decisions in from a source")
    .description(
      "Imports decisions. What is new is added, what has changed is updated, the rest is left alone.\nAn interrupted import goes on where it stopped when the same command is given again.",
    )
    .argument("<source>", `where they come from: ${SOURCE_NAMES.join(", ")}`, sourceName)
    .argument("<path...>", "files or a directory in the source's own layout")
    .option("--court <id>", "the court of decisions for which the source names none")
    .option("--collection <name>", "what these documents are called in the records (jsonl only)")
    .addOption(
      new Option("--workers <n>", "threads that clean text (default: one fewer than there are cores)").argParser(
        workerCount,
      ),
    )
    .option("--again", "clean every opinion anew, by the rules of this version, and say what came out otherwise")
    .option("--no-index", "leave the search index and the citator to the next server")
    .option("--json", "print the final report as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ onpoint import courtlistener ./bulk-data\n  $ onpoint import cap cap.tar.gz --json\n  $ onpoint import cap cap.tar.gz --again",
    )
    .action(async (source: SourceName, paths: string[], options: Options) => {
      const context = openContext("command");
      const signal = interruptSignal();
      giveWay();
      await withDatabase(context, async (db) => {
        const lock = lockDataDirectory(context.config.dataDir, "import");
        const progress = openProgress("import", bytes);
        try {
          const report = await runImport({
            source,
            paths,
            db,
            dataDir: context.config.dataDir,
            log: context.log,
            signal,
            ...(options.court === undefined ? {} : { courtId: options.court }),
            ...(options.collection === undefined ? {} : { collection: options.collection }),
            ...(options.workers === undefined ? {} : { workers: options.workers }),
            again: options.again === true,
            onProgress: (state) =>
              progress.update(
                state.done_bytes,
                state.total_bytes,
                `${state.label}, ${state.rows} rows, ${state.raw_mb_per_s.toFixed(1)} MB/s of text`,
              ),
          });
          progress.finish();
          if (options.json === true) printJson(report);
          else print(reportText(report));
          await catchUpUnlessServed(context, db, { wanted: options.index, signal });
        } catch (thrown) {
          progress.finish();
          if (!signal.aborted) throw thrown;
          note("import: interrupted; what was done is kept, the same command goes on from here");
          process.exitCode = EXIT.interrupted;
        } finally {
          lock.release();
        }
      });
    });
}
