import { messageOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Trx } from "#db/connection.ts";

const WRITE_EVERY_MS = 5000;
/** The last use of one thing is written at most this often. */
const WRITE_ONE_EVERY_MS = 60_000;

export type UseRecorder = {
  /** Notes a use; returns at once. */
  record(id: string, at: Date): void;
  close(): Promise<void>;
};

type Use = { at: Date; written_ms: number; pending: boolean };

/** Keeps when each thing was last used, in memory, and writes what is due now and then in one transaction. */
export function createUseRecorder(options: {
  readonly db: Db;
  readonly log: Logger;
  readonly now_ms: () => number;
  /** What is used, for the log: "the last use of some …". */
  readonly what: string;
  readonly write: (trx: Trx, id: string, at: string) => Promise<unknown>;
}): UseRecorder {
  const { db, log, now_ms, what } = options;
  const uses = new Map<string, Use>();

  const write = async (isDue: (use: Use) => boolean): Promise<void> => {
    const due = [...uses].filter(([, use]) => use.pending && isDue(use));
    if (due.length === 0) return;
    const written_ms = now_ms();
    for (const [, use] of due) Object.assign(use, { pending: false, written_ms });
    try {
      await transaction(db, async (trx) => {
        for (const [id, { at }] of due) await options.write(trx, id, at.toISOString());
      });
    } catch (thrown) {
      for (const [, use] of due) use.pending = true;
      log.warn({ reason: messageOf(thrown) }, `the last use of some ${what} could not be written`);
    }
    forgetIdle();
  };

  const forgetIdle = (): void => {
    for (const [id, use] of uses) {
      if (!use.pending && now_ms() - use.written_ms > 2 * WRITE_ONE_EVERY_MS) uses.delete(id);
    }
  };

  const isDue = (use: Use): boolean => now_ms() - use.written_ms >= WRITE_ONE_EVERY_MS;
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(async () => write(isDue));
  }, WRITE_EVERY_MS);
  timer.unref();

  return {
    record(id, at) {
      const known = uses.get(id);
      if (known === undefined) uses.set(id, { at, written_ms: -Infinity, pending: true });
      else Object.assign(known, { at, pending: true });
    },
    async close() {
      clearInterval(timer);
      await writing;
      await write(() => true);
    },
  };
}
