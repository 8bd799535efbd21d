import { availableParallelism } from "node:os";
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

/** Threads that clean opinions. A batch goes to the thread with the least to do; results come back in any order. */
export class CleaningPool {
  /** Threads start with the first opinion to clean: an import that changes nothing needs none. */
  readonly #pool: ThreadPool<CleanRequests>;
  #busy_ms = 0;

  constructor(log: Logger, workers: number = defaultWorkers()) {
    this.#pool = new ThreadPool<CleanRequests>({
      file: new URL("./worker.ts", import.meta.url),
      name: "cleaning thread",
      size: workers,
      perThread_max: PER_THREAD_MAX,
      isLazy: true,
      resourceLimits: HEAP_LIMITS,
      data: () => undefined,
      log,
    });
  }

  get size(): number {
    return this.#pool.size;
  }

  /** Time the threads have spent cleaning, summed. */
  get busy_ms(): number {
    return this.#busy_ms;
  }

  async clean(opinions: readonly ToClean[]): Promise<readonly CleanedOrFault[]> {
    const { cleaned, busy_ms } = await this.#pool.ask("clean", opinions);
    this.#busy_ms += busy_ms;
    return cleaned;
  }

  async close(): Promise<void> {
    await this.#pool.stop();
  }
}
