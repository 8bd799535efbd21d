import type { ResourceLimits } from "node:worker_threads";
import { systemCodeOf } from "#base/errors.ts";
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

/** Threads that have had nothing to read for so long end. */
const IDLE_MS = 20_000;

/**
 * Threads that read opinions for the citator, each started when one before it has something in hand. What they are handed
 * at once is bounded by its characters and their heaps are bounded, so that what reading takes does not grow with the
 * records. An opinion for which a heap is too small even when it is read alone is told as one that cannot be read.
 */
export class ReadingPool {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #size: number;
  readonly #heap: ResourceLimits;
  #pool: ThreadPool<ReadingRequests> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(db: Db, size: number, log: Logger, heap: ResourceLimits = HEAP_LIMITS) {
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
        pool.ask("read", ids).catch((thrown: unknown) => {
          if (!ranOutOfMemory(thrown)) throw thrown;
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
      return await alone.ask("read", [opinionId]);
    } catch (thrown) {
      if (!ranOutOfMemory(thrown)) throw thrown;
      return [{ opinionId, fault: "reading it takes more memory than a thread has" }];
    } finally {
      await alone.stop();
    }
  }

  #threads(size: number, perThread_max: number): ThreadPool<ReadingRequests> {
    const { dataDir, databaseUrl } = this.#db;
    return new ThreadPool<ReadingRequests>({
      file: new URL("./reading-worker.ts", import.meta.url),
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

function ranOutOfMemory(thrown: unknown): boolean {
  return thrown instanceof Error && systemCodeOf(thrown.cause) === "ERR_WORKER_OUT_OF_MEMORY";
}
