import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { Db } from "#db/connection.ts";
import type { SnippetData, SnippetRequests } from "./snippet-worker.ts";
import type { Place, SnippetsOf } from "./snippets.ts";

/** Two pages at once: one is read from the records while the other is broken into words. */
const PER_THREAD_MAX = 2;

/** A page is divided among threads into parts of so many hits at least; less costs as much to send as to do. */
const PART_HITS_MIN = 25;

/** Of a thread that has nothing to do: its code and tables are half of it. */
const RESTING_BYTES_MAX = 48 * 1024 * 1024;

/**
 * Threads that make snippets, each from its first page on. A page of hits is as many stretches of text to read, from anywhere in the records, and
 * to break into words: milliseconds, and more where the disk has to be asked, in which the event loop would answer
 * nobody.
 */
export class SnippetPool {
  readonly #pool: ThreadPool<SnippetRequests>;

  constructor({ db, threads, log }: { readonly db: Db; readonly threads: number; readonly log: Logger }) {
    const { dataDir, databaseUrl } = db;
    this.#pool = new ThreadPool<SnippetRequests>({
      file: new URL("./snippet-worker.ts", import.meta.url),
      name: "snippet thread",
      size: threads,
      perThread_max: PER_THREAD_MAX,
      isLazy: true,
      restingBytes_max: RESTING_BYTES_MAX,
      data: (): SnippetData => ({ dataDir, databaseUrl }),
      log,
    });
  }

  /** Of the documents of one collection. */
  snippetsOf(collection: string): SnippetsOf {
    return async (places, tree) => {
      const parts = await Promise.all(
        inParts(places, this.#pool.size).map(async (part) =>
          this.#pool.ask("snippets", { collection, places: part, tree }),
        ),
      );
      return new Map(parts.flatMap((part) => [...part]));
    };
  }

  async close(): Promise<void> {
    await this.#pool.stop();
  }
}

/** At most so many, of about the same size. */
function inParts(places: readonly Place[], parts_max: number): readonly (readonly Place[])[] {
  const parts = Math.min(parts_max, Math.ceil(places.length / PART_HITS_MIN));
  const size = Math.ceil(places.length / parts);
  return Array.from({ length: parts }, (_, part) => places.slice(part * size, (part + 1) * size));
}
