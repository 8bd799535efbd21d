import type { Trx } from "#db/connection.ts";
import { insertRows } from "#db/rows.ts";

/** What is noted: calls as they come, those that were refused apart, and what becomes of every amount that is held. */
export type LedgerEvent = "call" | "refused" | "reserved" | "settled" | "released" | "expired";

export type NewLedgerEntry = {
  readonly at: Date;
  /** In UTC, `YYYY-MM`: that of the reservation, however late it is settled. */
  readonly month: string;
  readonly event: LedgerEvent;
  readonly payerId: string;
  readonly spenderId: string;
  readonly keyId: string | null;
  /** A tool, an operation, or what was bought. */
  readonly what: string;
  readonly reservationId?: string;
  /** Calls of the same within seconds are one entry. */
  readonly count?: number;
  readonly included?: number;
  readonly onDemand?: number;
  readonly absorbed?: number;
  readonly matter?: string | null;
};

const WHAT_CHARS_MAX = 200;

/** Adds to the ledger, from which nothing is ever taken and in which nothing is changed. */
export async function addToLedger(trx: Trx, entries: readonly NewLedgerEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    at: entry.at.toISOString(),
    month: entry.month,
    event: entry.event,
    payer_id: entry.payerId,
    spender_id: entry.spenderId,
    key_id: entry.keyId,
    what: entry.what.slice(0, WHAT_CHARS_MAX),
    reservation_id: entry.reservationId ?? null,
    count: entry.count ?? 1,
    included_microusd: entry.included ?? 0,
    on_demand_microusd: entry.onDemand ?? 0,
    absorbed_microusd: entry.absorbed ?? 0,
    matter: entry.matter ?? null,
  }));
  await insertRows(trx, "ledger", rows);
}
