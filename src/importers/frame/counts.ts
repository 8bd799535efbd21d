/** What became of the records of one kind. */
export type Tally = { added: number; updated: number; unchanged: number; removed: number };

/** What came of the rows of one part so far; kept beside the position, in the same transaction as the records. */
export type PartCounts = {
  rows: number;
  raw_bytes: number;
  /** By kind of record, as the sink names them. */
  readonly tallies: Record<string, Tally>;
  readonly rejected: Record<string, number>;
  /** Length of the reject file when this was written: what stands after it belongs to work that was lost. */
  rejects_bytes: number;
  done: boolean;
};

export function emptyCounts(kinds: readonly string[]): PartCounts {
  const tallies = Object.fromEntries(kinds.map((kind) => [kind, emptyTally()]));
  return { rows: 0, raw_bytes: 0, tallies, rejected: {}, rejects_bytes: 0, done: false };
}

function emptyTally(): Tally {
  return { added: 0, updated: 0, unchanged: 0, removed: 0 };
}

/** Adds `more` to `counts`, in place. */
export function addCounts(counts: PartCounts, more: PartCounts): void {
  counts.rows += more.rows;
  counts.raw_bytes += more.raw_bytes;
  for (const [kind, tally] of Object.entries(more.tallies)) addTally((counts.tallies[kind] ??= emptyTally()), tally);
  for (const [reason, count] of Object.entries(more.rejected)) {
    counts.rejected[reason] = (counts.rejected[reason] ?? 0) + count;
  }
  counts.rejects_bytes = Math.max(counts.rejects_bytes, more.rejects_bytes);
}

function addTally(tally: Tally, more: Tally): void {
  tally.added += more.added;
  tally.updated += more.updated;
  tally.unchanged += more.unchanged;
  tally.removed += more.removed;
}

/** As they are kept: tallies stand among the rest, each under its kind. */
export function textOfCounts({ tallies, ...rest }: PartCounts): string {
  return JSON.stringify({ ...rest, ...tallies });
}

export function countsOfText(text: string, kinds: readonly string[]): PartCounts {
  const kept = JSON.parse(text) as PartCounts & Record<string, Tally | undefined>;
  const { rows, raw_bytes, rejected, rejects_bytes, done } = kept;
  const tallies = Object.fromEntries(kinds.map((kind) => [kind, kept[kind] ?? emptyTally()]));
  return { rows, raw_bytes, tallies, rejected, rejects_bytes, done };
}
