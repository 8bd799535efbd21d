import { messageOf } from "#base/errors.ts";
import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import type { Principal } from "../principal.ts";
import { addToLedger } from "./ledger.ts";
import { monthOf } from "./room.ts";
import { spenderOf } from "./spender.ts";
import type { Spender } from "./spender.ts";

const WRITE_EVERY_MS = 5000;
/** Kinds of calls that wait to be written; more than so many callers do not come in seconds. */
const KINDS_MAX = 50_000;

/** Notes calls; returns at once. */
export type CallRecorder = {
  /** `what`: the tool or the operation that was called; `refused` where what was asked for was wrong or not allowed. */
  record(principal: Principal, what: string, outcome?: Outcome): void;
  close(): Promise<void>;
};

export type Outcome = "call" | "refused";

type Counted = {
  readonly spender: Spender;
  readonly what: string;
  readonly outcome: Outcome;
  readonly at: Date;
  count: number;
};

/**
 * Counts calls in memory and adds them to the ledger every few seconds: what one caller called of one kind meanwhile is
 * one line with its number. A process that is killed loses the calls of the last seconds, and no money: what costs is
 * booked by itself.
 */
export function createCallRecorder(options: {
  readonly db: Db;
  readonly log: Logger;
  readonly clock: Clock;
}): CallRecorder {
  const { db, log, clock } = options;
  let counted = new Map<string, Counted>();

  const write = async (): Promise<void> => {
    const calls = [...counted.values()];
    if (calls.length === 0) return;
    counted = new Map();
    try {
      await transaction(db, async (trx) =>
        addToLedger(
          trx,
          calls.map(({ spender, what, outcome, at, count }) => ({
            ...spender,
            event: outcome,
            month: monthOf(at),
            at,
            what,
            count,
          })),
        ),
      );
    } catch (thrown) {
      log.warn({ reason: messageOf(thrown) }, "some calls could not be written to the ledger yet");
      for (const call of calls) add(call);
    }
  };

  const add = (call: Counted): void => {
    const { payerId, spenderId, keyId, matter } = call.spender;
    const name = `${payerId} ${spenderId} ${keyId ?? ""} ${monthOf(call.at)} ${call.outcome} ${call.what} ${matter ?? ""}`;
    const known = counted.get(name);
    if (known !== undefined) known.count += call.count;
    else if (counted.size < KINDS_MAX) counted.set(name, call);
    else log.warn("a call was not counted: too many wait to be written");
  };

  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, WRITE_EVERY_MS);
  timer.unref();

  return {
    record(principal, what, outcome = "call") {
      if (principal.kind !== "visitor") add({ spender: spenderOf(principal), what, outcome, at: clock(), count: 1 });
    },
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
