import { systemClock } from "#base/clock.ts";
import { transaction } from "./connection.ts";
import type { Db, Reader, Trx } from "./connection.ts";
import { inParts } from "./parts.ts";
import { upsertRows } from "./rows.ts";

/** Who reads texts of records that are held, and passes over what it cannot read. */
export type RecordReader = "citator" | "heads" | "copies" | "dockets" | "index" | "vectors";

/** What a record is, in the singular: `opinion`, `decision`, `docket`, or what a collection calls its documents. */
export type UnreadKind = string;

/** A record that a reader passes over, and why. */
export type UnreadRecord = { readonly kind: UnreadKind; readonly recordId: string; readonly reason: string };

/** What is said of a record with which reading does not come to an end. */
export const ENDLESS_READING = "reading it takes more time than it is given";

/** Notes what a reader has read and what it passed over: of a record it reads again nothing stays noted. */
export async function noteUnread(
  trx: Trx,
  reader: RecordReader,
  { read, unread }: { readonly read: Iterable<string>; readonly unread: readonly UnreadRecord[] },
): Promise<void> {
  for (const ids of (await passesOverAny(trx, reader)) ? inParts([...read]) : []) {
    await trx.deleteFrom("unread_records").where("reader", "=", reader).where("record_id", "in", ids).execute();
  }
  const noted_at = systemClock().toISOString();
  await upsertRows(
    trx,
    "unread_records",
    ["reader", "record_id"],
    unread.map(({ kind, recordId, reason }) => ({ reader, kind, record_id: recordId, reason, noted_at })),
  );
}

/** The same in a transaction of its own, where there is anything to note. */
export async function noteUnreadNow(
  db: Db,
  reader: RecordReader,
  noted: { readonly read: Iterable<string>; readonly unread: readonly UnreadRecord[] },
): Promise<void> {
  if (noted.unread.length === 0 && !(await passesOverAny(db, reader))) return;
  await transaction(db, async (trx) => noteUnread(trx, reader, noted));
}

async function passesOverAny(db: Reader, reader: RecordReader): Promise<boolean> {
  const noted = db.selectFrom("unread_records").select("record_id").where("reader", "=", reader).limit(1);
  return (await noted.executeTakeFirst()) !== undefined;
}

/** A reader begins anew. */
export async function forgetUnread(trx: Trx, reader: RecordReader): Promise<void> {
  await trx.deleteFrom("unread_records").where("reader", "=", reader).execute();
}

export type NotedUnread = UnreadRecord & { readonly reader: RecordReader };

/** What readers pass over; records that are gone since may be among it. */
export async function unreadRecords(db: Reader): Promise<readonly NotedUnread[]> {
  const rows = await db.selectFrom("unread_records").selectAll().orderBy("reader").orderBy("record_id").execute();
  return rows.map(({ reader, kind, record_id, reason }) => ({
    reader: reader as RecordReader,
    kind,
    recordId: record_id,
    reason,
  }));
}

/** How many of these records a reader passes over. */
export async function countUnread(db: Reader, reader: RecordReader, recordIds: readonly string[]): Promise<number> {
  let sum = 0;
  for (const ids of inParts(recordIds)) {
    const { count } = await db
      .selectFrom("unread_records")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("reader", "=", reader)
      .where("record_id", "in", ids)
      .executeTakeFirstOrThrow();
    sum += count;
  }
  return sum;
}
