import Table from "cli-table3";
import type { Tally } from "#opinions/store/write.ts";
import type { PartCounts, Run } from "./positions.ts";

/** Where the time of one process went, in milliseconds. Reading and writing share a thread; cleaning has its own. */
export type StageTimes = {
  prepare_ms: number;
  /** Waiting for rows: disk, decompression, CSV or JSON, mapping. */
  read_ms: number;
  /** Hashing rows and looking up what is held; runs between the others. */
  compare_ms: number;
  await_cleaning_ms: number;
  write_ms: number;
};

export type ImportReport = {
  readonly run: number;
  /** True when it went on where an interrupted run had stopped. */
  readonly resumed: boolean;
  readonly source: string;
  readonly input: string;
  /** Over the whole run, interruptions included. */
  readonly counts: {
    readonly rows: number;
    readonly raw_bytes: number;
    readonly decisions: Tally;
    readonly opinions: Tally;
    readonly rejected: number;
  };
  /** Nothing was added, updated or removed. */
  readonly unchanged: boolean;
  readonly rejected: readonly { readonly reason: string; readonly count: number }[];
  readonly rejectFile: string | null;
  readonly notes: readonly string[];
  /** Of this process. */
  readonly elapsed_ms: number;
  readonly times: StageTimes & { readonly cleaning_threads_ms: number; readonly cleaning_threads: number };
};

export type ReportParts = {
  readonly run: Run;
  readonly source: string;
  readonly input: string;
  readonly counts: PartCounts;
  readonly rejectFile: string | null;
  readonly notes: readonly string[];
  readonly elapsed_ms: number;
  readonly times: ImportReport["times"];
};

export function reportOf({ run, counts, ...rest }: ReportParts): ImportReport {
  const { rows, raw_bytes, decisions, opinions } = counts;
  const rejected = Object.entries(counts.rejected)
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((left, right) => right.count - left.count || (left.reason < right.reason ? -1 : 1));
  const changes = [decisions, opinions].map(({ added, updated, removed }) => added + updated + removed);
  return {
    ...rest,
    run: run.id,
    resumed: run.resumed,
    counts: { rows, raw_bytes, decisions, opinions, rejected: rejected.reduce((sum, { count }) => sum + count, 0) },
    unchanged: changes.every((count) => count === 0),
    rejected,
  };
}

/** The report as a person reads it at the end of an import. */
export function reportText(report: ImportReport): string {
  const table = new Table({ head: ["", "added", "updated", "unchanged", "removed"], style: { head: [], border: [] } });
  for (const [name, tally] of [
    ["decisions", report.counts.decisions],
    ["opinions", report.counts.opinions],
  ] as const) {
    table.push([name, tally.added, tally.updated, tally.unchanged, tally.removed]);
  }
  const seconds = report.elapsed_ms / 1000;
  const lines = [
    table.toString(),
    `${report.counts.rows} rows, ${(report.counts.raw_bytes / 1e6).toFixed(1)} MB of raw text in ${seconds.toFixed(1)} s`,
  ];
  if (report.unchanged) lines.push("Nothing has changed since the last import.");
  if (report.counts.rejected > 0) {
    const reasons = new Table({ head: ["rejected because", "rows"], style: { head: [], border: [] } });
    for (const { reason, count } of report.rejected) reasons.push([reason, count]);
    lines.push(reasons.toString(), `Each with its reason in ${report.rejectFile ?? "the reject file"}`);
  }
  for (const note of report.notes) lines.push(`note: ${note}`);
  return lines.join("\n");
}
