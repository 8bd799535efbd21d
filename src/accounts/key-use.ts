import { messageOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";

const WRITE_EVERY_MS = 5000;
/** A key's last use is written at most this often. */
const KEY_WRITE_EVERY_MS = 60_000;

export type UseRecorder = {
  /** Notes a use; returns at once. */
  record(keyId: string, at: Date): void;
  close(): Promise<void>;
};

type Use = { at: Date; written_ms: number; pending: boolean };

/** Keeps when each key was last used, in memory, and writes what is due now and then in one transaction. */
export function createUseRecorder(options: {
  readonly db: Db;
  readonly log: Logger;
  readonly now_ms: () => number;
}): UseRecorder {
  const { db, log, now_ms } = options;
  const uses = new Map<string, Use>();

  const write = async (isDue: (use: Use) => boolean): Promise<void> => {
    const due = [...uses].filter(([, use]) => use.pending && isDue(use));
    if (due.length === 0) return;
    const written_ms = now_ms();
    for (const [, use] of due) Object.assign(use, { pending: false, written_ms });
    try {
      await transaction(db, async (trx) => {
        for (const [id, { at }] of due) {
          await trx.updateTable("api_keys").set({ last_used_at: at.toISOString() }).where("id", "=", id).execute();
        }
      });
    } catch (thrown) {
      for (const [, use] of due) use.pending = true;
      log.warn({ reason: messageOf(thrown) }, "the last use of some keys could not be written");
    }
    forgetIdle();
  };

  const forgetIdle = (): void => {
    for (const [id, use] of uses) {
      if (!use.pending && now_ms() - use.written_ms > 2 * KEY_WRITE_EVERY_MS) uses.delete(id);
    }
  };

  const isDue = (use: Use): boolean => now_ms() - use.written_ms >= KEY_WRITE_EVERY_MS;
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(async () => write(isDue));
  }, WRITE_EVERY_MS);
  timer.unref();

  return {
    record(keyId, at) {
      const known = uses.get(keyId);
      if (known === undefined) uses.set(keyId, { at, written_ms: -Infinity, pending: true });
      else Object.assign(known, { at, pending: true });
    },
    async close() {
      clearInterval(timer);
      await writing;
      await write(() => true);
    },
  };
}
