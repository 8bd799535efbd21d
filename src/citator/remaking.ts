import { sql } from "kysely";
import type { Clock } from "#base/clock.ts";
import { systemClock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";
import { DUE_AT_ONCE, DueList, inTurnFrom } from "#db/due-list.ts";
import { appendEvents } from "#db/events.ts";
import type { NewEvent } from "#db/events.ts";
import type { TakeTurn } from "#db/made-anew.ts";
import { appendOutbox, projectionPosition, saveProjectionPosition } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import { insertRows } from "#db/rows.ts";
import { noteUnread } from "#db/unread.ts";
import type { UnreadRecord } from "#db/unread.ts";
import { decisionRelation, opinionRelation } from "#opinions/store/relations.ts";
import { applyBatch, decisionsOfWorks } from "./apply-batch.ts";
import { citingIds } from "./citing-ids.ts";
import { readStoredOpinions } from "./read-stored.ts";
import type { ReadOpinion, ReadOutcome } from "./read-stored.ts";
import { TallyChanges } from "./representatives.ts";
import { CITATOR_RULES } from "./rules.ts";
import type { CitatorRules } from "./rules.ts";
import { refreshSummaries } from "./summaries.ts";
import { changesTold } from "./told.ts";
import type { Applied } from "./told.ts";
import { unchangedOpinions } from "./unchanged.ts";

export type CitatorRemaking = {
  /** Reads some opinions again that older rules read. */
  readonly readings: TakeTurn;
  /** Makes some standings anew that older rules made. */
  readonly standings: TakeTurn;
};

export type RemakingOptions = {
  readonly db: Db;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly readOpinions?: (opinionIds: readonly string[]) => Promise<readonly ReadOutcome[]>;
  readonly rules?: CitatorRules;
};

/** Few enough that what changes meanwhile is followed soon. */
const OPINIONS_AT_ONCE = 100;
const STANDINGS_AT_ONCE = 100;
/** Under this name stands the number of the rules by which every opinion held was looked at. */
const READINGS_PROJECTION = "citator-readings";

/**
 * Brings what the citator keeps to today's rules, the newest decisions and the most cited ones first. What newer rules than
 * this program's made is left as it is. Asked only when the citator has followed the records to their end.
 */
export function remakeCitator({
  db,
  log,
  clock = systemClock,
  readOpinions,
  rules = CITATOR_RULES,
}: RemakingOptions): CitatorRemaking {
  const read = readOpinions ?? ((ids) => readStoredOpinions(db, ids));
  const opinionsDue = new DueList(async () => {
    const due = await opinionsReadByOlder(db, rules.readings);
    return due.length > 0 ? due : opinionsNeverRead(db, rules.readings);
  });
  const standingsDue = new DueList(async () => standingsByOlder(db, rules.standings));

  const readings: CitatorRemaking["readings"] = async () => {
    const ids = await opinionsDue.take(OPINIONS_AT_ONCE);
    if (ids.length === 0) {
      if ((await projectionPosition(db, READINGS_PROJECTION)) < rules.readings)
        await saveProjectionPosition(db, READINGS_PROJECTION, rules.readings, clock);
      return { read: 0, changed: 0, isDone: true };
    }
    const outcomes = await read(ids);
    const found = outcomes.filter((outcome): outcome is ReadOpinion => "cited" in outcome);
    const faulty = outcomes.flatMap((outcome) => ("fault" in outcome ? [outcome.opinionId] : []));
    for (const opinionId of faulty)
      log.error({ opinionId }, "an opinion cannot be read again and keeps its old reading");
    const changed = await transaction(db, async (trx) => {
      const unchanged = await unchangedOpinions(trx, found);
      await noteRead(trx, [...unchanged], rules.readings);
      await noteFaulty(trx, faulty, rules.readings);
      await noteUnread(trx, "citator", { read: found.map(({ opinionId }) => opinionId), unread: passedOver(outcomes) });
      const others = found.filter(({ opinionId }) => !unchanged.has(opinionId));
      if (others.length > 0) await tell(trx, await applyBatch(trx, only(others), others, rules));
      return others.length;
    });
    // One that has gone is told of in the outbox, and is gone when that has been followed.
    if (outcomes.length === 0) opinionsDue.forget();
    return { read: outcomes.length, changed, isDone: outcomes.length === 0 };
  };

  const standings: CitatorRemaking["standings"] = async () => {
    const ids = await standingsDue.take(STANDINGS_AT_ONCE);
    if (ids.length === 0) return { read: 0, changed: 0, isDone: true };
    const changed = await transaction(db, async (trx) => {
      const before = await standingsOf(trx, ids);
      const { differ, events } = await refreshSummaries(trx, new TallyChanges(), {
        looked: new Set(),
        recounted: new Set(ids),
        rules: rules.standings,
      });
      const clusterIds = new Set(await decisionsOfWorks(trx, differ));
      await tell(trx, { clusterIds, lawKeys: new Set(), events });
      const after = await standingsOf(trx, ids);
      return ids.filter((id) => before.get(id) !== after.get(id)).length;
    });
    return { read: ids.length, changed, isDone: false };
  };

  return { readings, standings };
}

/** Nobody has cited anybody just now; how a decision stands may be read otherwise. */
async function tell(trx: Trx, applied: Applied): Promise<void> {
  const standings = applied.events.flatMap((event): NewEvent<"standing_changed">[] =>
    event.kind === "standing_changed" ? [{ ...event, detail: { ...event.detail, why: "rules" } }] : [],
  );
  await appendEvents(trx, standings);
  await appendOutbox(trx, changesTold(applied));
}

function passedOver(outcomes: readonly ReadOutcome[]): readonly UnreadRecord[] {
  return outcomes.flatMap((outcome) =>
    "fault" in outcome ? [{ kind: "opinion", recordId: outcome.opinionId, reason: outcome.fault } as const] : [],
  );
}

/** As if nothing had changed but these opinions. */
function only(readings: readonly ReadOpinion[]): Parameters<typeof applyBatch>[1] {
  const opinionIds = new Set(readings.map(({ opinionId }) => opinionId));
  return { clusterIds: new Set(), reach: { keys: new Set(), workIds: new Set() }, opinionIds, goneOpinionIds: [] };
}

async function noteRead(trx: Trx, opinionIds: readonly string[], rules: number): Promise<void> {
  for (const ids of inParts(opinionIds))
    await trx.updateTable("citing_opinions").set({ rules }).where("opinion_id", "in", ids).execute();
}

/** What breaks the reader is not tried again by the same rules, be it noted already or not. */
async function noteFaulty(trx: Trx, opinionIds: readonly string[], rules: number): Promise<void> {
  await noteRead(trx, opinionIds, rules);
  const known = await citingIds(trx, opinionIds);
  const unknown = opinionIds.filter((id) => !known.has(id));
  for (const ids of inParts(unknown)) {
    const rows = await trx
      .selectFrom(opinionRelation(trx).as("opinion"))
      .select(["opinion.id as opinion_id", "cluster_id"])
      .where("opinion.id", "in", ids)
      .execute();
    await insertRows(
      trx,
      "citing_opinions",
      rows.map((row) => ({ ...row, text_chars: 0, rules })),
    );
  }
}

async function opinionsReadByOlder(db: Reader, rules: number): Promise<readonly string[]> {
  const due = db
    .selectFrom("citing_opinions as read")
    .innerJoin(decisionRelation(db).as("decision"), "decision.id", "read.cluster_id")
    .select("read.opinion_id as id")
    .where("read.rules", "<", rules)
    .limit(DUE_AT_ONCE);
  const newest = await due.orderBy(sql`coalesce(decision.date_filed, '')`, "desc").execute();
  const cited = await due
    .innerJoin("treatment_summaries as standing", "standing.work_id", "decision.work_id")
    .orderBy("standing.citation_count", "desc")
    .execute();
  return inTurnFrom(...[newest, cited].map((rows) => rows.map(({ id }) => id)));
}

/** Those that no program has noted as read, once for each number of the rules. */
async function opinionsNeverRead(db: Reader, rules: number): Promise<readonly string[]> {
  if ((await projectionPosition(db, READINGS_PROJECTION)) >= rules) return [];
  const rows = await db
    .selectFrom(opinionRelation(db).as("opinion"))
    .leftJoin("citing_opinions as read", "read.opinion_id", "opinion.id")
    .select("opinion.id")
    .where("read.id", "is", null)
    .limit(DUE_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

async function standingsByOlder(db: Reader, rules: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("treatment_summaries")
    .select("work_id")
    .where("rules", "<", rules)
    .orderBy("citation_count", "desc")
    .limit(DUE_AT_ONCE)
    .execute();
  return rows.map(({ work_id }) => work_id);
}

async function standingsOf(db: Reader, workIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom("treatment_summaries").selectAll().where("work_id", "in", workIds).execute();
  return new Map(rows.map((row) => [row.work_id, JSON.stringify({ ...row, rules: undefined })]));
}
