import { join } from "node:path";
import { type Clock, monotonicMs, systemClock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { transaction } from "#db/connection.ts";
import { storageFailure } from "#db/failures.ts";
import { type Batch, inBatches } from "./batches.ts";
import { CleaningPool } from "./cleaning/pool.ts";
import { commitBatch } from "./commit.ts";
import {
  addCounts,
  beginRun,
  emptyCounts,
  finishRun,
  type PartCounts,
  type Position,
  positionsOf,
} from "./positions.ts";
import { prepareBatch } from "./prepare-batch.ts";
import { type ImportProgress, ProgressMeter } from "./progress.ts";
import { RejectFile } from "./rejects.ts";
import { type ImportReport, reportOf, type StageTimes } from "./report.ts";
import type { PreparedSource, SourcePart } from "./source.ts";
import { prepareSource, type SourceName } from "./sources.ts";

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
  /** Threads that clean; by default one fewer than there are cores. */
  readonly workers?: number;
  readonly clock?: Clock;
};

/** Rows and raw text of one transaction: smaller ones cost commits, larger ones memory. */
const BATCH_LIMITS = { items_max: 1000, raw_bytes_max: 1024 * 1024 };

type Importing = {
  readonly options: ImportOptions;
  readonly prepared: PreparedSource;
  readonly pool: CleaningPool;
  readonly rejects: RejectFile;
  readonly positions: Map<string, Position>;
  readonly run: Awaited<ReturnType<typeof beginRun>>;
  readonly meter: ProgressMeter;
  readonly times: StageTimes;
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
  const clock = options.clock ?? systemClock;
  const meter = new ProgressMeter(options.onProgress);
  const prepared = await prepareSource(source, {
    paths,
    scratchDir: join(dataDir, "scratch"),
    ...(options.courtId === undefined ? {} : { courtId: options.courtId }),
    ...(options.collection === undefined ? {} : { collection: options.collection }),
    ...(signal === undefined ? {} : { signal }),
    onPreparing: (label, done_bytes, total_bytes) => meter.preparing(label, done_bytes, total_bytes),
  });
  const prepare_ms = monotonicMs() - started_ms;
  const pool = new CleaningPool(log, options.workers);
  try {
    const run = await beginRun(db, prepared.source, inputName(paths), clock());
    const positions = await positionsOf(db, run, prepared.source);
    const kept_bytes = Math.max(0, ...[...positions.values()].map(({ counts }) => counts.rejects_bytes));
    const rejects = new RejectFile(dataDir, `${run.id}-${prepared.source}`, kept_bytes);
    const times: StageTimes = { prepare_ms, read_ms: 0, compare_ms: 0, await_cleaning_ms: 0, write_ms: 0 };
    const importing: Importing = { options, prepared, pool, rejects, positions, run, meter, times };
    log.info({ run: run.id, resumed: run.resumed, source: prepared.source }, "import begins");
    try {
      for (const part of prepared.parts) await importPart(importing, part);
    } finally {
      await rejects.close();
    }
    const total = totalOf(positions.values());
    await transaction(db, (trx) => finishRun(trx, run, prepared.source, total, clock()));
    await prepared.finish();
    const report = reportOf({
      run,
      source: prepared.source,
      input: inputName(paths),
      counts: total,
      rejectFile: total.rejects_bytes === 0 ? null : rejects.path,
      notes: prepared.notes,
      elapsed_ms: monotonicMs() - started_ms,
      times: { ...times, cleaning_threads_ms: pool.busy_ms, cleaning_threads: pool.size },
    });
    log.info({ run: run.id, ...report.counts }, "import finished");
    return report;
  } finally {
    await pool.close();
    await prepared.close();
  }
}

async function importPart(importing: Importing, part: SourcePart): Promise<void> {
  const { positions, meter, times, options } = importing;
  const before = positions.get(part.key);
  meter.beginPart(part.label, importing.prepared.parts);
  if (before?.counts.done === true) return;
  const open = await part.open(before?.row ?? 0);
  // Counts of the part so far; each commit saves them with the position.
  const state: PartState = { row: before?.row, counts: before?.counts ?? emptyCounts() };
  const underWay: ReturnType<typeof prepareBatch>[] = [];
  const commitOldest = async (): Promise<void> => {
    const oldest = underWay.shift();
    if (oldest === undefined) return;
    const waiting_ms = monotonicMs();
    const ready = await oldest;
    times.await_cleaning_ms += monotonicMs() - waiting_ms;
    const writing_ms = monotonicMs();
    await commit(importing, part, state, ready);
    times.write_ms += monotonicMs() - writing_ms;
    meter.advance(open.bytesTaken(), ready.batch.raw_bytes, ready.batch.items.length);
  };
  try {
    let asked_ms = monotonicMs();
    for await (const batch of inBatches(open.groups, BATCH_LIMITS)) {
      times.read_ms += monotonicMs() - asked_ms;
      underWay.push(startPreparing(importing, batch));
      if (underWay.length > importing.pool.size + 1) await commitOldest();
      options.signal?.throwIfAborted();
      asked_ms = monotonicMs();
    }
    while (underWay.length > 0) await commitOldest();
    await commit(importing, part, state, undefined);
  } catch (thrown) {
    while (underWay.length > 0) await commitOldest();
    throw thrown;
  } finally {
    await open.close();
  }
}

type PartState = { row: number | undefined; counts: PartCounts };
type ReadyBatch = Awaited<ReturnType<typeof prepareBatch>>;

/** Writes a batch and the part's position in one transaction; without a batch, marks the part as done. */
async function commit(
  { options, run, prepared, rejects, positions }: Importing,
  part: SourcePart,
  state: PartState,
  ready: ReadyBatch | undefined,
): Promise<void> {
  const committed = await commitBatch({
    db: options.db,
    run,
    source: prepared.source,
    partKey: part.key,
    rejects,
    before: { row: state.row, counts: state.counts },
    ready,
  });
  state.row = committed.row;
  state.counts = committed.counts;
  positions.set(part.key, committed);
}

function startPreparing({ options, prepared, pool, times }: Importing, batch: Batch): Promise<ReadyBatch> {
  const ready = prepareBatch(options.db, prepared.source, pool, batch, times);
  // Awaited in its turn; a failure before that must not count as unhandled.
  ready.catch(() => undefined);
  return ready;
}

function totalOf(positions: Iterable<Position>): PartCounts {
  const total = emptyCounts();
  for (const { counts } of positions) addCounts(total, counts);
  return total;
}

function inputName(paths: readonly string[]): string {
  return paths.join(" ");
}
