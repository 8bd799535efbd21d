import { join } from "node:path";
import { monotonicMs, systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import { closeToOthers } from "#base/private-files.ts";
import type { Db } from "#db/connection.ts";
import { storageFailure } from "#db/failures.ts";
import { choiceName } from "./choice.ts";
import type { Choice } from "./choice.ts";
import { importParts } from "./frame/importer.ts";
import { ProgressMeter } from "./frame/progress.ts";
import type { ImportProgress } from "./frame/progress.ts";
import { reportOf } from "./report.ts";
import type { ImportReport } from "./report.ts";
import { inputName } from "./runs.ts";
import { CleaningPool } from "./sinks/cleaning/pool.ts";
import { opinionSink } from "./sinks/opinions.ts";
import { prepareSource } from "./sources.ts";
import type { SourceName } from "./sources.ts";

export type ImportOptions = {
  readonly source: SourceName;
  /** Files or a directory, as the source's page in docs/operating says. */
  readonly paths: readonly string[];
  readonly db: Db;
  /** Where reject files and scratch files go. */
  readonly dataDir: string;
  readonly log: Logger;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Stops after the batches under way are committed; the next run goes on from there. */
  readonly signal?: AbortSignal;
  /** The court of decisions for which the source names none. */
  readonly courtId?: string;
  /** What a firm calls its own documents (`jsonl` only). */
  readonly collection?: string;
  /** Which decisions are imported (`courtlistener` only). */
  readonly choice?: Choice;
  /** Cleans every opinion anew, whether or not its source has changed, and writes those that come out otherwise. */
  readonly again?: boolean;
  /** Threads that clean; by default one fewer than there are cores. */
  readonly workers?: number;
  readonly clock?: Clock;
};

/**
 * Imports a source: what is new is added, what has changed is updated, the rest is left alone. It may be killed at
 * any moment; the same call then goes on where the last transaction ended, and the records come out as if nothing
 * had happened. A bad row goes to the reject file and stops nothing. Throws OnpointError when the input as a whole
 * cannot be read; what was imported until then is kept.
 */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  try {
    return await importSource(options);
  } catch (thrown) {
    throw storageFailure(thrown);
  }
}

async function importSource(options: ImportOptions): Promise<ImportReport> {
  const { db, dataDir, source, paths, log, signal } = options;
  const started_ms = monotonicMs();
  const meter = new ProgressMeter(options.onProgress);
  const scratchDir = join(dataDir, "scratch");
  closeToOthers(scratchDir);
  const prepared = await prepareSource(source, {
    paths,
    scratchDir,
    ...(options.courtId === undefined ? {} : { courtId: options.courtId }),
    ...(options.collection === undefined ? {} : { collection: options.collection }),
    ...(options.choice === undefined ? {} : { choice: options.choice }),
    ...(signal === undefined ? {} : { signal }),
    onPreparing: (label, done_bytes, total_bytes) => meter.preparing(label, done_bytes, total_bytes),
  });
  const prepare_ms = monotonicMs() - started_ms;
  const pool = new CleaningPool(log, options.workers);
  const again = options.again === true;
  const sink = opinionSink(db, prepared.source, pool, again);
  const input = inputName(paths, again, choiceName(options.choice ?? {}));
  try {
    const result = await importParts({
      prepared,
      sink,
      input,
      db,
      dataDir,
      meter,
      clock: options.clock ?? systemClock,
      ...(signal === undefined ? {} : { signal }),
      onRun: ({ id, resumed }) => log.info({ run: id, resumed, source: prepared.source }, "import begins"),
    });
    const { read_ms, await_ready_ms, write_ms } = result.times;
    const report = reportOf({
      result,
      source: prepared.source,
      input,
      notes: prepared.notes,
      elapsed_ms: monotonicMs() - started_ms,
      times: {
        prepare_ms,
        read_ms,
        compare_ms: sink.compare_ms(),
        await_cleaning_ms: await_ready_ms,
        write_ms,
        cleaning_threads_ms: pool.busy_ms,
        cleaning_threads: pool.size,
      },
    });
    log.info({ run: report.run, ...report.counts }, "import finished");
    return report;
  } finally {
    await pool.close();
    await prepared.close();
  }
}
