import { readFileSync } from "node:fs";
import { systemClock } from "#base/clock.ts";
import type { ValuesOf } from "#base/config/setting.ts";
import { messageOf, OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { PublicArchive } from "./archive/archive.ts";
import { readAllowed } from "./archive/allowed.ts";
import { ArchiveFetcher } from "./archive/fetcher.ts";
import { readKeyFile, readKeyRing } from "./credentials/seal.ts";
import type { KeyRing } from "./credentials/seal.ts";
import { exchange } from "./exchange/exchange.ts";
import { OfficialRecords } from "./official/official.ts";
import { PRICE_PERIODS, readPricePeriods } from "./official/prices.ts";
import type { PricePeriod } from "./official/prices.ts";
import type { Spending } from "./purchases/spending.ts";
import type { RECORDS_SETTINGS } from "./settings.ts";

export type RecordsConfig = ValuesOf<typeof RECORDS_SETTINGS>;

/** A purchase may take a few answers of a court. */
const ANSWERS_A_PURCHASE = 4;
/** Long beside a pause of a busy process, short beside the turns of a court. */
const PLACE_MS = 15_000;
const HOUR_MS = 60 * 60 * 1000;

/** The official records system as it is configured; `spending` keeps the money. Throws `invalid_configuration`. */
export function openOfficialRecords(
  db: Db,
  config: RecordsConfig,
  { log, spending }: { readonly log: Logger; readonly spending: Spending },
): OfficialRecords {
  const timeout_ms = config.recordsTimeoutSeconds * 1000;
  return new OfficialRecords({
    db,
    log,
    exchange,
    clock: systemClock,
    spending,
    serviceCap_cents: config.recordsMonthlyCap * 100,
    ring: keyRingOf(config),
    places: {
      signIn: new URL(`${config.recordsSignInUrl}/`),
      locator: new URL(`${config.recordsLocatorUrl}/`),
      courts: config.recordsCourtUrl.replace(/\/?$/u, "/"),
    },
    receipts: config.recordsReceiptsUrl === null ? null : new URL(config.recordsReceiptsUrl),
    prices: pricesOf(config),
    queue: {
      running_max: config.recordsPerCourt,
      waiting_max: config.recordsWaiting,
      wait_ms_max: config.recordsWaitSeconds * 1000,
      alive_ms: PLACE_MS,
    },
    patience: {
      timeout_ms,
      busy_ms: ANSWERS_A_PURCHASE * timeout_ms,
      attempts_max: 3,
      pause_ms: 2_000,
      receiptsLag_ms: config.recordsReceiptsLagHours * HOUR_MS,
    },
  });
}

/** The public archive; switched off unless the configuration says otherwise. Throws `invalid_configuration`. */
export function openPublicArchive(db: Db, config: RecordsConfig): PublicArchive {
  const allowed = readAllowed(config);
  if (!config.archive) return new PublicArchive(allowed, null);
  const fetcher = new ArchiveFetcher({
    db,
    allowed,
    exchange,
    token: config.archiveToken,
    clock: systemClock,
    requestsPerMinute: config.archiveRequestsPerMinute,
    cacheFor_ms: config.archiveCacheHours * HOUR_MS,
    timeout_ms: config.recordsTimeoutSeconds * 1000,
  });
  return new PublicArchive(allowed, fetcher);
}

/** Null where no key is configured: then there are no credentials either. */
export function keyRingOf({ recordsKey, recordsKeyFile }: RecordsConfig): KeyRing | null {
  if (recordsKeyFile !== null) return readKeyFile(recordsKeyFile);
  return recordsKey === null ? null : readKeyRing(recordsKey);
}

export function pricesOf({ recordsPrices }: RecordsConfig): readonly PricePeriod[] {
  if (recordsPrices === null) return PRICE_PERIODS;
  let text: string;
  try {
    text = readFileSync(recordsPrices, "utf8");
  } catch (thrown) {
    throw new OnpointError("invalid_configuration", `the file of prices: ${messageOf(thrown)}`);
  }
  return readPricePeriods(text, recordsPrices);
}
