import { timingSafeEqual } from "node:crypto";
import { BoundedMap } from "#base/bounded-map.ts";
import { monotonicMs, systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import { err, ok } from "#base/result.ts";
import type { Result } from "#base/result.ts";
import type { Db } from "#db/connection.ts";
import { hashOfKey, isKeyText } from "./key-text.ts";
import { heldKey } from "./keys/principal-of-key.ts";
import { noteUseOfKey } from "./keys.ts";
import type { Principal } from "./principal.ts";
import { createUseRecorder } from "./use-recorder.ts";

/** Why a presented text opens nothing. For the log: whoever presented it is told only that it does not. */
export type KeyRefusal = "malformed" | "unknown" | "revoked" | "expired" | "unheld";

export type KeyVerifier = {
  /** Who presents this text, if it is a key that may be used now. Throws only when the records cannot be read. */
  verifyKey(presented: string): Promise<Result<Principal, KeyRefusal>>;
  /** Writes the last uses not written yet and stops. */
  close(): Promise<void>;
};

/**
 * How long a key is believed without a look at the records. A key revoked by another process is refused after
 * this long, so it stays under the two seconds that are promised.
 */
const BELIEVED_MS = 1000;
const REMEMBERED_MAX = 1000;

export function createKeyVerifier(options: {
  readonly db: Db;
  readonly log: Logger;
  /** The day and hour, which ends of keys and last uses are told by. */
  readonly clock?: Clock;
  /** Measures how long a key has been believed; never goes back, as a clock that is set may. */
  readonly now_ms?: () => number;
}): KeyVerifier {
  const { db, log, clock = systemClock, now_ms = monotonicMs } = options;
  const remembered = new BoundedMap<string, ReturnType<typeof heldKey>>({
    name: "keys",
    weight_max: REMEMBERED_MAX,
    firstToGo: "set",
    timeToLive_ms: BELIEVED_MS,
    now_ms,
  });
  /** The latest moment the clock has shown: set back, it makes no key good again that had ended. */
  let latest = "";
  const uses = createUseRecorder({ db, log, now_ms, what: "keys", write: noteUseOfKey });

  /** Requests that come together share one look; a look that failed is not remembered. */
  const find = (hash: string): ReturnType<typeof heldKey> => {
    const known = remembered.get(hash);
    if (known !== undefined) return known;
    const found = heldKey(db, hash);
    remembered.set(hash, found);
    found.then((key) => key ?? remembered.delete(hash)).catch(() => remembered.delete(hash));
    return found;
  };

  return {
    async verifyKey(presented) {
      if (!isKeyText(presented)) return err("malformed");
      const hash = hashOfKey(presented);
      const now = clock();
      if (now.toISOString() > latest) latest = now.toISOString();
      const found = await find(hash);
      if (found === undefined || !equalHashes(found.hash, hash)) return err("unknown");
      const { record } = found;
      if (record.revokedAt !== null) return err("revoked");
      if (record.expiresAt !== null && record.expiresAt <= latest) return err("expired");
      if (!found.isHeld) return err("unheld");
      uses.record(record.id, now);
      return ok(found.principal);
    },
    close: async () => uses.close(),
  };
}

function equalHashes(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
