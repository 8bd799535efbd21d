import { availableParallelism } from "node:os";
import { OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { CleanedOrFault, CleanRequests, ToClean } from "./clean-raw.ts";

/**
 * The reader and writer keep one core busy; cleaning has another, and a third where there is one. More threads than
 * these would wait for the reader, and each has a heap of its own.
 */
export function defaultWorkers(): number {
  return Math.max(1, Math.min(2, availableParallelism() - 1));
}

/** A small young generation keeps the garbage of cleaning from piling up; the old one holds the largest opinion. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };
/** The next batch lies ready when one is done. */
const PER_THREAD_MAX = 2;
/** A batch of a megabyte takes a second; one that takes so long holds an opinion that does not come to an end. */
const BATCH_MS_MAX = 180_000;
/** The longest opinion known takes some seconds. */
const OPINION_MS_MAX = 60_000;

export type CleaningBudget = {
  readonly batch_ms_max?: number;
  readonly opinion_ms_max?: number;
  /** Another module to clean with; for fault tests. */
  readonly file?: URL;
};

/**
 * Threads that clean opinions. A batch goes to the thread with the least to do; results come back in any order. Of a
 * batch that a thread does not come to an end with, or dies of, each opinion is cleaned alone, and the one that does so
 * again is told as a fault.
 */
export class CleaningPool {
  /** Threads start with the first opinion to clean: an import that changes nothing needs none. */
  readonly #pool: ThreadPool<CleanRequests>;
  readonly #alone: ThreadPool<CleanRequests>;
  readonly #budget: CleaningBudget;
  #isClosed = false;
  #busy_ms = 0;

  constructor(log: Logger, workers: number = defaultWorkers(), budget: CleaningBudget = {}) {
    const threads = (size: number, perThread_max: number): ThreadPool<CleanRequests> =>
      new ThreadPool<CleanRequests>({
        file: budget.file ?? new URL("./worker.ts", import.meta.url),
        name: "cleaning thread",
        size,
        perThread_max,
        isLazy: true,
        resourceLimits: HEAP_LIMITS,
        data: () => undefined,
        log,
      });
    this.#budget = budget;
    this.#pool = threads(workers, PER_THREAD_MAX);
    this.#alone = threads(1, 1);
  }

  get size(): number {
    return this.#pool.size;
  }

  /** Time the threads have spent cleaning, summed. */
  get busy_ms(): number {
    return this.#busy_ms;
  }

  async clean(opinions: readonly ToClean[]): Promise<readonly CleanedOrFault[]> {
    const { batch_ms_max = BATCH_MS_MAX } = this.#budget;
    try {
      return await this.#cleanedBy(this.#pool, opinions, batch_ms_max);
    } catch (thrown) {
      if (!this.#isOfText(thrown)) throw thrown;
    }
    const cleaned: CleanedOrFault[] = [];
    for (const opinion of opinions) cleaned.push(...(await this.#cleanAlone(opinion)));
    return cleaned;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#pool.stop(), this.#alone.stop()]);
  }

  async #cleanAlone(opinion: ToClean): Promise<readonly CleanedOrFault[]> {
    const { opinion_ms_max = OPINION_MS_MAX } = this.#budget;
    try {
      return await this.#cleanedBy(this.#alone, [opinion], opinion_ms_max);
    } catch (thrown) {
      if (!this.#isOfText(thrown)) throw thrown;
      const message =
        thrown instanceof OnpointError && thrown.code === "too_costly"
          ? `reading it takes more than ${opinion_ms_max / 1000} s`
          : "reading it ends the thread that reads it";
      return [{ ok: false, message }];
    }
  }

  async #cleanedBy(
    pool: ThreadPool<CleanRequests>,
    opinions: readonly ToClean[],
    hung_ms: number,
  ): Promise<readonly CleanedOrFault[]> {
    const { cleaned, busy_ms } = await pool.ask("clean", opinions, { hung_ms, tooLong });
    this.#busy_ms += busy_ms;
    return cleaned;
  }

  /** A thread that died or was ended, while none was to be: what it had in hand is the cause, or stood beside it. */
  #isOfText(thrown: unknown): boolean {
    return !this.#isClosed && thrown instanceof OnpointError && ["too_costly", "unavailable"].includes(thrown.code);
  }
}

function tooLong(): OnpointError {
  return new OnpointError("too_costly", "the texts take too long to read");
}
