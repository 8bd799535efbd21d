import { randomBytes } from "node:crypto";
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
import { OWN_SPENDING } from "#records/purchases/spending.ts";
import type { Simulator } from "./simulator/simulator.ts";

export const ACCOUNT = "the-firm";
export const DAY_MS = 24 * 3600 * 1000;
export const RECEIPTS_LAG_MS = 24 * 3600 * 1000;

/** A clock that stands still until it is moved. */
export function movableClock(start = "2026-11-23T12:00:00Z"): { clock: () => Date; pass: (ms: number) => void } {
  let now_ms = Date.parse(start);
  return { clock: () => new Date(now_ms), pass: (ms) => (now_ms += ms) };
}

const RING = readKeyRing(newKeyText());

export async function enterCredentials(
  db: Db,
  changes: { password?: string; otpSecret?: string; key?: string } = {},
): Promise<void> {
  await storeCredentials(db, changes.key === undefined ? RING : readKeyRing(changes.key), {
    loginId: "onpoint-desk",
    password: changes.password ?? "correct horse battery staple",
    otpSecret: changes.otpSecret ?? null,
    isFiler: false,
  });
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
    spending: OWN_SPENDING,
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
