import type { Trx } from "#db/connection.ts";

/** A kind of job: how it is done, and how often. */
export type JobKind = {
  readonly kind: string;
  /** Again so long after it was done last, and some of that more or less; without it, when somebody asks. */
  readonly every_ms?: number;
  /** After so many attempts in a row it is parked. */
  readonly attemptsMax?: number;
  /**
   * Does one. Whatever it does may be done again when the process dies, unless it is written in the transaction that
   * `finish` is called in. What it answers, or gives to `finish`, is kept with the job as JSON.
   */
  readonly run: (job: JobInHand) => Promise<unknown>;
};

export type JobInHand = {
  readonly id: string;
  /** What was asked, as `askJob` was given it. */
  readonly payload: unknown;
  /** From 1. */
  readonly attempt: number;
  /** Comes when the process stops, and when the job has gone to another. */
  readonly signal: AbortSignal;
  /**
   * Notes in the transaction that the job is done, so that its work and this are kept together or not at all.
   * @throws OnpointError `conflict` where another has the job by now
   */
  readonly finish: (trx: Trx, result?: unknown) => Promise<void>;
};
