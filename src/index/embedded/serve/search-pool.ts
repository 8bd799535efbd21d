import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { EngineRequest, EngineResponse, WordFrequency, WordQuestion } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { Snapshot } from "#index/embedded/segment/index-writer.ts";
import type { SearcherData, SearcherRequests } from "./search-worker.ts";

/** A thread that does not answer this long after its deadline is taken for hung and replaced. */
const GRACE_MS = 5000;

export type SearchOptions = { readonly deadline_ms: number; readonly signal?: AbortSignal };

/** Threads that search. Each works on one search at a time; the others wait in the order they came. */
export class SearchPool {
  readonly #pool: ThreadPool<SearcherRequests>;
  #snapshot: Snapshot;

  constructor(options: {
    readonly dir: string;
    readonly schema: CollectionSchema;
    readonly workers: number;
    /** For all threads together. */
    readonly cache_bytes_max: number;
    readonly expansions_max: number;
    readonly log: Logger;
    readonly snapshot: Snapshot;
  }) {
    const { dir, schema, workers, expansions_max, log } = options;
    const cache_bytes_max = Math.floor(options.cache_bytes_max / workers);
    this.#snapshot = options.snapshot;
    this.#pool = new ThreadPool<SearcherRequests>({
      file: new URL("./search-worker.ts", import.meta.url),
      name: "search thread",
      size: workers,
      data: (): SearcherData => ({ dir, schema, cache_bytes_max, expansions_max, snapshot: this.#snapshot }),
      log,
    });
  }

  /** Searches sent after this call see `snapshot`; resolves when no thread needs the state before any more. */
  async use(snapshot: Snapshot): Promise<void> {
    this.#snapshot = snapshot;
    await this.#pool.tellAll("use", snapshot);
  }

  async search(request: EngineRequest, { deadline_ms, signal }: SearchOptions): Promise<EngineResponse> {
    const hung_ms = deadline_ms + GRACE_MS;
    return this.#pool.ask("search", { request, deadline_ms }, { signal, hung_ms });
  }

  async frequencies(words: readonly WordQuestion[]): Promise<WordFrequency[]> {
    return this.#pool.ask("frequencies", words);
  }

  /** Ends one thread as a crash would; for fault tests. */
  async crashOne(): Promise<void> {
    await this.#pool.crashOne();
  }

  async close(): Promise<void> {
    await this.#pool.stop();
  }
}
