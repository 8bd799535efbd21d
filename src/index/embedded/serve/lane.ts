import { machineMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import type { Estimate } from "#index/embedded/match/estimate.ts";
import { WorkMeter } from "#index/embedded/work-meter.ts";

/** A search up to here is light: some hundredths of a second. */
export const LIGHT_UNITS_MAX = 3_000_000;
/** One taken for light that has cost this many times as much was taken wrongly. */
const MISTAKE = 2;
/** A search that had less of a processor than this share of its time was held up by others. */
const OWN_SHARE = 0.5;

/** A search that belongs to the threads for heavy ones. */
export class HeavySearch extends Error {}

/** Moments are of `machineMs`. */
export type Deadline = {
  readonly deadline_ms: number;
  /** When the request came of which this is a part: the deadline counts from there, waiting for a thread included. */
  readonly arrived_ms: number;
  /** When this part of it was asked for. */
  readonly asked_ms: number;
};

export type Limits = Deadline & {
  /** For a thread that takes light searches only. */
  readonly units_max?: number | undefined;
  readonly isGivenUp: () => boolean;
};

/** Ends a search that is given up, that takes too long, or that is too heavy for its thread. */
export class SearchWatch {
  readonly meter: WorkMeter;
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #ran_us = ranUntilNow();
  #estimate: Estimate | undefined;

  constructor(limits: Limits, now: () => number = machineMs) {
    this.#limits = limits;
    this.#now = now;
    this.meter = new WorkMeter((spent) => this.#look(spent));
  }

  /** Told what the search will cost, once its words are looked up. */
  readonly admit = (estimate: Estimate): void => {
    this.#estimate = estimate;
    const { units_max = Infinity } = this.#limits;
    if (this.meter.spent + estimate.units > units_max) throw new HeavySearch();
    this.#look(this.meter.spent);
  };

  #look(spent: number): void {
    const { isGivenUp, units_max = Infinity } = this.#limits;
    if (isGivenUp()) throw new OnpointError("unavailable", "the search was cancelled");
    // Before there is an estimate it is the dictionaries that are searched, for a wildcard.
    if (spent > (this.#estimate === undefined ? units_max : units_max * MISTAKE)) throw new HeavySearch();
    if (timeLeft(this.#limits, this.#now()) <= 0) throw this.#tooLong();
  }

  #tooLong(): OnpointError {
    const message = tookTooLong(this.#limits);
    const took_ms = this.#now() - this.#limits.asked_ms;
    const ran_ms = (ranUntilNow() - this.#ran_us) / 1000;
    if (ran_ms < took_ms * OWN_SHARE) {
      return new OnpointError("unavailable", `${message}; the server is busy`, { hint: "Try again in a moment." });
    }
    const costly = this.#estimate?.costly ?? [];
    const why = costly.length === 0 ? "" : `; what takes most: ${costly.join(", ")}`;
    return new OnpointError("too_costly", `${message}${why}`, {
      hint: "Ask for less: rarer words in place of these, a longer beginning before *, a smaller distance, a filter.",
    });
  }
}

/** Milliseconds until a request's deadline; none or fewer when it is over. */
export function timeLeft(
  { arrived_ms, deadline_ms }: Pick<Deadline, "arrived_ms" | "deadline_ms">,
  now_ms: number,
): number {
  return arrived_ms + deadline_ms - now_ms;
}

export function tookTooLong({ deadline_ms }: Pick<Deadline, "deadline_ms">): string {
  return `the search took longer than ${deadline_ms / 1000} s and was stopped`;
}

/** Processor time of this thread, in microseconds. */
function ranUntilNow(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
