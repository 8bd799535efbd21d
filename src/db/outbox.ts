import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import type { Reader, Trx } from "./connection.ts";
import { takeNumbers } from "./counters.ts";
import { insertRows } from "./rows.ts";

/**
 * The kinds of record that changes are told of. Whoever writes one declares it here, and every follower then has to say
 * what it does with it (`eachEntry`).
 */
export interface OutboxKinds {}
/** Records that one collection alone follows and nothing else reads: whoever meets a change of one goes past it. */
export type CollectionKind = `collection/${string}`;
export type OutboxKind = keyof OutboxKinds | CollectionKind;

/** A change of one record. Deleting and writing again are told apart by `op`; the record itself is read later. */
export type Change = {
  readonly kind: OutboxKind;
  readonly recordId: string;
  readonly op: "upsert" | "delete";
};

export type OutboxEntry = Change & { readonly seq: number };

/**
 * Records changes in the transaction that makes them. Sequence numbers have no gaps and become visible in
 * order, so a reader who has seen n has seen everything up to n. Call it last in the transaction: on
 * PostgreSQL other writers wait from here to the end.
 */
export async function appendOutbox(trx: Trx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const first = await takeNumbers(trx, "outbox", changes.length);
  await insertRows(
    trx,
    "outbox",
    changes.map(({ kind, recordId, op }, index) => ({ seq: first + index, kind, record_id: recordId, op })),
  );
}

/**
 * Hands each entry to what its kind asks for. Throws `schema_too_new` at a kind that this program does not know: a
 * newer one wrote it, and only that one can follow it.
 */
export function eachEntry(
  entries: readonly OutboxEntry[],
  byKind: { readonly [Kind in keyof OutboxKinds]: (entry: OutboxEntry) => void },
): void {
  for (const entry of entries) {
    const { kind } = entry;
    if (isOfOneCollection(kind)) continue;
    if (!Object.hasOwn(byKind, kind)) throw unknownKind(entry);
    byKind[kind](entry);
  }
}

function isOfOneCollection(kind: OutboxKind): kind is CollectionKind {
  return kind.startsWith("collection/");
}

function unknownKind({ kind, seq }: OutboxEntry): OnpointError {
  return new OnpointError(
    "schema_too_new",
    `the records hold a change of a kind this program does not know: ${kind}, number ${seq}`,
    { hint: "A newer program wrote it. Start that version, or a later one." },
  );
}

/** Up to `limit` entries after `afterSeq`, oldest first. */
export async function readOutbox(db: Reader, afterSeq: number, limit: number): Promise<OutboxEntry[]> {
  const rows = await db
    .selectFrom("outbox")
    .selectAll()
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map(({ seq, kind, record_id, op }) => ({
    seq,
    kind: kind as OutboxKind,
    recordId: record_id,
    op: op as Change["op"],
  }));
}

/** The last sequence number written, 0 when there is none. */
export async function outboxEnd(db: Reader): Promise<number> {
  const row = await db.selectFrom("outbox").select("seq").orderBy("seq", "desc").limit(1).executeTakeFirst();
  return row?.seq ?? 0;
}

/** The sequence number up to which a projection has durably followed, 0 at first. */
export async function projectionPosition(db: Reader, name: string): Promise<number> {
  const row = await db.selectFrom("projections").select("position").where("name", "=", name).executeTakeFirst();
  return row?.position ?? 0;
}

export type ProjectionState = { readonly position: number; readonly updatedAt: string };

/** How far a projection has followed and when it last said so; undefined before it ever did. */
export async function projectionState(db: Reader, name: string): Promise<ProjectionState | undefined> {
  return db
    .selectFrom("projections")
    .select(["position", "updated_at as updatedAt"])
    .where("name", "=", name)
    .executeTakeFirst();
}

/** How far all projections have followed, by their names. */
export async function projectionPositions(db: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom("projections").select(["name", "position"]).execute();
  return new Map(rows.map(({ name, position }) => [name, position]));
}

export async function forgetProjection(db: Reader, name: string): Promise<void> {
  await db.deleteFrom("projections").where("name", "=", name).execute();
}

/** The records of a kind that were changed after a number, as a part of another statement. */
export function changedAfter(db: Reader, kind: OutboxKind, afterSeq: number) {
  return db.selectFrom("outbox").select("record_id").where("seq", ">", afterSeq).where("kind", "=", kind);
}

/** Whether any record of these kinds was changed after a number. */
export async function hasChangesAfter(db: Reader, afterSeq: number, kinds: readonly OutboxKind[]): Promise<boolean> {
  const line = await db
    .selectFrom("outbox")
    .select("seq")
    .where("seq", ">", afterSeq)
    .where("kind", "in", kinds)
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

/** How many records of these kinds were written after a number: it reads the lines from there on. */
export async function writtenAfter(
  db: Reader,
  afterSeq: number,
  kinds: readonly OutboxKind[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("outbox")
    .select(({ fn }) => ["kind", fn.count<number>("record_id").distinct().as("records")])
    .where("seq", ">", afterSeq)
    .where("kind", "in", kinds)
    .where("op", "=", "upsert")
    .groupBy("kind")
    .execute();
  return new Map(rows.map(({ kind, records }) => [kind, records]));
}

export async function saveProjectionPosition(
  db: Reader,
  name: string,
  position: number,
  clock: Clock = systemClock,
): Promise<void> {
  const updated_at = clock().toISOString();
  await db
    .insertInto("projections")
    .values({ name, position, updated_at })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ position, updated_at }))
    .execute();
}
