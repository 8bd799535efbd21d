import { monotonicMs } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { inBatches } from "./batches.ts";
import type { BatchLimits } from "./batches.ts";
import { commitBatch } from "./commit.ts";
import { addCounts, emptyCounts } from "./counts.ts";
import type { PartCounts } from "./counts.ts";
import { beginRun, finishRun, positionsOf } from "./positions.ts";
import type { Position, Run } from "./positions.ts";
import type { ProgressMeter } from "./progress.ts";
import { firstRejectsIn, RejectFile } from "./rejects.ts";
import type { ShownReject } from "./rejects.ts";
import type { ReadyBatch, Sink } from "./sink.ts";
import type { PreparedSource, Row, SourcePart } from "./source.ts";

export type FrameOptions<Item extends Row, Ready extends ReadyBatch<Item>> = {
  readonly prepared: PreparedSource<Item>;
  readonly sink: Sink<Item, Ready>;
  /** What is imported, as the person named it: the same source and input go on where they were interrupted. */
  readonly input: string;
  readonly db: Db;
  /** Where reject files go. */
  readonly dataDir: string;
  readonly meter: ProgressMeter;
  readonly clock: Clock;
  /** Stops after the batches under way are committed; the next run goes on from there. */
  readonly signal?: AbortSignal;
  readonly limits?: BatchLimits;
  readonly onRun?: (run: Run) => void;
};

/** Where the time of the thread that reads and writes went, in milliseconds. */
export type FrameTimes = {
  /** Waiting for rows: disk, decompression, CSV or JSON, mapping. */
  read_ms: number;
  /** Waiting for the sink to make a batch ready. */
  await_ready_ms: number;
  write_ms: number;
};

export type FrameResult = {
  readonly run: Run;
  /** Over the whole run, interruptions included. */
  readonly counts: PartCounts;
  readonly rejectFile: string | null;
  /** The first row left out for each of the first few reasons. */
  readonly firstRejects: readonly ShownReject[];
  readonly times: FrameTimes;
};

/** Rows and raw text of one transaction: smaller ones cost commits, larger ones memory. */
const BATCH_LIMITS: BatchLimits = { items_max: 1000, raw_bytes_max: 1024 * 1024 };

type Importing<Item extends Row, Ready extends ReadyBatch<Item>> = {
  readonly options: FrameOptions<Item, Ready>;
  readonly rejects: RejectFile;
  readonly positions: Map<string, Position>;
  readonly run: Run;
  readonly times: FrameTimes;
};

/**
 * Reads every part of a source from front to back and writes what the sink makes of it, batch by batch, each with the
 * position it reached. It may be killed at any moment; the same call then goes on where the last transaction ended,
 * and the records come out as if nothing had happened. A bad row goes to the reject file and stops nothing.
 */
export async function importParts<Item extends Row, Ready extends ReadyBatch<Item>>(
  options: FrameOptions<Item, Ready>,
): Promise<FrameResult> {
  const { db, dataDir, prepared, sink, clock, input, onRun } = options;
  const run = await beginRun(db, prepared.source, input, clock());
  const positions = await positionsOf(db, run, prepared.source, sink.kinds);
  const kept_bytes = Math.max(0, ...[...positions.values()].map(({ counts }) => counts.rejects_bytes));
  const rejects = new RejectFile(dataDir, `${run.id}-${prepared.source}`, kept_bytes);
  const times: FrameTimes = { read_ms: 0, await_ready_ms: 0, write_ms: 0 };
  onRun?.(run);
  try {
    for (const [index, part] of prepared.parts.entries()) {
      options.meter.beginPart(index, prepared.parts);
      await importPart({ options, rejects, positions, run, times }, part);
    }
  } finally {
    await rejects.close();
  }
  const total = emptyCounts(sink.kinds);
  for (const { counts } of positions.values()) addCounts(total, counts);
  await transaction(db, (trx) => finishRun(trx, run, prepared.source, total, clock()));
  await prepared.finish();
  const rejectFile = total.rejects_bytes === 0 ? null : rejects.path;
  const firstRejects = rejectFile === null ? [] : await firstRejectsIn(rejectFile);
  return { run, counts: total, rejectFile, firstRejects, times };
}

type PartState = { row: number | undefined; counts: PartCounts };

async function importPart<Item extends Row, Ready extends ReadyBatch<Item>>(
  importing: Importing<Item, Ready>,
  part: SourcePart<Item>,
): Promise<void> {
  const { positions, times, options } = importing;
  const { meter, sink } = options;
  const before = positions.get(part.key);
  if (before?.counts.done === true) return;
  const open = await part.open(before?.row ?? 0);
  // Counts of the part so far; each commit saves them with the position.
  const state: PartState = { row: before?.row, counts: before?.counts ?? emptyCounts(sink.kinds) };
  const underWay: Promise<Ready>[] = [];
  const commitOldest = async (): Promise<void> => {
    const oldest = underWay.shift();
    if (oldest === undefined) return;
    try {
      const waiting_ms = monotonicMs();
      const ready = await oldest;
      times.await_ready_ms += monotonicMs() - waiting_ms;
      const writing_ms = monotonicMs();
      await commit(importing, part, state, ready);
      times.write_ms += monotonicMs() - writing_ms;
      meter.advance(open.bytesTaken(), ready.batch.raw_bytes, ready.batch.items.length);
    } catch (thrown) {
      // The position is one number: with a later batch it would pass over this one for good.
      underWay.length = 0;
      throw thrown;
    }
  };
  try {
    let asked_ms = monotonicMs();
    for await (const batch of inBatches(open.groups, options.limits ?? BATCH_LIMITS)) {
      times.read_ms += monotonicMs() - asked_ms;
      const ready = sink.prepare(batch);
      // Awaited in its turn; a failure before that must not count as unhandled.
      ready.catch(() => undefined);
      underWay.push(ready);
      if (underWay.length > sink.batchesAhead) await commitOldest();
      options.signal?.throwIfAborted();
      asked_ms = monotonicMs();
    }
    while (underWay.length > 0) await commitOldest();
    await commit(importing, part, state, undefined);
  } catch (thrown) {
    // What was read before the input failed, or before the signal came, is whole, and is kept.
    while (underWay.length > 0) await commitOldest();
    throw thrown;
  } finally {
    await open.close();
  }
}

/** Writes a batch and the part's position in one transaction; without a batch, marks the part as done. */
async function commit<Item extends Row, Ready extends ReadyBatch<Item>>(
  { options, run, rejects, positions }: Importing<Item, Ready>,
  part: SourcePart<Item>,
  state: PartState,
  ready: Ready | undefined,
): Promise<void> {
  const committed = await commitBatch({
    db: options.db,
    sink: options.sink,
    run,
    source: options.prepared.source,
    partKey: part.key,
    rejects,
    before: { row: state.row, counts: state.counts },
    ready,
  });
  state.row = committed.row;
  state.counts = committed.counts;
  positions.set(part.key, committed);
}
