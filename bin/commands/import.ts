import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { giveWay } from "#base/background.ts";
import { OnpointError } from "#base/errors.ts";
import type { ImportProgress } from "#importers/frame/progress.ts";
import { PACER } from "#importers/pacer/pacer.ts";
import { LAW_SOURCE_NAMES } from "#importers/law-sources.ts";
import type { LawSourceName } from "#importers/law-sources.ts";
import { SOURCE_NAMES } from "#importers/sources.ts";
import type { SourceName } from "#importers/sources.ts";
import { ImportThread } from "#importers/thread/import-thread.ts";
import { noteRulesOfEmptyStore } from "#projections/rules-held.ts";
import { RECAP } from "#dockets/archive/seen.ts";
import { courtOf } from "#importers/court-of.ts";
import { TRIAL_FILINGS } from "#importers/trial-filings/trial-filings.ts";
import type { PdfReadingConfig } from "#text/pdf/reading-pool.ts";
import { interruptSignal, logOptions, openContext, withDatabase } from "../context.ts";
import type { Context } from "../context.ts";
import { catchUpUnlessServed } from "../follow.ts";
import { lockImport } from "../index-lock.ts";
import { docketReportText, filingReportText, lawReportText, reportText } from "../import-report.ts";
import { exampleOf, sourcesInWords } from "../import-sources.ts";
import { whatTheyLookLike } from "../looks-like.ts";
import { suggestionFor } from "../suggestion.ts";
import { bytes, count, EXIT, note, openProgress, print, printJson } from "../terminal.ts";

type Options = {
  readonly json?: boolean;
  readonly court?: string;
  readonly collection?: string;
  readonly workers?: number;
  readonly again?: boolean;
  readonly edition?: string;
  readonly courts?: readonly string[];
  readonly since?: string;
  readonly index: boolean;
};

type AnySource = SourceName | LawSourceName | typeof TRIAL_FILINGS | typeof RECAP | typeof PACER;

const KNOWN_SOURCES = `${SOURCE_NAMES.join(", ")}; of laws: ${LAW_SOURCE_NAMES.join(", ")}; of filings: ${TRIAL_FILINGS}; of dockets: ${RECAP}, ${PACER}`;

const EVERY_SOURCE: readonly string[] = [...SOURCE_NAMES, ...LAW_SOURCE_NAMES, TRIAL_FILINGS, RECAP, PACER];

function sourceName(text: string): AnySource {
  const found = EVERY_SOURCE.find((name) => name === text);
  if (found !== undefined) return found as AnySource;
  throw new InvalidArgumentError(`${suggestionFor(text, EVERY_SOURCE)}known sources: ${KNOWN_SOURCES}.`);
}

/** Sources of which files are read; to the others it does not matter what recognition of text needs. */
const READ_FROM_PDF: ReadonlySet<AnySource> = new Set([TRIAL_FILINGS, PACER]);

function pdfReadingFor(source: AnySource, { textRecognition, ...config }: PdfReadingConfig): PdfReadingConfig {
  return { ...config, textRecognition: textRecognition && READ_FROM_PDF.has(source) };
}

function isOfLaws(source: AnySource): source is LawSourceName {
  return LAW_SOURCE_NAMES.some((name) => name === source);
}

function dayText(text: string): string {
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text) || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text)) {
    throw new InvalidArgumentError("It must be a date such as 2024-05-09.");
  }
  return text;
}

function courtIds(text: string): string[] {
  const names = text.split(",").filter((name) => name.trim() !== "");
  if (names.length === 0) throw new InvalidArgumentError("It must be ids of courts such as scotus,ca9,cal.");
  const ids = names.map((name) => {
    const found = courtOf(name);
    if ("courtId" in found) return found.courtId;
    throw new InvalidArgumentError(`${found.reject.message}; ${found.reject.hint}`);
  });
  return [...new Set(ids)].toSorted();
}

function oneCourtId(text: string): string {
  const [id = "", ...more] = courtIds(text);
  if (more.length > 0) throw new InvalidArgumentError("It must be the id of one court, such as ca9.");
  return id;
}

/** A day, or a year for its first. */
function firstDay(text: string): string {
  return dayText(/^\d{4}$/u.test(text) ? `${text}-01-01` : text);
}

function workerCount(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 64)
    throw new InvalidArgumentError("It must be a whole number from 1 to 64.");
  return value;
}

export function addImportCommand(program: Command): void {
  program
    .command("import")
    .summary("bring decisions, laws, filings or dockets in from a source")
    .description(
      "Imports decisions, laws, filings or dockets. What is new is added, what has changed is updated, the rest is left alone.\nAn interrupted import goes on where it stopped when the same command is given again.",
    )
    .usage("[options] <source> <path...>")
    .argument("[source]", `where they come from: ${KNOWN_SOURCES}`, sourceName)
    .argument("[path...]", "files or a directory in the source's own layout")
    .addOption(
      new Option("--court <id>", "the court of decisions for which the source names none").argParser(oneCourtId),
    )
    .option("--collection <name>", "what these documents are called in the records (jsonl only)")
    .addOption(
      new Option(
        "--courts <ids>",
        "decisions of these courts alone, by their ids: scotus,ca9,cal (courtlistener only)",
      ).argParser(courtIds),
    )
    .addOption(
      new Option("--since <day>", "decisions of this day or year and later alone (courtlistener only)").argParser(
        firstDay,
      ),
    )
    .addOption(
      new Option("--workers <n>", "threads that clean text (default: one fewer than there are cores)").argParser(
        workerCount,
      ),
    )
    .option("--again", "clean every opinion anew, by the rules of this version, and say what came out otherwise")
    .addOption(
      new Option("--edition <day>", "the day of the edition, where the input does not say (laws only)").argParser(
        dayText,
      ),
    )
    .option("--no-index", "leave the search index and the citator to the next server")
    .option("--json", "print the final report as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ onpoint import courtlistener ./bulk-data\n  $ onpoint import courtlistener ./bulk-data --courts scotus,ca9,cal --since 1990\n  $ onpoint import cap cap.tar.gz --json\n  $ onpoint import cap cap.tar.gz --again\n  $ onpoint import dc-code ./dc-code",
    )
    .action(async (source: AnySource | undefined, paths: string[], options: Options) => {
      if (source === undefined) {
        note(sourcesInWords(process.stderr));
        process.exitCode = EXIT.usage;
        return;
      }
      if (paths.length === 0)
        throw new OnpointError("invalid_input", `import ${source} needs a path`, { hint: exampleOf(source) });
      const context = openContext("command");
      const signal = interruptSignal();
      giveWay();
      await withDatabase(context, async (db) => {
        const lock = await lockImport(context.config);
        await noteRulesOfEmptyStore(db);
        const progress = openProgress("import", bytes);
        const thread = openImportThread(context, source, (state) =>
          progress.update(
            state.done_bytes,
            state.total_bytes,
            [
              state.label,
              `${count(state.rows)} rows`,
              ...(state.raw_mb_per_s < 0.05 ? [] : [`${state.raw_mb_per_s.toFixed(1)} MB/s of text`]),
            ].join(", "),
          ),
        );
        try {
          const { text, report } = await importFrom(source, { thread, paths, signal }, options);
          await thread.close();
          progress.finish();
          if (options.json === true) printJson(report);
          else print(text);
          if (report.nothingCameIn) {
            process.exitCode = EXIT.failed;
            for (const words of await whatTheyLookLike(paths, source)) note(words);
          }
          await catchUpUnlessServed(context, db, { wanted: options.index, signal });
        } catch (thrown) {
          progress.finish();
          if (!signal.aborted) throw thrown;
          note("import: interrupted; progress is saved, run the same command to resume");
          process.exitCode = EXIT.interrupted;
        } finally {
          await thread.close();
          await lock.release();
        }
      });
    });
}

function openImportThread(
  { config }: Context,
  source: AnySource,
  onProgress: (progress: ImportProgress) => void,
): ImportThread {
  const { dataDir, databaseUrl } = config;
  const records = { dataDir, databaseUrl: databaseUrl ?? undefined };
  const data = { records, log: logOptions(config, "command"), pdf: pdfReadingFor(source, config) };
  return new ImportThread(data, onProgress);
}

/** Options that mean nothing to dockets and filings. */
const FOR_DECISIONS_AND_LAWS = ["court", "collection", "workers", "again", "edition", "courts", "since"] as const;

type Asked = { readonly thread: ImportThread; readonly paths: readonly string[]; readonly signal: AbortSignal };
type Imported = { readonly text: string; readonly report: { readonly nothingCameIn: boolean } };

async function importFrom(source: AnySource, asked: Asked, options: Options): Promise<Imported> {
  if (source === TRIAL_FILINGS) return importFilings(asked, options);
  if (source === RECAP) return importRecap(asked, options);
  if (source === PACER) return importPacer(asked, options);
  return isOfLaws(source) ? importLaws(source, asked, options) : importDecisions(source, asked, options);
}

async function importRecap({ thread, paths, signal }: Asked, options: Options): Promise<Imported> {
  refuseForeign(RECAP, options, FOR_DECISIONS_AND_LAWS);
  const report = await thread.run("recap", { paths }, signal);
  return { text: docketReportText(report), report };
}

async function importFilings({ thread, paths, signal }: Asked, options: Options): Promise<Imported> {
  refuseForeign(TRIAL_FILINGS, options, FOR_DECISIONS_AND_LAWS);
  const report = await thread.run("filings", { paths }, signal);
  return { text: filingReportText(report), report };
}

async function importPacer({ thread, paths, signal }: Asked, options: Options): Promise<Imported> {
  refuseForeign(PACER, options, FOR_DECISIONS_AND_LAWS);
  const report = await thread.run("pacer", { paths }, signal);
  return { text: docketReportText(report), report };
}

async function importDecisions(
  source: SourceName,
  { thread, paths, signal }: Asked,
  options: Options,
): Promise<Imported> {
  refuseForeign(source, options, source === "courtlistener" ? ["edition"] : ["edition", "courts", "since"]);
  const { courts, since } = options;
  const input = {
    choice: { ...(courts === undefined ? {} : { courts }), ...(since === undefined ? {} : { since }) },
    paths,
    source,
    ...(options.court === undefined ? {} : { courtId: options.court }),
    ...(options.collection === undefined ? {} : { collection: options.collection }),
    ...(options.workers === undefined ? {} : { workers: options.workers }),
    again: options.again === true,
  };
  const report = await thread.run("decisions", input, signal);
  return { text: reportText(report), report };
}

async function importLaws(
  source: LawSourceName,
  { thread, paths, signal }: Asked,
  options: Options,
): Promise<Imported> {
  refuseForeign(source, options, ["court", "collection", "workers", "again", "courts", "since"]);
  const { edition } = options;
  const input = { paths, source, ...(edition === undefined ? {} : { edition }) };
  const report = await thread.run("laws", input, signal);
  return { text: lawReportText(report), report };
}

function refuseForeign(source: string, options: Options, names: readonly (keyof Options)[]): void {
  const foreign = names.find((name) => options[name] !== undefined);
  if (foreign !== undefined) throw notFor(source, `--${foreign}`);
}

function notFor(source: string, option: string): OnpointError {
  return new OnpointError("invalid_input", `${option} does not apply to ${source}`, { hint: "Leave it out." });
}
