import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { Db } from "#db/connection.ts";
import type { ReadOutcome } from "./read-stored.ts";
import type { ReadingData, ReadingRequests } from "./reading-worker.ts";

/** Opinions handed to a thread at once: few, so that a long one holds up little. */
const OPINIONS_PER_REQUEST = 16;
/** One is read from the records while another is worked on. */
const PER_THREAD_MAX = 2;

/** A small young generation keeps the garbage of reading from piling up; the old one holds the longest opinions. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

/** Threads that read opinions for the citator, each started when one before it has something in hand. */
export class ReadingPool {
  readonly #pool: ThreadPool<ReadingRequests>;

  constructor(db: Db, size: number, log: Logger) {
    const { dataDir, databaseUrl } = db;
    this.#pool = new ThreadPool<ReadingRequests>({
      file: new URL("./reading-worker.ts", import.meta.url),
      name: "reading thread",
      size,
      perThread_max: PER_THREAD_MAX,
      isLazy: true,
      // The citator asks for one batch at a time, however many requests that makes.
      waiting_max: Number.POSITIVE_INFINITY,
      resourceLimits: HEAP_LIMITS,
      data: (): ReadingData => ({ dataDir, databaseUrl }),
      log,
    });
  }

  async read(opinionIds: readonly string[]): Promise<ReadOutcome[]> {
    const parts: Promise<readonly ReadOutcome[]>[] = [];
    for (let at = 0; at < opinionIds.length; at += OPINIONS_PER_REQUEST) {
      parts.push(this.#pool.ask("read", opinionIds.slice(at, at + OPINIONS_PER_REQUEST)));
    }
    return (await Promise.all(parts)).flat();
  }

  async close(): Promise<void> {
    await this.#pool.stop();
  }
}
