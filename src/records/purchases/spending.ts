import { sql } from "kysely";
import type { Trx } from "#db/connection.ts";

/** What an account may spend at the official records system. */
export type Allowance = {
  readonly account: string;
  /** In a calendar month (UTC): charges and what is reserved for purchases under way, together. */
  readonly cap_cents: number;
};

export type Reservation = {
  readonly purchaseId: string;
  readonly allowance: Allowance;
  readonly atMost_cents: number;
  readonly now: Date;
};

/** What is left under the cap when a reservation is refused. */
export type OverCap = { readonly left_cents: number; readonly cap_cents: number };

/**
 * Where purchases are reserved, settled and released. Each is called in the transaction of the journal's own change, so
 * a process that dies leaves both or neither.
 */
export type Spending = {
  /** Holds an amount under the cap, or says what is left. A purchase that was released may be reserved anew. */
  readonly reserve: (trx: Trx, reservation: Reservation) => Promise<OverCap | undefined>;
  /** Books the charge in place of what was held. */
  readonly settle: (trx: Trx, purchaseId: string, charged_cents: number) => Promise<void>;
  readonly release: (trx: Trx, purchaseId: string) => Promise<void>;
};

/** Kept in this folder's own tables: one row an account and month, changed by statements that hold the cap themselves. */
export const OWN_SPENDING: Spending = { reserve, settle, release };

async function reserve(trx: Trx, wanted: Reservation): Promise<OverCap | undefined> {
  const { purchaseId, atMost_cents } = wanted;
  const { account, cap_cents } = wanted.allowance;
  const period = wanted.now.toISOString().slice(0, 7);
  await trx
    .insertInto("records_budgets")
    .values({ account, period, reserved_cents: 0, charged_cents: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const held = await trx
    .updateTable("records_budgets")
    .set((row) => ({ reserved_cents: row("reserved_cents", "+", atMost_cents) }))
    .where("account", "=", account)
    .where("period", "=", period)
    .where(sql<boolean>`reserved_cents + charged_cents + ${atMost_cents} <= ${cap_cents}`)
    .returning("reserved_cents")
    .executeTakeFirst();
  if (held === undefined) return overCap(trx, account, period, cap_cents);
  const row = { account, period, state: "open", reserved_cents: atMost_cents, charged_cents: 0 };
  await trx
    .insertInto("records_reservations")
    .values({ purchase_id: purchaseId, ...row })
    .onConflict((conflict) => conflict.column("purchase_id").doUpdateSet(row))
    .execute();
  return undefined;
}

async function overCap(trx: Trx, account: string, period: string, cap_cents: number): Promise<OverCap> {
  const { reserved_cents, charged_cents } = await trx
    .selectFrom("records_budgets")
    .select(["reserved_cents", "charged_cents"])
    .where("account", "=", account)
    .where("period", "=", period)
    .executeTakeFirstOrThrow();
  return { left_cents: Math.max(0, cap_cents - reserved_cents - charged_cents), cap_cents };
}

async function settle(trx: Trx, purchaseId: string, charged_cents: number): Promise<void> {
  await end(trx, purchaseId, "settled", charged_cents);
}

async function release(trx: Trx, purchaseId: string): Promise<void> {
  await end(trx, purchaseId, "released", 0);
}

/** Ends an open reservation; one that has ended stays as it is. */
async function end(trx: Trx, purchaseId: string, state: string, charged_cents: number): Promise<void> {
  const ended = await trx
    .updateTable("records_reservations")
    .set({ state, charged_cents })
    .where("purchase_id", "=", purchaseId)
    .where("state", "=", "open")
    .returning(["account", "period", "reserved_cents"])
    .executeTakeFirst();
  if (ended === undefined) return;
  await trx
    .updateTable("records_budgets")
    .set((row) => ({
      reserved_cents: row("reserved_cents", "-", ended.reserved_cents),
      charged_cents: row("charged_cents", "+", charged_cents),
    }))
    .where("account", "=", ended.account)
    .where("period", "=", ended.period)
    .execute();
}
