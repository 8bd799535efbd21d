import type { Reader } from "#db/connection.ts";
import { dollars } from "../plans/money.ts";
import { allowanceOf, sumsOf } from "./room.ts";
import type { Allowance, Sums } from "./room.ts";

/** How a payer stands in a month. */
export type SpendingState = {
  readonly month: string;
  readonly allowance: Allowance;
  /** By member, key, or the payer itself. */
  readonly spenders: ReadonlyMap<string, Sums>;
};

export async function spendingState(db: Reader, payerId: string, month: string): Promise<SpendingState> {
  return { month, allowance: await allowanceOf(db, payerId), spenders: await sumsOf(db, payerId, month) };
}

/** Calls of a day and operation, for a chart. */
export type DayOfCalls = { readonly day: string; readonly what: string; readonly count: number };

/** Calls in a month by day and operation. */
export async function callsByDay(db: Reader, payerId: string, month: string): Promise<DayOfCalls[]> {
  const rows = await db
    .selectFrom("ledger")
    .select(["at", "what", "count"])
    .where("payer_id", "=", payerId)
    .where("month", "=", month)
    .where("event", "=", "call")
    .orderBy("id")
    .execute();
  const days = new Map<string, DayOfCalls>();
  for (const { at, what, count } of rows) {
    const day = at.slice(0, 10);
    const name = `${day} ${what}`;
    days.set(name, { day, what, count: (days.get(name)?.count ?? 0) + count });
  }
  return [...days.values()];
}

const HEAD = ["at", "spender", "key", "what", "included", "on_demand", "borne_by_service"];

/** A month's charges as CSV (RFC 4180), a line for each thing that was bought, in dollars. */
export async function statement(db: Reader, payerId: string, month: string): Promise<string> {
  const rows = await db
    .selectFrom("ledger")
    .selectAll()
    .where("payer_id", "=", payerId)
    .where("month", "=", month)
    .where("event", "=", "settled")
    .orderBy("id")
    .execute();
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

/** What a spreadsheet would take for a formula has an apostrophe in front. */
function cell(text: string): string {
  const plain = /^[=+@\t\r-]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
