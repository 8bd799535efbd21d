import { EMPTY_ACCOUNT } from "#opinions/clean/text-account.ts";
import type { TextAccount } from "#opinions/clean/text-account.ts";
import type { OpinionChanges } from "#opinions/store/write-opinions.ts";
import { cameToNothing } from "./frame/counts.ts";
import type { Tally } from "./frame/counts.ts";
import type { FrameResult } from "./frame/importer.ts";
import type { ShownReject } from "./frame/rejects.ts";
import { toldNotes } from "./frame/told.ts";

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
  /** Of the opinions updated: with other words, with the same words marked up otherwise, with another record alone. */
  readonly changes: OpinionChanges;
  /** Where the characters of the opinions that were cleaned went. */
  readonly characters: TextAccount;
  /** Nothing was added, updated or removed. */
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
  readonly times: StageTimes & { readonly cleaning_threads_ms: number; readonly cleaning_threads: number };
};

export type ReportParts = Pick<ImportReport, "source" | "input" | "notes" | "elapsed_ms" | "times"> & {
  readonly result: FrameResult;
};

export function reportOf({ result, ...rest }: ReportParts): ImportReport {
  const { run, counts, rejectFile, firstRejects } = result;
  const { rows, raw_bytes, tallies, sums } = counts;
  const { decisions = NOTHING, opinions = NOTHING } = tallies;
  const rejected = rejectedByReason(counts.rejected);
  const rejectedRows = rejected.reduce((sum, { count }) => sum + count, 0);
  const changes = [decisions, opinions].map(({ added, updated, removed }) => added + updated + removed);
  return {
    ...rest,
    notes: [...rest.notes, ...toldNotes(sums)],
    rejectFile,
    firstRejects,
    run: run.id,
    resumed: run.resumed,
    counts: { rows, raw_bytes, decisions, opinions, rejected: rejectedRows },
    changes: { ...NO_CHANGES, ...(sums["changes"] as Partial<OpinionChanges> | undefined) },
    characters: { ...EMPTY_ACCOUNT, ...(sums["characters"] as Partial<TextAccount> | undefined) },
    unchanged: changes.every((count) => count === 0),
    nothingCameIn: cameToNothing(counts, rejectedRows, [decisions, opinions]),
    rejected,
  };
}

/** Reasons with how many rows were left out for each, most of them first. */
export function rejectedByReason(counts: Readonly<Record<string, number>>): { reason: string; count: number }[] {
  return Object.entries(counts)
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((left, right) => right.count - left.count || (left.reason < right.reason ? -1 : 1));
}

const NO_CHANGES: OpinionChanges = { text: 0, markup: 0, record: 0 };
const NOTHING: Tally = { added: 0, updated: 0, unchanged: 0, removed: 0 };
