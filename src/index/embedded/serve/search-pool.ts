import { messageOf, OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";

import type { EngineRequest, EngineResponse, WordFrequency, WordQuestion } from "#index/index.ts";
import type { Snapshot } from "#index/embedded/segment/index-writer.ts";
import type { SearcherData, SearcherRequests } from "./search-worker.ts";
import { Thread } from "./thread.ts";

/** A thread that does not answer this long after its deadline is taken for hung and replaced. */
const GRACE_MS = 5000;

export type SearchOptions = { readonly deadline_ms: number; readonly signal?: AbortSignal };

type Searcher = { thread: Thread<SearcherRequests>; busy: boolean };

/** Threads that search. Each works on one search at a time; the others wait in the order they came. */
export class SearchPool {
  private readonly dir: string;
  private readonly cache_bytes_max: number;
  private readonly expansions_max: number;
  private readonly log: Logger;
  private readonly searchers: Searcher[];
  private readonly queue: ((searcher: Searcher) => void)[] = [];
  private snapshot: Snapshot;
  private closed = false;

  constructor(options: {
    readonly dir: string;
    readonly workers: number;
    /** For all threads together. */
    readonly cache_bytes_max: number;
    readonly expansions_max: number;
    readonly log: Logger;
    readonly snapshot: Snapshot;
  }) {
    this.dir = options.dir;
    this.cache_bytes_max = Math.floor(options.cache_bytes_max / options.workers);
    this.expansions_max = options.expansions_max;
    this.log = options.log;
    this.snapshot = options.snapshot;
    this.searchers = Array.from({ length: options.workers }, () => this.start());
  }

  /** Searches sent after this call see `snapshot`; resolves when no thread needs the state before any more. */
  async use(snapshot: Snapshot): Promise<void> {
    this.snapshot = snapshot;
    await Promise.all(
      this.searchers.map(({ thread }) =>
        thread.ask("use", snapshot).catch(async (error: unknown) => {
          // Whatever state it is in now, the thread that takes its place starts with the new one.
          if (!this.closed) this.log.error({ error: messageOf(error) }, "a search thread could not change its state");
          await thread.kill();
        }),
      ),
    );
  }

  async search(request: EngineRequest, { deadline_ms, signal }: SearchOptions): Promise<EngineResponse> {
    const searcher = await this.idle(signal);
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    const cancel = (): void => void Atomics.store(cancelled, 0, 1);
    signal?.addEventListener("abort", cancel);
    const hung = setTimeout(() => void searcher.thread.kill(), deadline_ms + GRACE_MS);
    hung.unref();
    try {
      return await searcher.thread.ask("search", { request, deadline_ms, cancelled });
    } finally {
      clearTimeout(hung);
      signal?.removeEventListener("abort", cancel);
      this.release(searcher);
    }
  }

  async frequencies(words: readonly WordQuestion[]): Promise<WordFrequency[]> {
    const searcher = await this.idle(undefined);
    try {
      return await searcher.thread.ask("frequencies", words);
    } finally {
      this.release(searcher);
    }
  }

  /** Ends one thread as a crash would; for fault tests. */
  async crashOne(): Promise<void> {
    await this.searchers[0]?.thread.kill();
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.searchers.map(({ thread }) => thread.stop()));
  }

  private start(): Searcher {
    const replace = (): void => {
      searcher.thread = this.startThread(replace);
    };
    const searcher: Searcher = { busy: false, thread: this.startThread(replace) };
    return searcher;
  }

  private startThread(replace: () => void): Thread<SearcherRequests> {
    const data: SearcherData = {
      dir: this.dir,
      cache_bytes_max: this.cache_bytes_max,
      expansions_max: this.expansions_max,
      snapshot: this.snapshot,
    };
    return new Thread<SearcherRequests>(new URL("./search-worker.ts", import.meta.url), data, (reason) => {
      if (this.closed) return;
      this.log.error({ reason }, "a search thread stopped and is replaced");
      replace();
    });
  }

  private idle(signal: AbortSignal | undefined): Promise<Searcher> {
    const free = this.searchers.find((searcher) => !searcher.busy);
    if (free !== undefined) {
      free.busy = true;
      return Promise.resolve(free);
    }
    return new Promise((resolve, reject) => {
      this.queue.push(resolve);
      signal?.addEventListener("abort", () => {
        const place = this.queue.indexOf(resolve);
        if (place < 0) return;
        this.queue.splice(place, 1);
        reject(new OnpointError("unavailable", "the search was cancelled"));
      });
    });
  }

  private release(searcher: Searcher): void {
    const next = this.queue.shift();
    if (next === undefined) searcher.busy = false;
    else next(searcher);
  }
}
