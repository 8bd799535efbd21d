import { toldNotes } from "./frame/told.ts";
import type { ReadPdf } from "#text/pdf/pdf.ts";
import { monotonicMs, systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { cameToNothing } from "./frame/counts.ts";
import type { Tally } from "./frame/counts.ts";
import type { BatchLimits } from "./frame/batches.ts";
import { importParts } from "./frame/importer.ts";
import type { FrameResult } from "./frame/importer.ts";
import { ProgressMeter } from "./frame/progress.ts";
import type { ShownReject } from "./frame/rejects.ts";
import type { ImportProgress } from "./frame/progress.ts";
import type { ReadyBatch, Sink } from "./frame/sink.ts";
import type { PreparedSource, Row } from "./frame/source.ts";
import { rejectedByReason } from "./report.ts";
import { inputName } from "./runs.ts";

export type OneKindOptions = {
  /** Files or a directory, as the page of the source in docs/operating says. */
  readonly paths: readonly string[];
  readonly db: Db;
  /** Where reject files go. */
  readonly dataDir: string;
  readonly log: Logger;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Stops after the batches under way are committed; the next run goes on from there. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Reads PDF files elsewhere; on this thread, and no pictures of pages, when not given. */
  readonly readPdf?: ReadPdf;
};

/** What came of an import whose sink counts records of one kind, under the name of the kind. */
export type OneKindReport<Kind extends string> = {
  readonly run: number;
  /** True when it went on where an interrupted run had stopped. */
  readonly resumed: boolean;
  readonly source: string;
  readonly input: string;
  /** Over the whole run, interruptions included. */
  readonly counts: {
    readonly rows: number;
    readonly raw_bytes: number;
    readonly rejected: number;
  } & { readonly [Name in Kind]: Tally };
  readonly unchanged: boolean;
  /** No row of the input is held: there was none, or each was left out. */
  readonly nothingCameIn: boolean;
  readonly rejected: readonly { readonly reason: string; readonly count: number }[];
  readonly rejectFile: string | null;
  /** The first row left out for each of the first few reasons. */
  readonly firstRejects: readonly ShownReject[];
  readonly notes: readonly string[];
  /** Of this process. */
  readonly elapsed_ms: number;
  readonly times: { readonly read_ms: number; readonly write_ms: number };
};

/** Imports what has been prepared and closes it. */
export async function importOneKind<Item extends Row, Ready extends ReadyBatch<Item>, Kind extends string>(
  kind: Kind,
  { prepared, sink, limits }: Importing<Item, Ready>,
  { db, dataDir, paths, log, signal, onProgress, clock = systemClock }: OneKindOptions,
): Promise<OneKindReport<Kind>> {
  const started_ms = monotonicMs();
  const input = inputName(paths, false);
  try {
    const result = await importParts({
      prepared,
      sink,
      input,
      db,
      dataDir,
      meter: new ProgressMeter(onProgress),
      clock,
      limits,
      ...(signal === undefined ? {} : { signal }),
      onRun: ({ id, resumed }) => log.info({ run: id, resumed, source: prepared.source }, "import begins"),
    });
    const report = reportOf(kind, result, prepared, input, monotonicMs() - started_ms);
    const { run, counts }: { readonly run: number; readonly counts: Readonly<Record<string, unknown>> } = report;
    log.info({ run, ...counts }, "import finished");
    return report;
  } finally {
    await prepared.close();
  }
}

type Importing<Item extends Row, Ready extends ReadyBatch<Item>> = {
  readonly prepared: PreparedSource<Item>;
  readonly sink: Sink<Item, Ready>;
  readonly limits: BatchLimits;
};

const NOTHING: Tally = { added: 0, updated: 0, unchanged: 0, removed: 0 };

function reportOf<Kind extends string>(
  kind: Kind,
  { run, counts, rejectFile, firstRejects, times }: FrameResult,
  { source, notes }: Pick<PreparedSource<Row>, "source" | "notes">,
  input: string,
  elapsed_ms: number,
): OneKindReport<Kind> {
  const { rows, raw_bytes, tallies } = counts;
  const tally = tallies[kind] ?? NOTHING;
  const rejected = rejectedByReason(counts.rejected);
  const rejectedRows = rejected.reduce((sum, { count }) => sum + count, 0);
  const byKind = { [kind]: tally } as { readonly [Name in Kind]: Tally };
  return {
    run: run.id,
    resumed: run.resumed,
    source,
    input,
    counts: { rows, raw_bytes, rejected: rejectedRows, ...byKind },
    unchanged: tally.added + tally.updated + tally.removed === 0,
    nothingCameIn: cameToNothing(counts, rejectedRows, [tally]),
    rejected,
    rejectFile,
    firstRejects,
    notes: [...notes, ...toldNotes(counts.sums)],
    elapsed_ms,
    times: { read_ms: times.read_ms, write_ms: times.write_ms },
  };
}
