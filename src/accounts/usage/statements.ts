import { sql } from "kysely";
import type { Reader } from "#db/connection.ts";
import { dollars } from "../plans/money.ts";
import type { LedgerEvent } from "./ledger.ts";
import { allowanceOf, memberCapsOf, sumsOf } from "./room.ts";
import type { Allowance, MemberCaps, Sums } from "./room.ts";

/** How a payer stands in a month. */
export type SpendingState = {
  readonly month: string;
  readonly allowance: Allowance;
  /** By member, key, or the payer itself. */
  readonly spenders: ReadonlyMap<string, Sums>;
  readonly memberCaps: MemberCaps;
};

export async function spendingState(db: Reader, payerId: string, month: string): Promise<SpendingState> {
  return {
    month,
    allowance: await allowanceOf(db, payerId),
    spenders: await sumsOf(db, payerId, month),
    memberCaps: await memberCapsOf(db, payerId),
  };
}

/** Calls of a day and operation, for a chart. */
export type DayOfCalls = { readonly day: string; readonly what: string; readonly count: number };

/** Moments are kept as ISO 8601, which begins with the day. */
const DAY_OF_LINE = sql<string>`substr(at, 1, 10)`;
const DAY = DAY_OF_LINE.as("day");

/** Calls in a month by day and operation: of all who called for this payer, or of one of them. */
export async function callsByDay(
  db: Reader,
  payerId: string,
  month: string,
  spenderId?: string,
): Promise<DayOfCalls[]> {
  const rows = await linesOf(db, { payerId, month, event: "call", spenderId })
    .select([DAY, "what"])
    .select((row) => row.fn.sum("count").as("count"))
    .groupBy([DAY_OF_LINE, "what"])
    .orderBy("day")
    .orderBy("what")
    .execute();
  return rows.map(({ day, what, count }) => ({ day, what, count: Number(count) }));
}

const HEAD = ["at", "spender", "key", "what", "included", "on_demand", "borne_by_service"];

/**
 * A month's charges as CSV (RFC 4180), a line for each thing that was bought, in dollars: by all who spend for this
 * payer, or by one of them.
 */
export async function statement(db: Reader, payerId: string, month: string, spenderId?: string): Promise<string> {
  const rows = await linesOf(db, { payerId, month, event: "settled", spenderId }).selectAll().orderBy("id").execute();
  const lines = rows.map((row) => [
    row.at,
    row.spender_id,
    row.key_id ?? "",
    row.what,
    dollars(row.included_microusd),
    dollars(row.on_demand_microusd),
    dollars(row.absorbed_microusd),
  ]);
  return [HEAD, ...lines].map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

function linesOf(
  db: Reader,
  wanted: {
    readonly payerId: string;
    readonly month: string;
    readonly event: LedgerEvent;
    readonly spenderId: string | undefined;
  },
) {
  const lines = db
    .selectFrom("ledger")
    .where("payer_id", "=", wanted.payerId)
    .where("month", "=", wanted.month)
    .where("event", "=", wanted.event);
  return wanted.spenderId === undefined ? lines : lines.where("spender_id", "=", wanted.spenderId);
}

/** What a spreadsheet would take for a formula has an apostrophe in front. */
function cell(text: string): string {
  const plain = /^[=+@\t\r-]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
