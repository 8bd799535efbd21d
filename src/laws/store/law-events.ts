import type { Clock } from "#base/clock.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";
import { appendEvents } from "#db/events.ts";
import type { NewEvent } from "#db/events.ts";
import { projectionState, saveProjectionPosition } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import { currentAt, dayOf, inOrder } from "../currency.ts";
import { lawNodeIdOf, lawVersionIdOf } from "../ids.ts";
import type { LawRecord } from "../model.ts";
import type { LawNews } from "../tables.ts";
import type { ChainState, HeldVersion } from "./chain-state.ts";
import { standingsIn } from "./read.ts";

/**
 * Up to this day, counted from 1970, events tell which versions have become law and which have ceased to be. What a
 * source tells is told as of it, and what comes after by `tellDays`, so that nothing is told twice.
 */
const DAYS_TOLD = "days of law told";
const DAY_MS = 86_400_000;

/** The day as of which events tell what is law. */
export async function dayTold(trx: Trx, clock: Clock): Promise<string> {
  const told = await projectionState(trx, DAYS_TOLD);
  if (told !== undefined) return dayAt(told.position);
  const today = dayOf(clock);
  await saveProjectionPosition(trx, DAYS_TOLD, daysTo(today), clock);
  return today;
}

function daysTo(day: string): number {
  return Date.parse(day) / DAY_MS;
}

function dayAt(days: number): string {
  return new Date(days * DAY_MS).toISOString().slice(0, 10);
}

/** The versions of a chain as they are held before changes are worked into it. */
export type VersionsBefore = ReadonlyMap<string, HeldVersion>;

/** What changes have made of a chain; none where they moved nothing but its place among its neighbours. */
export function lawNews(
  { collectionId, day }: { readonly collectionId: string; readonly day: string },
  before: VersionsBefore,
  { sourceId, versions, writes }: ChainState,
): NewEvent<"law_changed">[] {
  const counts = { added: 0, changed: 0, ended: 0 };
  for (const key of writes.keys()) {
    const [held, now] = [before.get(key), versions.get(key)];
    if (now === undefined) continue;
    if (held === undefined) counts[now.record.isTombstone ? "ended" : "added"] += 1;
    else if (held.contentHash !== now.contentHash || limitsOf(held) !== limitsOf(now)) counts.changed += 1;
  }
  const lawOf = (chain: VersionsBefore): string | null => {
    const current = currentAt(inOrder<LawRecord>([...chain.values()].map(({ record }) => record)), day, day);
    return current === undefined ? null : lawVersionIdOf(collectionId, sourceId, current.versionKey);
  };
  const detail: LawNews = { why: "source", versions: counts, before: lawOf(before), after: lawOf(versions), day };
  const isNews = counts.added + counts.changed + counts.ended > 0 || detail.before !== detail.after;
  return isNews ? [{ kind: "law_changed", recordId: lawNodeIdOf(collectionId, sourceId), detail }] : [];
}

/** When a version is law, as far as its own record says. */
function limitsOf({ record }: HeldVersion): string {
  const { effectiveDate, publicationDate, isHistorical, caveat, expiresOn } = record;
  return JSON.stringify([effectiveDate, publicationDate, isHistorical, caveat, expiresOn]);
}

const NODES_AT_ONCE = 500;

/**
 * Tells of the provisions of which another version is law by the mere passing of days, up to today. Once for each day,
 * however many processes ask; returns how many it told of.
 */
export async function tellDays(db: Db, clock: Clock): Promise<number> {
  const today = dayOf(clock);
  const told = await projectionState(db, DAYS_TOLD);
  if (told !== undefined && told.position >= daysTo(today)) return 0;
  return transaction(db, async (trx) => {
    const since = await dayTold(trx, clock);
    if (since >= today) return 0;
    const events: NewEvent<"law_changed">[] = [];
    for (const nodeIds of inParts(await nodesWithDays(trx, since, today), NODES_AT_ONCE)) {
      for (const [recordId, chain] of await standingsIn(trx, nodeIds)) {
        const before = currentAt(chain, since, since)?.id ?? null;
        const after = currentAt(chain, today, today)?.id ?? null;
        const versions = { added: 0, changed: 0, ended: 0 };
        if (before === after) continue;
        events.push({ kind: "law_changed", recordId, detail: { why: "day", versions, before, after, day: today } });
      }
    }
    await saveProjectionPosition(trx, DAYS_TOLD, daysTo(today), clock);
    await appendEvents(trx, events, clock);
    return events.length;
  });
}

/** Provisions of which some version begins or ends on a day after `since`, up to `today`. */
async function nodesWithDays(db: Reader, since: string, today: string): Promise<string[]> {
  const rows = await db
    .selectFrom("law_versions")
    .select("node_id")
    .distinct()
    .where((row) =>
      row.or(
        (["effective_date", "expires_on", "edition", "publication_date"] as const).map((column) =>
          row.and([row(column, ">", since), row(column, "<=", today)]),
        ),
      ),
    )
    .orderBy("node_id")
    .execute();
  return rows.map(({ node_id }) => node_id);
}
