import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { Db } from "#db/connection.ts";
import type { SnippetData, SnippetRequests } from "./snippet-worker.ts";
import type { SnippetsOf } from "./snippets.ts";

/** Two pages at once: one is read from the records while the other is broken into words. */
const PER_THREAD_MAX = 2;

/**
 * Threads that make snippets. A page of hits is some hundreds of kilobytes to read and to break into words, tens of
 * milliseconds in which the event loop would answer nobody.
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
      data: (): SnippetData => ({ dataDir, databaseUrl }),
      log,
    });
  }

  readonly snippetsOf: SnippetsOf = async (places, tree) =>
    places.length === 0 ? new Map() : this.#pool.ask("snippets", { places, tree });

  async close(): Promise<void> {
    await this.#pool.stop();
  }
}
