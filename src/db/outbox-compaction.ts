import type { Clock } from "#base/clock.ts";
import type { Db } from "./connection.ts";
import { outboxEnd, projectionPosition, saveProjectionPosition } from "./outbox.ts";

/** Among the projections: where the outbox ended when it was last made smaller, and the lines it then had. */
const COMPACTED_TO = "outbox compacted to";
const LINES_KEPT = "outbox lines kept";
/** Among the projections: up to here lines may have been taken out, by work that may not have come to its end. */
const COMPACTING_TO = "outbox compacting to";
/** The names of the places up to which numbers may be missing from the outbox. */
export const COMPACTED_PLACES: readonly string[] = [COMPACTED_TO, COMPACTING_TO];

const GROWTH_MIN = 100_000;
const LINES_AT_ONCE = 1000;
/** Records remembered at most, at some 150 bytes each; earlier lines of those beyond are left standing. */
const RECORDS_MAX = 500_000;

export type CompactionOptions = {
  readonly clock: Clock;
  /** Ends the work between two parts; what was taken out stays out. */
  readonly signal?: AbortSignal;
  /** Lines written since the last time below which nothing is done. */
  readonly growthMin?: number;
  readonly recordsMax?: number;
};

export type Compaction = { readonly removed: number; readonly kept: number };

/**
 * Takes out of the outbox the lines that a later line of the same record has made needless: whoever follows, from
 * wherever, still meets the later one, and a line says only which record to look at. So the outbox has about as many
 * lines as there are records, however often these change. Answers undefined when nothing was due: the work is done when
 * as many lines have come as were kept the last time, so a line is looked at twice or so in its life.
 *
 * Any number of processes may write lines meanwhile. One that dies half-way, or two that do this at once, harm nothing.
 */
export async function compactOutbox(db: Db, options: CompactionOptions): Promise<Compaction | undefined> {
  const { clock, signal, growthMin = GROWTH_MIN } = options;
  const end = await outboxEnd(db);
  const grown = end - (await projectionPosition(db, COMPACTED_TO));
  if (grown < Math.max(growthMin, await projectionPosition(db, LINES_KEPT))) return undefined;
  await saveProjectionPosition(db, COMPACTING_TO, end, clock);
  const compaction = await removeSuperseded(db, end, options);
  if (signal?.aborted === true) return undefined;
  await saveProjectionPosition(db, LINES_KEPT, compaction.kept, clock);
  await saveProjectionPosition(db, COMPACTED_TO, end, clock);
  return compaction;
}

/** From the newest line to the oldest: what has been met already is superseded. */
async function removeSuperseded(
  db: Db,
  end: number,
  { signal, recordsMax = RECORDS_MAX }: CompactionOptions,
): Promise<Compaction> {
  const met = new Set<string>();
  let removed = 0;
  let kept = 0;
  for (let before = end + 1; ;) {
    if (signal?.aborted === true) break;
    const lines = await db
      .selectFrom("outbox")
      .select(["seq", "kind", "record_id"])
      .where("seq", "<", before)
      .orderBy("seq", "desc")
      .limit(LINES_AT_ONCE)
      .execute();
    const last = lines.at(-1);
    if (last === undefined) break;
    before = last.seq;
    const superseded = lines.filter(({ kind, record_id }) => isMet(met, `${kind} ${record_id}`, recordsMax));
    kept += lines.length - superseded.length;
    removed += superseded.length;
    if (superseded.length === 0) continue;
    await db
      .deleteFrom("outbox")
      .where(
        "seq",
        "in",
        superseded.map(({ seq }) => seq),
      )
      .execute();
  }
  return { removed, kept };
}

function isMet(met: Set<string>, record: string, recordsMax: number): boolean {
  if (met.has(record)) return true;
  if (met.size < recordsMax) met.add(record);
  return false;
}
