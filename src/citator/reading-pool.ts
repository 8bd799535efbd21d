import type { ResourceLimits } from "node:worker_threads";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { Db } from "#db/connection.ts";
import { readTextLengths } from "#opinions/store/texts.ts";
import type { ReadOutcome } from "./read-stored.ts";
import type { ReadingData, ReadingRequests } from "./reading-worker.ts";
import { inRequests } from "./reading-requests.ts";

/** One is read from the records while another is worked on. */
const PER_THREAD_MAX = 2;

/** A small young generation keeps the garbage of reading from piling up; the old one holds the longest opinions. */
const HEAP_LIMITS: ResourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 384 };

/**
 * An opinion with more text than this is not read: the longest known have 3,000,000. A thread that runs out of memory ends
 * alone, but where a single string does not fit into its heap the whole process does.
 */
const TEXT_CHARS_MAX = 10_000_000;

/** What a thread is handed at once takes seconds; an opinion that takes so long, handed alone, does not come to an end. */
const BUDGET: ReadingBudget = { request_ms_max: 180_000, opinion_ms_max: 60_000 };

export type ReadingBudget = {
  readonly request_ms_max: number;
  readonly opinion_ms_max: number;
  /** Another module to read with; for fault tests. */
  readonly file?: URL;
};

/** Threads that have had nothing to read for so long end. */
const IDLE_MS = 20_000;

/**
 * Threads that read opinions for the citator, each started when one before it has something in hand. What they are handed
 * at once is bounded by its characters and their heaps are bounded, so that what reading takes does not grow with the
 * records. An opinion for which a heap is too small, or the time too short, even when it is read alone is told as one that
 * cannot be read.
 */
export class ReadingPool {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #size: number;
  readonly #heap: ResourceLimits;
  readonly #budget: ReadingBudget;
  #pool: ThreadPool<ReadingRequests> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(db: Db, size: number, log: Logger, heap: ResourceLimits = HEAP_LIMITS, budget: ReadingBudget = BUDGET) {
    this.#budget = budget;
    this.#db = db;
    this.#size = size;
    this.#log = log;
    this.#heap = heap;
  }

  async read(opinionIds: readonly string[]): Promise<ReadOutcome[]> {
    if (opinionIds.length === 0) return [];
    clearTimeout(this.#idle);
    const pool = (this.#pool ??= this.#threads(this.#size, PER_THREAD_MAX));
    const chars = await readTextLengths(this.#db, opinionIds);
    const isTooLong = (id: string): boolean => (chars.get(id) ?? 0) > TEXT_CHARS_MAX;
    const parts = inRequests(
      opinionIds.filter((id) => !isTooLong(id)),
      chars,
    );
    const answers = await Promise.all(
      parts.map(async (ids) =>
        pool.ask("read", ids, { hung_ms: this.#budget.request_ms_max, tooLong }).catch((thrown: unknown) => {
          // Of two requests on a thread that is ended the other's asker hears only that it was.
          if (faultOf(thrown) === undefined && !wasEnded(thrown, this.#pool === pool)) throw thrown;
          return ids;
        }),
      ),
    );
    const outcomes: ReadOutcome[] = opinionIds
      .filter(isTooLong)
      .map((opinionId) => ({ opinionId, fault: `it has more than ${TEXT_CHARS_MAX} characters` }));
    for (const answer of answers.flat()) {
      if (typeof answer === "string") outcomes.push(...(await this.#readAlone(answer)));
      else outcomes.push(answer);
    }
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    return outcomes;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.stop();
  }

  /** On a thread that has nothing else in hand: what ends it is this opinion. */
  async #readAlone(opinionId: string): Promise<readonly ReadOutcome[]> {
    const alone = this.#threads(1, 1);
    try {
      return await alone.ask("read", [opinionId], { hung_ms: this.#budget.opinion_ms_max, tooLong });
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (fault === undefined) throw thrown;
      return [{ opinionId, fault }];
    } finally {
      await alone.stop();
    }
  }

  #threads(size: number, perThread_max: number): ThreadPool<ReadingRequests> {
    const { dataDir, databaseUrl } = this.#db;
    return new ThreadPool<ReadingRequests>({
      file: this.#budget.file ?? new URL("./reading-worker.ts", import.meta.url),
      name: "reading thread",
      size,
      perThread_max,
      isLazy: true,
      // The citator asks for one batch at a time, however many requests that makes.
      waiting_max: Number.POSITIVE_INFINITY,
      resourceLimits: this.#heap,
      data: (): ReadingData => ({ dataDir, databaseUrl }),
      log: this.#log,
    });
  }
}

/** What is wrong with an opinion that a thread did not read; undefined where it is nothing of the opinion's. */
function faultOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (systemCodeOf(thrown.cause) === "ERR_WORKER_OUT_OF_MEMORY")
    return "reading it takes more memory than a thread has";
  return thrown instanceof OnpointError && thrown.code === "too_costly" ? thrown.message : undefined;
}

function wasEnded(thrown: unknown, isStillInUse: boolean): boolean {
  return isStillInUse && thrown instanceof OnpointError && thrown.code === "unavailable" && thrown.cause === undefined;
}

function tooLong(): OnpointError {
  return new OnpointError("too_costly", "reading it takes more time than it is given");
}
