import { messageOf } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import { forgetFullBuckets } from "./limits/request-buckets.ts";
import type { Accounts } from "./accounts.ts";
import { sweepFirms } from "./firms/sweep.ts";
import { sweepBrowsers } from "./sign-in/known-browsers.ts";
import { expireReservations } from "./usage/spending.ts";
import { warnOfSpending } from "./usage/warnings.ts";

const SWEEP_EVERY_MS = 10 * 60_000;
/** Longer than any rule of tries remembers. */
const GUESSES_KEPT_MS = 48 * 3_600_000;

/** Takes away what has expired: sign-ins, links, invitations, counts of tries; and lets what was held too long go. */
export async function sweepAccounts(accounts: Accounts): Promise<void> {
  const { db, clock, lives } = accounts;
  const now = clock();
  const ago = (ms: number): string => new Date(now.getTime() - ms).toISOString();
  await transaction(db, async (trx) => {
    await trx
      .deleteFrom("sessions")
      .where((row) => row.or([row("expires_at", "<=", ago(0)), row("seen_at", "<=", ago(lives.idle_ms))]))
      .execute();
    await trx.deleteFrom("one_time_links").where("expires_at", "<=", ago(0)).execute();
    await trx.deleteFrom("passkey_challenges").where("expires_at", "<=", ago(0)).execute();
    await trx.deleteFrom("invitations").where("expires_at", "<=", ago(0)).execute();
    await sweepBrowsers(trx, now);
    await sweepFirms(trx, now);
    await trx
      .deleteFrom("guesses")
      .where("last_at", "<=", ago(GUESSES_KEPT_MS))
      .where("blocked_until", "<=", ago(0))
      .execute();
  });
  await expireReservations(db, now);
  await forgetFullBuckets(db);
  await warnOfSpending(accounts);
}

/** Sweeps now and then, aside; a sweep that fails is logged and made up for by the next. Returns what ends it. */
export function startSweeping(accounts: Accounts, every_ms: number = SWEEP_EVERY_MS): () => Promise<void> {
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping
      .then(async () => sweepAccounts(accounts))
      .catch((thrown: unknown) => accounts.log.warn({ reason: messageOf(thrown) }, "accounts could not be swept"));
  }, every_ms);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
