import { monotonicMs, systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { storageFailure } from "#db/failures.ts";
import type { Tally } from "./frame/counts.ts";
import { importParts } from "./frame/importer.ts";
import type { FrameResult } from "./frame/importer.ts";
import { ProgressMeter } from "./frame/progress.ts";
import type { ImportProgress } from "./frame/progress.ts";
import { prepareLaws } from "./law-sources.ts";
import type { LawSourceName } from "./law-sources.ts";
import type { PreparedLaws } from "./laws/law-item.ts";
import { rejectedByReason } from "./report.ts";
import { inputName } from "./runs.ts";
import { lawSink } from "./sinks/laws.ts";

export type LawImportOptions = {
  readonly source: LawSourceName;
  /** Files or a directory, as docs/operating/import-laws.md says for each source. */
  readonly paths: readonly string[];
  readonly db: Db;
  /** Where reject files go. */
  readonly dataDir: string;
  readonly log: Logger;
  /** The day of the edition, where the input does not say. */
  readonly edition?: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Stops after the batches under way are committed; the next run goes on from there. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
};

export type LawImportReport = {
  readonly run: number;
  /** True when it went on where an interrupted run had stopped. */
  readonly resumed: boolean;
  readonly source: string;
  readonly input: string;
  /** Over the whole run, interruptions included; of the versions, `removed` are those that end a provision. */
  readonly counts: {
    readonly rows: number;
    readonly raw_bytes: number;
    readonly versions: Tally;
    readonly rejected: number;
  };
  readonly unchanged: boolean;
  readonly rejected: readonly { readonly reason: string; readonly count: number }[];
  readonly rejectFile: string | null;
  readonly notes: readonly string[];
  /** Of this process. */
  readonly elapsed_ms: number;
  readonly times: { readonly read_ms: number; readonly write_ms: number };
};

/** One transaction: provisions are small, and each costs a look at the versions that are held of it. */
const BATCH_LIMITS = { items_max: 1000, raw_bytes_max: 1024 * 1024 };

/**
 * Imports laws: versions that are new are added, those that were mended are updated, what says the same is left alone.
 * It may be killed at any moment; the same call then goes on where the last transaction ended. Throws OnpointError when
 * the input as a whole cannot be read.
 */
export async function runLawImport(options: LawImportOptions): Promise<LawImportReport> {
  const { source, paths, edition } = options;
  try {
    const prepared = await prepareLaws(source, { paths, ...(edition === undefined ? {} : { edition }) });
    return await importLaws(prepared, options);
  } catch (thrown) {
    throw storageFailure(thrown);
  }
}

/** The same of what has been prepared already. */
export async function importLaws(
  prepared: PreparedLaws,
  options: Omit<LawImportOptions, "source" | "edition">,
): Promise<LawImportReport> {
  const { db, dataDir, paths, log, signal } = options;
  const started_ms = monotonicMs();
  const input = inputName(paths, false);
  try {
    const result = await importParts({
      prepared,
      sink: lawSink(db),
      input,
      db,
      dataDir,
      meter: new ProgressMeter(options.onProgress),
      clock: options.clock ?? systemClock,
      limits: BATCH_LIMITS,
      ...(signal === undefined ? {} : { signal }),
      onRun: ({ id, resumed }) => log.info({ run: id, resumed, source: prepared.source }, "import begins"),
    });
    const report = reportOf(result, prepared, input, monotonicMs() - started_ms);
    log.info({ run: report.run, ...report.counts }, "import finished");
    return report;
  } finally {
    await prepared.close();
  }
}

const NOTHING: Tally = { added: 0, updated: 0, unchanged: 0, removed: 0 };

function reportOf(result: FrameResult, prepared: PreparedLaws, input: string, elapsed_ms: number): LawImportReport {
  const { run, counts, rejectFile, times } = result;
  const { rows, raw_bytes, tallies } = counts;
  const versions = tallies["versions"] ?? NOTHING;
  const rejected = rejectedByReason(counts.rejected);
  return {
    run: run.id,
    resumed: run.resumed,
    source: prepared.source,
    input,
    counts: { rows, raw_bytes, versions, rejected: rejected.reduce((sum, { count }) => sum + count, 0) },
    unchanged: versions.added + versions.updated + versions.removed === 0,
    rejected,
    rejectFile,
    notes: prepared.notes,
    elapsed_ms,
    times: { read_ms: times.read_ms, write_ms: times.write_ms },
  };
}
