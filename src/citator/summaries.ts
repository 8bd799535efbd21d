import type { Selectable } from "kysely";
import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import type { NewEvent } from "#db/events.ts";
import { upsertRows } from "#db/rows.ts";
import type { Database } from "#db/schema.ts";
import { courtsOfWorks } from "#opinions/store/held.ts";
import { chooseToCited } from "./representatives.ts";
import type { TallyChanges } from "./representatives.ts";
import { summarise, UNSEEN } from "./summary.ts";
import type { HistoryEntry, Status } from "./summary.ts";
import { isOftenDistinguished, NO_TALLY, sumOf } from "./tally.ts";
import type { Tally } from "./tally.ts";
import { readTelling } from "./telling.ts";

type Refreshed = {
  readonly looked: ReadonlySet<string>;
  readonly recounted: ReadonlySet<string>;
  /** The number of the rules of this program. */
  readonly rules: number;
};

type Row = Selectable<Database["treatment_summaries"]>;

export type RefreshedSummaries = {
  /** Works that are cited by more or fewer decisions than before. */
  readonly differ: readonly string[];
  readonly events: readonly NewEvent<"standing_changed">[];
};

/**
 * Works out how these works stand by what has changed of their tallies, and forgets those that are gone or that nothing
 * cites any more. All that cite a work are read
 * only where nothing is kept of it yet, where older rules made what is kept, where its court has changed, and where it is
 * one of `recounted`; works that are
 * `looked` at for their court's sake alone are passed over where nothing cites them.
 */
export async function refreshSummaries(
  trx: Trx,
  changes: TallyChanges,
  { looked, recounted, rules }: Refreshed,
): Promise<RefreshedSummaries> {
  const differ: string[] = [];
  const events: NewEvent<"standing_changed">[] = [];
  const asked = new Set([...changes.byWork.keys(), ...recounted, ...looked]);
  for (const part of inParts([...asked].toSorted())) {
    const kept = await rowsOf(trx, part);
    const ids = part.filter((id) => kept.has(id) || changes.byWork.has(id) || recounted.has(id));
    const courts = await courtsOfWorks(trx, ids);
    const rows: Row[] = [];
    for (const workId of ids) {
      const before = kept.get(workId);
      const court = courts.get(workId);
      const isKept =
        before !== undefined && before.rules === rules && before.court_id === court && !recounted.has(workId);
      const tally = isKept
        ? sumOf(tallyIn(before), changes.byWork.get(workId) ?? NO_TALLY)
        : await chooseToCited(trx, workId);
      if (court !== undefined && tally.decisions > 0)
        rows.push(await rowOf(trx, { workId, courtId: court, tally, rules }));
    }
    const counts = new Map(rows.map(({ work_id, citation_count }) => [work_id, citation_count]));
    differ.push(...ids.filter((id) => kept.get(id)?.citation_count !== counts.get(id)));
    const now = new Map(rows.map((row) => [row.work_id, row]));
    for (const id of ids) events.push(...standingChange(id, kept.get(id), now.get(id), { recounted, rules }));
    const gone = ids.filter((id) => !counts.has(id) && kept.has(id));
    if (gone.length > 0) await trx.deleteFrom("treatment_summaries").where("work_id", "in", gone).execute();
    await upsertRows(trx, "treatment_summaries", ["work_id"], rows);
  }
  return { differ, events };
}

/** To be cited by somebody for the first time, and no more than that, is no change. */
function standingChange(
  recordId: string,
  before: Row | undefined,
  now: Row | undefined,
  { recounted, rules }: Pick<Refreshed, "recounted" | "rules">,
): NewEvent<"standing_changed">[] {
  const statuses = [before, now].map((row) => (row?.status ?? UNSEEN.status) as Status);
  const [was = UNSEEN.status, is = UNSEEN.status] = statuses;
  if (was === is || statuses.every((status) => status === "unknown" || status === "Neutral")) return [];
  const isOlder = before !== undefined && before.rules !== rules;
  const isMoved = now !== undefined && before !== undefined && before.court_id !== now.court_id;
  const why = isOlder ? "rules" : recounted.has(recordId) ? "copies" : isMoved ? "court" : "citing";
  const history = now === undefined ? [] : (JSON.parse(now.history) as HistoryEntry[]);
  return [{ kind: "standing_changed", recordId, detail: { before: was, after: is, why, by: history[0] ?? null } }];
}

async function rowsOf(db: Reader, workIds: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  const rows = await db.selectFrom("treatment_summaries").selectAll().where("work_id", "in", workIds).execute();
  return new Map(rows.map((row) => [row.work_id, row]));
}

type Counted = { readonly workId: string; readonly courtId: string; readonly tally: Tally; readonly rules: number };

async function rowOf(db: Reader, { workId, courtId, tally, rules }: Counted): Promise<Row> {
  const isOften = isOftenDistinguished(tally);
  const isMarked = tally.ended > 0 || tally.cautioned > 0 || isOften;
  const telling = isMarked ? await readTelling(db, workId, { distinguished: isOften }) : [];
  const { status, citationCount, negative, caution, history, more } = summarise(courtId, telling, tally);
  return {
    work_id: workId,
    status,
    citation_count: citationCount,
    negative,
    caution,
    history: JSON.stringify(history),
    more,
    court_id: courtId,
    relied: tally.relied,
    distinguished: tally.distinguished,
    distinguished_binding: tally.distinguishedBinding,
    cautioned: tally.cautioned,
    cautioned_binding: tally.cautionedBinding,
    ended: tally.ended,
    rules,
  };
}

function tallyIn(row: Row): Tally {
  return {
    decisions: row.citation_count,
    relied: row.relied,
    distinguished: row.distinguished,
    distinguishedBinding: row.distinguished_binding,
    cautioned: row.cautioned,
    cautionedBinding: row.cautioned_binding,
    ended: row.ended,
  };
}
