import { monotonicMs } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { createUseRecorder } from "../use-recorder.ts";
import type { UseRecorder } from "../use-recorder.ts";

/** Keeps when each sign-in was last used, to the minute. */
export function createSeenRecorder(db: Db, log: Logger): UseRecorder {
  return createUseRecorder({
    db,
    log,
    now_ms: monotonicMs,
    what: "sign-ins",
    write: async (trx, id, seen_at) =>
      trx.updateTable("sessions").set({ seen_at }).where("id", "=", id).where("seen_at", "<", seen_at).execute(),
  });
}
