import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { transaction } from "./connection.ts";
import type { Db, Reader, Trx } from "./connection.ts";
import { takeNumbers } from "./counters.ts";
import { projectionPosition, saveProjectionPosition } from "./outbox.ts";
import { inParts } from "./parts.ts";
import { insertRows } from "./rows.ts";

/**
 * What can happen, each kind with what is told of it. The folder in whose transactions it happens declares it here. The
 * outbox says which records to look at again; an event says what has become of one, with what it was before.
 */
export interface EventKinds {}
export type EventKind = keyof EventKinds;

/** Something that happened to a record, or to what is derived from it. `detail` is JSON. */
export type NewEvent<Kind extends EventKind = EventKind> = {
  readonly [One in Kind]: { readonly kind: One; readonly recordId: string; readonly detail: EventKinds[One] };
}[Kind];

export type DomainEvent<Kind extends EventKind = EventKind> = NewEvent<Kind> & {
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly happenedAt: string;
};

/** So long an event is kept; who follows must have come by then. */
export const EVENTS_KEPT_DAYS = 30;

/** Ids that one event lists at most; counts beside them are of all. */
export const EVENT_IDS_MAX = 200;

/**
 * Writes events in the transaction that makes them happen. Their numbers have no gaps and become visible in order, as
 * those of the outbox, whose lock they share. Call it next to `appendOutbox`, last in the transaction.
 */
export async function appendEvents(trx: Trx, events: readonly NewEvent[], clock: Clock = systemClock): Promise<void> {
  if (events.length === 0) return;
  // One order of locks, whichever of the two a transaction writes first.
  await takeNumbers(trx, "outbox", 0);
  const first = await takeNumbers(trx, "events", events.length);
  const happened_at = clock().toISOString();
  const rows = events.map(({ kind, recordId, detail }, index) => {
    return { seq: first + index, kind, record_id: recordId, happened_at, detail: JSON.stringify(detail) };
  });
  await insertRows(trx, "events", rows);
}

/** Events after a number, oldest first, and the number up to which there are no others of these kinds. */
export type EventPage<Kind extends EventKind> = {
  readonly events: readonly DomainEvent<Kind>[];
  readonly position: number;
  /** Events after the number that asked for them were kept no longer. */
  readonly isCutShort: boolean;
};

export async function readEvents<Kind extends EventKind>(
  db: Reader,
  afterSeq: number,
  { kinds, limit }: { readonly kinds: readonly Kind[]; readonly limit: number },
): Promise<EventPage<Kind>> {
  const end = await eventsEnd(db);
  if (end <= afterSeq) return { events: [], position: afterSeq, isCutShort: false };
  const first = await db.selectFrom("events").select("seq").orderBy("seq").limit(1).executeTakeFirst();
  const rows = await db
    .selectFrom("events")
    .selectAll()
    .where("seq", ">", afterSeq)
    .where("seq", "<=", end)
    .where("kind", "in", kinds)
    .orderBy("seq")
    .limit(limit)
    .execute();
  const events = rows.map(({ seq, kind, record_id, happened_at, detail }) => {
    const told = { seq, kind, recordId: record_id, happenedAt: happened_at, detail: JSON.parse(detail) as unknown };
    return told as DomainEvent<Kind>;
  });
  const position = rows.length < limit ? end : (rows.at(-1)?.seq ?? end);
  return { events, position, isCutShort: (first?.seq ?? end + 1) > afterSeq + 1 };
}

/** The number of the last event that happened, be it kept still or not; 0 before the first. */
export async function eventsEnd(db: Reader): Promise<number> {
  const row = await db.selectFrom("counters").select("value").where("name", "=", "events").executeTakeFirst();
  return row?.value ?? 0;
}

const EVENTS_AT_ONCE = 2_000;

/** Forgets events that happened before a moment, some thousands in each transaction; answers how many. */
export async function forgetEventsBefore(db: Db, moment: string, signal?: AbortSignal): Promise<number> {
  for (let forgotten = 0; ;) {
    if (signal?.aborted === true) return forgotten;
    const rows = await db
      .selectFrom("events")
      .select(["seq", "happened_at"])
      .orderBy("seq")
      .limit(EVENTS_AT_ONCE)
      .execute();
    // In the order in which they happened, so nothing behind the first that stays is older.
    const stays = rows.findIndex(({ happened_at }) => happened_at >= moment);
    const old = rows.slice(0, stays === -1 ? rows.length : stays).map(({ seq }) => seq);
    for (const seqs of inParts(old))
      await transaction(db, async (trx) => trx.deleteFrom("events").where("seq", "in", seqs).execute());
    forgotten += old.length;
    if (old.length < EVENTS_AT_ONCE) return forgotten;
  }
}

/** What acts on events, by a name under which it is kept how far it has come. */
export type EventReader<Kind extends EventKind> = {
  readonly name: string;
  readonly kinds: readonly Kind[];
  /** Acts on events, oldest first, in the transaction that keeps how far it has come: both stay, or neither does. */
  readonly handle: (trx: Trx, events: readonly DomainEvent<Kind>[]) => Promise<void>;
};

export type EventsFollowed = { readonly handled: number; readonly isAtEnd: boolean; readonly isCutShort: boolean };

const HANDLED_AT_ONCE = 200;

/**
 * Hands a reader what has happened since it last looked, once, however many processes do this at a time: who finds that
 * another has come first takes back what it did. A reader that is new begins with what happens next.
 */
export async function followEvents<Kind extends EventKind>(
  db: Db,
  { name, kinds, handle }: EventReader<Kind>,
): Promise<EventsFollowed> {
  const mark = `events for ${name}`;
  const known = await db.selectFrom("projections").select("position").where("name", "=", mark).executeTakeFirst();
  if (known !== undefined && known.position >= (await eventsEnd(db)))
    return { handled: 0, isAtEnd: true, isCutShort: false };
  return transaction(db, async (trx) => {
    // Holds back every other that follows under this name until the end, on both databases.
    const from = await lockedPosition(trx, mark);
    const { events, position, isCutShort } = await readEvents(trx, from, { kinds, limit: HANDLED_AT_ONCE });
    if (events.length > 0) await handle(trx, events);
    await saveProjectionPosition(trx, mark, position);
    return { handled: events.length, isAtEnd: events.length < HANDLED_AT_ONCE, isCutShort };
  });
}

async function lockedPosition(trx: Trx, mark: string): Promise<number> {
  const position = await eventsEnd(trx);
  await trx
    .insertInto("projections")
    .values({ name: mark, position, updated_at: systemClock().toISOString() })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((row) => ({ position: row.ref("projections.position") })),
    )
    .execute();
  return projectionPosition(trx, mark);
}
