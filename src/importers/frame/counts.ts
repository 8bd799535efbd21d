/** What became of the records of one kind. */
export type Tally = { added: number; updated: number; unchanged: number; removed: number };

/** Further counts by name, in groups of any depth, as a sink keeps them. */
export type Sums = { [name: string]: number | Sums };

/** What came of the rows of one part so far; kept beside the position, in the same transaction as the records. */
export type PartCounts = {
  rows: number;
  raw_bytes: number;
  /** By kind of record, as the sink names them. */
  readonly tallies: Record<string, Tally>;
  readonly rejected: Record<string, number>;
  readonly sums: Sums;
  /** Length of the reject file when this was written: what stands after it belongs to work that was lost. */
  rejects_bytes: number;
  done: boolean;
};

export function emptyCounts(kinds: readonly string[]): PartCounts {
  const tallies = Object.fromEntries(kinds.map((kind) => [kind, emptyTally()]));
  return { rows: 0, raw_bytes: 0, tallies, rejected: {}, sums: {}, rejects_bytes: 0, done: false };
}

function emptyTally(): Tally {
  return { added: 0, updated: 0, unchanged: 0, removed: 0 };
}

/** No row of an input is held: there was none, or each was left out. */
export function cameToNothing(
  { rows }: Pick<PartCounts, "rows">,
  rejected: number,
  tallies: readonly Tally[],
): boolean {
  const held = tallies.reduce(
    (sum, { added, updated, unchanged, removed }) => sum + added + updated + unchanged + removed,
    0,
  );
  return held === 0 && rejected >= rows;
}

/** Adds `more` to `counts`, in place. */
export function addCounts(counts: PartCounts, more: PartCounts): void {
  counts.rows += more.rows;
  counts.raw_bytes += more.raw_bytes;
  for (const [kind, tally] of Object.entries(more.tallies)) addTally((counts.tallies[kind] ??= emptyTally()), tally);
  for (const [reason, count] of Object.entries(more.rejected)) {
    counts.rejected[reason] = (counts.rejected[reason] ?? 0) + count;
  }
  addSums(counts.sums, more.sums);
  counts.rejects_bytes = Math.max(counts.rejects_bytes, more.rejects_bytes);
}

function addSums(sums: Sums, more: Sums): void {
  for (const [name, value] of Object.entries(more)) {
    const before = sums[name];
    if (typeof value === "number") sums[name] = (typeof before === "number" ? before : 0) + value;
    else addSums((sums[name] = typeof before === "object" ? before : {}), value);
  }
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
  const kept = JSON.parse(text) as Omit<PartCounts, "sums"> & { sums?: Sums } & Record<string, Tally | undefined>;
  // A position of an earlier version has no sums.
  const { rows, raw_bytes, rejected, sums = {}, rejects_bytes, done } = kept;
  const tallies = Object.fromEntries(kinds.map((kind) => [kind, kept[kind] ?? emptyTally()]));
  return { rows, raw_bytes, tallies, rejected, sums, rejects_bytes, done };
}
