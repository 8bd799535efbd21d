import type { Command } from "commander";
import { loadSampleCorpus } from "#importers/sample/load.ts";
import { deleteDocketsOfSource } from "#dockets/store/delete.ts";
import { SAMPLE_DOCKETS } from "#importers/recap/docket-item.ts";
import { deleteFilingsOfSource } from "#dockets/filings/delete.ts";
import { SAMPLE_FILINGS } from "#importers/trial-filings/trial-filings.ts";
import { deleteLawsOfSource } from "#laws/store/delete.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { deleteSource } from "#opinions/store/delete.ts";
import { openContext, withDatabase } from "../context.ts";
import { catchUpUnlessServed } from "../follow.ts";
import { lockImport } from "../index-lock.ts";
import { docketReportText, filingReportText, lawReportText, reportText } from "../import-report.ts";
import { count, openProgress, print, printJson } from "../terminal.ts";

export function addSampleCommands(program: Command): void {
  const sample = program
    .command("sample")
    .summary("load or remove the invented sample corpus")
    .description(
      "The sample corpus: invented decisions, cited to an invented reporter (Samp.), invented laws, filings of trial courts and federal dockets, to try the service with.",
    );
  sample
    .command("load")
    .summary("load it; what is there already is left alone")
    .option("--json", "print the report as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint sample load")
    .action(async (options: { readonly json?: boolean }) => {
      const { config, log } = openContext("command");
      await withDatabase({ config, log }, async (db) => {
        const lock = await lockImport(config);
        try {
          const { decisions, laws, filings, dockets } = await loadSampleCorpus({ db, dataDir: config.dataDir, log });
          if (options.json === true) printJson({ ...decisions, laws, filings, dockets });
          else {
            const told = [
              reportText(decisions),
              lawReportText(laws),
              filingReportText(filings),
              docketReportText(dockets),
            ];
            print(told.join("\n\n"));
          }
          await catchUpUnlessServed({ config, log }, db, { wanted: true });
        } finally {
          await lock.release();
        }
      });
    });
  sample
    .command("remove")
    .summary("remove it; real decisions stay")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint sample remove")
    .action(async (options: { readonly json?: boolean }) => {
      const { config, log } = openContext("command");
      await withDatabase({ config, log }, async (db) => {
        const lock = await lockImport(config);
        try {
          const progress = openProgress("removing", (amount) => `${count(amount)} decisions`);
          const deleted = await deleteSource(db, "sample", {
            onProgress: ({ decisions }) => progress.update(decisions, 0),
          });
          progress.finish();
          const laws = await deleteLawsOfSource(db, "sample");
          const filings = await deleteFilingsOfSource(db, SAMPLE_FILINGS, decisionDays);
          const dockets = await deleteDocketsOfSource(db, SAMPLE_DOCKETS, decisionDays);
          if (options.json === true) printJson({ ...deleted, laws, filings, dockets });
          else
            print(
              deleted.decisions + laws.collections + filings + dockets === 0
                ? "The sample corpus is not loaded."
                : `Removed ${count(deleted.decisions)} sample decisions, ${count(laws.versions)} versions of sample laws, ${count(filings)} sample filings and ${count(dockets)} sample dockets.`,
            );
          await catchUpUnlessServed({ config, log }, db, { wanted: true });
        } finally {
          await lock.release();
        }
      });
    });
}
