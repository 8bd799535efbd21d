import { createHash } from "node:crypto";
import { TOOK_TOO_LONG, withinTime } from "#base/within-time.ts";
import type { Trx } from "#db/connection.ts";
import { dialectOf } from "#db/dialect.ts";
import type { NewEvent } from "#db/events.ts";
import type { Change } from "#db/outbox.ts";
import { insertRows, upsertRows } from "#db/rows.ts";
import { ENDLESS_READING, noteUnread } from "#db/unread.ts";
import { foldSightings } from "../fold/fold.ts";
import type { DocketNews } from "../tables.ts";
import type { FoldedDocket, HeldSighting } from "../fold/fold.ts";
import { sightingOf } from "./sighting-body.ts";
import { noTally } from "./tally.ts";
import { writeCaseOf } from "./write-case.ts";
import { writeEntries } from "./write-entries.ts";
import type { EntriesWritten } from "./write-entries.ts";

export type Refolded = Omit<EntriesWritten, "news"> & {
  readonly isChanged: boolean;
  /** Court, number, caption or days: what matters are made of. */
  readonly isCaseChanged: boolean;
  /** To be written where a source has told something, rather than the rules of a program. */
  readonly events: readonly NewEvent<"docket_changed">[];
};

/** What making a docket may take, in a transaction and for a bought one on the main thread; the longest known take a second. */
export const FOLD_BUDGET: { docket_ms_max: number } = { docket_ms_max: 5_000 };

/**
 * Makes a docket anew of all that was said of it, and writes what came out otherwise than it is held. One with which that
 * does not come to an end stays as it is held, or has its court and number alone where it is new, and is noted as unread.
 */
export async function refold(trx: Trx, id: string): Promise<Refolded> {
  const locked = trx.selectFrom("dockets").select(["content_hash"]).where("id", "=", id);
  const held = await (dialectOf(trx) === "postgres" ? locked.forUpdate() : locked).executeTakeFirstOrThrow();
  const rows = await trx
    .selectFrom("docket_sightings")
    .select(["id", "body"])
    .where("docket_id", "=", id)
    .orderBy("id")
    .execute();
  const sightings = rows.map((row) => withoutPage(sightingOf(row.id, row.body)));
  const inTime = withinTime(FOLD_BUDGET.docket_ms_max, () => foldSightings(sightings));
  await noteUnread(trx, "dockets", notedOf(id, inTime !== TOOK_TOO_LONG));
  if (inTime === TOOK_TOO_LONG && held.content_hash !== "")
    return { entries: noTally(), filings: noTally(), changes: [], isChanged: false, isCaseChanged: false, events: [] };
  const folded = inTime === TOOK_TOO_LONG ? foldSightings(sightings.map(bare)) : inTime;
  const hash = createHash("sha256").update(JSON.stringify(folded)).digest("hex");
  const isNew = held.content_hash === "";
  if (held.content_hash === hash) {
    const { news, ...entries } = await writeEntries(trx, id, folded.entries, { isNew });
    return { ...entries, isChanged: false, isCaseChanged: false, events: isNews(news) ? [changed(id, news)] : [] };
  }
  const isCaseChanged = await keepCase(trx, id, folded);
  await keepDocket(trx, id, folded, hash);
  const { news, ...entries } = await writeEntries(trx, id, folded.entries, { isNew });
  const changes: Change[] = [{ kind: "docket", recordId: id, op: "upsert" }, ...entries.changes];
  return { ...entries, changes, isChanged: true, isCaseChanged, events: [changed(id, news)] };
}

function changed(recordId: string, detail: DocketNews): NewEvent<"docket_changed"> {
  return { kind: "docket_changed", recordId, detail };
}

function isNews({ entries, availableIds }: DocketNews): boolean {
  return entries.added + entries.changed + entries.removed + availableIds.length > 0;
}

function notedOf(recordId: string, isRead: boolean): Parameters<typeof noteUnread>[2] {
  return isRead
    ? { read: [recordId], unread: [] }
    : { read: [], unread: [{ kind: "docket", recordId, reason: ENDLESS_READING }] };
}

/** What is left of a sighting without any text that has to be read. */
function bare(sighting: HeldSighting): HeldSighting {
  const { parties: _, ...told } = sighting;
  return { ...told, facts: {}, entries: [] };
}

/** Pages are long, and a docket may have hundreds of reports. */
function withoutPage(sighting: HeldSighting): HeldSighting {
  const { page: _, ...told } = sighting;
  return told;
}

async function keepCase(trx: Trx, id: string, folded: FoldedDocket): Promise<boolean> {
  const { courtId, docketNumber, facts } = folded;
  const before = await trx.selectFrom("dockets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const now = [docketNumber, facts.caption, facts.dateFiled, facts.dateTerminated];
  const then = [before.docket_number, before.caption, before.date_filed, before.date_terminated];
  if (before.content_hash !== "" && JSON.stringify(now) === JSON.stringify(then)) return false;
  const { caption, dateFiled, dateTerminated } = facts;
  await writeCaseOf(trx, id, { courtId, docketNumber, caption, dateFiled, dateTerminated });
  return true;
}

async function keepDocket(trx: Trx, id: string, folded: FoldedDocket, content_hash: string): Promise<void> {
  const { courtId, facts, parties } = folded;
  await upsertRows(
    trx,
    "dockets",
    ["id"],
    [
      {
        id,
        court_id: courtId,
        docket_number: folded.docketNumber,
        caption: facts.caption,
        date_filed: facts.dateFiled,
        date_terminated: facts.dateTerminated,
        facts: JSON.stringify(facts),
        coverage: JSON.stringify(folded.coverage),
        freshness: JSON.stringify(folded.freshness),
        latest_entry_date: folded.freshness.latestEntryDate,
        content_hash,
      },
    ],
  );
  await upsertRows(
    trx,
    "docket_pacer_ids",
    ["court_id", "pacer_case_id"],
    folded.pacerCaseIds.map((pacer_case_id) => ({ court_id: courtId, pacer_case_id, docket_id: id })),
  );
  await trx.deleteFrom("docket_parties").where("docket_id", "=", id).execute();
  await insertRows(
    trx,
    "docket_parties",
    parties.map(({ name, type, ...details }, ordinal) => ({
      docket_id: id,
      ordinal,
      name,
      type,
      details: JSON.stringify(details),
    })),
  );
}
