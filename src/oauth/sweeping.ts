import { messageOf } from "#base/errors.ts";
import type { Clock } from "#base/clock.ts";
import { systemClock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";

const HOUR_MS = 3_600_000;
const SWEEP_EVERY_MS = HOUR_MS;
/** An application that registered and was never let in by anybody is forgotten after this. */
const NEVER_USED_MS = 24 * HOUR_MS;
/** One that nobody lets in any more. */
const UNUSED_MS = 90 * 24 * HOUR_MS;
/** What was signed with a retired key has ended by then: cookies last longest. */
const RETIRED_KEY_MS = 30 * 24 * HOUR_MS;

export type Swept = { readonly artifacts: number; readonly clients: number; readonly keys: number };

/** Deletes what has ended, applications that registered and are not used, and keys that sign nothing any more. */
export async function sweep(db: Db, clock: Clock = systemClock): Promise<Swept> {
  const now_ms = clock().getTime();
  const before = (age_ms: number): string => new Date(now_ms - age_ms).toISOString();
  return transaction(db, async (trx) => {
    const artifacts = await trx.deleteFrom("oauth_artifacts").where("expires_at", "<", before(0)).executeTakeFirst();
    const clients = await trx
      .deleteFrom("oauth_clients")
      .where("origin", "=", "registered")
      .where("created_at", "<", before(NEVER_USED_MS))
      .where((row) => row.or([row("granted_at", "is", null), row("granted_at", "<", before(UNUSED_MS))]))
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom("oauth_artifacts")
              .select("oauth_artifacts.id")
              .whereRef("oauth_artifacts.client_id", "=", "oauth_clients.id")
              .where("oauth_artifacts.model", "=", "Grant"),
          ),
        ),
      )
      .executeTakeFirst();
    const keys = await trx.deleteFrom("oauth_keys").where("retired_at", "<", before(RETIRED_KEY_MS)).executeTakeFirst();
    return {
      artifacts: Number(artifacts.numDeletedRows),
      clients: Number(clients.numDeletedRows),
      keys: Number(keys.numDeletedRows),
    };
  });
}

/** Sweeps now and every hour; several processes may do so beside each other. */
export function startSweeping(db: Db, log: Logger): { readonly stop: () => Promise<void> } {
  const sweepOnce = async (): Promise<void> => {
    try {
      log.debug({ ...(await sweep(db)) }, "swept what the authorization server no longer needs");
    } catch (thrown) {
      log.warn({ reason: messageOf(thrown) }, "what the authorization server no longer needs could not be swept");
    }
  };
  let running = sweepOnce();
  const timer = setInterval(() => {
    running = sweepOnce();
  }, SWEEP_EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
