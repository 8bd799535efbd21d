import { randomBytes } from "node:crypto";
import { AT_THE_MACHINE, OPERATOR_ID } from "#accounts/audit/audit.ts";
import { setOnDemand } from "#accounts/usage/consent.ts";
import { monthOf, sumsOf } from "#accounts/usage/room.ts";
import { silentLogger } from "#base/log.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { newKeyText, readKeyRing } from "#records/credentials/seal.ts";
import { storeCredentials } from "#records/credentials/store.ts";
import { exchange } from "#records/exchange/exchange.ts";
import type { Exchange } from "#records/exchange/exchange.ts";
import { OfficialRecords } from "#records/official/official.ts";
import type { OfficialOptions } from "#records/official/official.ts";
import { PRICE_PERIODS } from "#records/official/prices.ts";
import { LEDGER_SPENDING } from "#research/retrieval/ledger-spending.ts";
import { testAccounts } from "#test/accounts.ts";
import type { Simulator } from "./simulator/simulator.ts";

export const ACCOUNT = "the-firm";
/** A payer without a plan: what it may spend is what it has opted into. */
export const ASKER = { allowance: { account: ACCOUNT, spender: ACCOUNT, key: null } } as const;
export const DAY_MS = 24 * 3600 * 1000;
export const RECEIPTS_LAG_MS = 24 * 3600 * 1000;

/** A clock that stands still until it is moved. */
export function movableClock(start = "2026-11-23T12:00:00Z"): { clock: () => Date; pass: (ms: number) => void } {
  let now_ms = Date.parse(start);
  return { clock: () => new Date(now_ms), pass: (ms) => (now_ms += ms) };
}

const RING = readKeyRing(newKeyText());

/** Lets a payer spend so much a month, beyond what a plan includes. */
export async function optIn(db: Db, cap_cents: number, payerId: string = ACCOUNT): Promise<void> {
  const { accounts } = testAccounts(db);
  const by = { actorId: OPERATOR_ID, origin: AT_THE_MACHINE };
  await setOnDemand(accounts, { payerId, cap_microusd: cap_cents * 10_000, ...by });
}

/** What the ledger holds for the payer and has booked, in cents, in the month of a day. */
export async function moneyOf(
  db: Db,
  day: Date,
  payerId: string = ACCOUNT,
): Promise<{ readonly held_cents: number; readonly used_cents: number }> {
  const sums = [...(await sumsOf(db, payerId, monthOf(day))).values()];
  const total = (of: (one: (typeof sums)[number]) => number): number =>
    sums.reduce((sum, one) => sum + of(one), 0) / 10_000;
  return {
    held_cents: total(({ included_held, on_demand_held }) => included_held + on_demand_held),
    used_cents: total(({ included_used, on_demand_used }) => included_used + on_demand_used),
  };
}

export async function enterCredentials(
  db: Db,
  changes: { password?: string; otpSecret?: string; key?: string; isFiler?: boolean; clock?: () => Date } = {},
): Promise<void> {
  const ring = changes.key === undefined ? RING : readKeyRing(changes.key);
  const credentials = {
    loginId: "onpoint-desk",
    password: changes.password ?? "correct horse battery staple",
    otpSecret: changes.otpSecret ?? null,
    isFiler: changes.isFiler ?? false,
  };
  await storeCredentials(db, ring, credentials, changes.clock);
}

/** The client as a server has it, at a simulator, with little patience. */
export function openDesk(
  db: Db,
  simulator: Pick<Simulator, "url">,
  clock: () => Date,
  changes: {
    readonly exchange?: Exchange;
    readonly log?: Logger;
    /** Of credentials that another process entered. */
    readonly key?: string;
    readonly options?: Partial<OfficialOptions>;
  } = {},
): OfficialRecords {
  const site = new URL(simulator.url);
  return new OfficialRecords({
    db,
    spending: LEDGER_SPENDING,
    serviceCap_cents: 1_000_000,
    ring: changes.key === undefined ? RING : readKeyRing(changes.key),
    places: { signIn: site, locator: site, courts: `${simulator.url}courts/{court}/` },
    receipts: new URL("billing", site),
    prices: PRICE_PERIODS,
    exchange: changes.exchange ?? exchange,
    clock,
    log: changes.log ?? silentLogger,
    queue: { running_max: 2, waiting_max: 10, wait_ms_max: 5_000, alive_ms: 15_000 },
    // Long enough for a busy machine: only what hangs on purpose takes as long.
    patience: { timeout_ms: 2_000, busy_ms: 60_000, attempts_max: 3, pause_ms: 1, receiptsLag_ms: RECEIPTS_LAG_MS },
    ...changes.options,
  });
}

export function newOccasion(): string {
  return randomBytes(8).toString("hex");
}
