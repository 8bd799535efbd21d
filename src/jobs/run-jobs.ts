import { randomUUID } from "node:crypto";
import type { Clock } from "#base/clock.ts";
import { systemClock } from "#base/clock.ts";
import { messageOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import type { JobKind } from "./job.ts";
import { askJob, failJob, finishJob, giveBackJob, keepJob, takeJob } from "./store.ts";
import type { LeasedJob } from "./store.ts";

export type JobRunnerOptions = {
  readonly db: Db;
  readonly kinds: readonly JobKind[];
  readonly log: Logger;
  readonly clock?: Clock;
  /** From 0 to 1, as `Math.random`. */
  readonly random?: () => number;
  readonly lease_ms?: number;
};

/** Others leave a job alone for so long after its owner last said that it is at it. */
const LEASE_MS = 60_000;
const RETRY_MS_MIN = 10_000;
const RETRY_MS_MAX = 3_600_000;
const ATTEMPTS_MAX = 8;
/** Of a period: so much more or less, so that processes and kinds of job do not all come at one time. */
const JITTER = 0.1;

export type JobRunner = {
  /** Does what is due, one job after another, until nothing is or the signal comes; answers how many it did. */
  readonly run: (signal: AbortSignal) => Promise<number>;
};

/** Does jobs of some kinds. Any number of these may work on the same records: each job is in one hand at a time. */
export function jobRunner(options: JobRunnerOptions): JobRunner {
  const { db, kinds, log, clock = systemClock, random = Math.random, lease_ms = LEASE_MS } = options;
  const owner = randomUUID();
  const byKind = new Map(kinds.map((kind) => [kind.kind, kind]));
  const later = (ms: number): Date => new Date(clock().getTime() + ms);
  const againOf = ({ every_ms }: JobKind): Date | undefined =>
    every_ms === undefined ? undefined : later(every_ms * (1 + JITTER * (2 * random() - 1)));
  let isAsked = false;

  /** What comes again and again is begun at some moment of its first tenth. */
  const askPeriodic = async (): Promise<void> => {
    for (const { kind, every_ms } of kinds)
      if (every_ms !== undefined)
        await askJob(db, { id: kind, kind, dueAt: later(every_ms * JITTER * random()) }, clock);
    isAsked = true;
  };

  const doJob = async (leased: LeasedJob, kind: JobKind, stop: AbortSignal): Promise<void> => {
    const lost = new AbortController();
    const heartbeat = setInterval(() => {
      keepJob(db, leased, lease_ms, clock).then(
        (isKept) => isKept || lost.abort(),
        (error: unknown) => log.warn({ error, job: leased.id }, "a job could not be kept for longer"),
      );
    }, lease_ms / 3);
    let isFinished = false;
    try {
      const answer = await kind.run({
        id: leased.id,
        payload: leased.payload,
        attempt: leased.attempt,
        signal: AbortSignal.any([stop, lost.signal]),
        finish: async (trx, result) => {
          await finishJob(trx, leased, { result, again: againOf(kind) }, clock);
          isFinished = true;
        },
      });
      if (!isFinished)
        await transaction(db, async (trx) => finishJob(trx, leased, { result: answer, again: againOf(kind) }, clock));
    } finally {
      clearInterval(heartbeat);
    }
  };

  const failed = async (leased: LeasedJob, kind: JobKind, error: unknown): Promise<void> => {
    const { id, attempt } = leased;
    const isParked = attempt >= (kind.attemptsMax ?? ATTEMPTS_MAX);
    const wait_ms = Math.min(RETRY_MS_MIN * 2 ** (attempt - 1), RETRY_MS_MAX) * (1 + JITTER * random());
    log[isParked ? "error" : "warn"](
      { error, job: id, attempt },
      isParked ? "a job failed too often and is parked" : "a job failed and is tried again later",
    );
    const again = isParked ? undefined : later(wait_ms);
    await failJob(db, leased, { error: messageOf(error), again }, clock).catch((thrown: unknown) =>
      log.warn({ error: thrown, job: id }, "that a job failed could not be noted"),
    );
  };

  return {
    run: async (signal) => {
      if (!isAsked) await askPeriodic();
      for (let done = 0; ;) {
        if (signal.aborted) return done;
        const leased = await takeJob(db, [...byKind.keys()], { owner, lease_ms }, clock);
        const kind = leased === undefined ? undefined : byKind.get(leased.kind);
        if (leased === undefined || kind === undefined) return done;
        if (leased.attempt > (kind.attemptsMax ?? ATTEMPTS_MAX)) {
          await failed(leased, kind, new Error("whoever did it died each time"));
          continue;
        }
        try {
          await doJob(leased, kind, signal);
        } catch (error) {
          if (signal.aborted) await giveBackJob(db, leased, clock);
          else await failed(leased, kind, error);
        }
        done += 1;
      }
    },
  };
}
