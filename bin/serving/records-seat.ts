import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#base/clock.ts";
import { messageOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import type { OfficialRecords } from "#records/official/official.ts";
import { keyRingOf, openOfficialRecords, openPublicArchive, pricesOf } from "#records/open.ts";
import { PdfReadingPool } from "#text/pdf/reading-pool.ts";
import type { Retrieval } from "#research/dockets/retrieval.ts";
import { LEDGER_SPENDING } from "#research/retrieval/ledger-spending.ts";
import { createRetrieval } from "#research/retrieval/retrieval.ts";
import type { Context } from "../context.ts";
import type { Ends } from "./ends.ts";

/** What is open, and charges that come late on the list of receipts, are looked at as often. */
const LOOK_AGAIN_MS = 60 * 60 * 1000;

/**
 * What fetches dockets and filings that are not held, as the settings have it: undefined where nothing outside may be
 * asked. What an earlier process left open of its purchases is settled aside; what has to be ended is put into `ends`.
 */
export function openServedRetrieval({ config, log }: Context, db: Db, ends: Ends): Retrieval | undefined {
  const archive = openPublicArchive(db, config);
  const mayBuy = config.recordsMonthlyCap > 0 && keyRingOf(config) !== null;
  const official = mayBuy ? openOfficialRecords(db, config, { log, spending: LEDGER_SPENDING }) : null;
  if (official === null && !archive.isOn) return undefined;
  const pdf = new PdfReadingPool(config, log);
  ends.add(async () => pdf.close());
  const retrieval = createRetrieval({
    db,
    archive,
    official,
    readPdf: pdf.read,
    prices: pricesOf(config),
    clock: systemClock,
  });
  let recovered = official === null ? Promise.resolve() : recover(official, log);
  // One after the other: what takes longer than an hour is not begun beside itself.
  const looking = setInterval(() => {
    if (official !== null) recovered = recovered.then(async () => recover(official, log));
  }, LOOK_AGAIN_MS).unref();
  ends.add(async () => {
    clearInterval(looking);
    // A purchase that is cut off here is settled by the next process.
    const patience = sleep(config.shutdownTimeout_ms, undefined, { ref: false });
    await Promise.race([Promise.all([retrieval.settled(), recovered]), patience]);
    await official?.close();
  });
  return retrieval;
}

async function recover(official: OfficialRecords, log: Logger): Promise<void> {
  try {
    const open = await official.recover();
    if (open.length > 0)
      log.warn({ purchases: open.map(({ id }) => id) }, "purchases are open: `onpoint records open` shows them");
  } catch (thrown) {
    log.warn({ reason: messageOf(thrown) }, "purchases that are open could not be settled");
  }
}
