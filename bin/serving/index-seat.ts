import { logOptions } from "../context.ts";
import type { Context } from "../context.ts";
import type { Db } from "#db/connection.ts";
import type { DataDirectoryLock } from "#db/lock.ts";
import type { SearchEngine } from "#index/index.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { VectorSeat } from "./vector-seat.ts";
import { startFollower } from "#projections/follower.ts";
import { forEachCollection } from "#projections/collections.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import type { Follower } from "#projections/follower.ts";
import type { SearchThreads } from "#index/embedded/serve/search-threads.ts";
import { openIndexes, openIndexReaders, openSearchThreads } from "../index-files.ts";
import type { Indexes, IndexUse } from "../index-files.ts";
import { tryLockIndex } from "../index-lock.ts";

/** How often a process that reads the index tries whether nobody writes it any more. */
const TAKE_OVER_MS = 500;
/** Searches under way when the index changes hands may take this long. */
const LAST_SEARCHES_MS_MAX = 15_000;

type Held = { readonly indexes: Indexes; searches: number; onIdle: (() => void) | undefined };
type Leading = { readonly lock: DataDirectoryLock; readonly follower: Follower };

/**
 * The indexes of one of several processes on a data directory. The one that has the lock writes them and follows the
 * records; the others read what it has written, and the first to find the lock free takes over.
 */
export class IndexSeat {
  readonly #context: Context;
  readonly #db: Db;
  /** Searches whatever this process holds at the moment. */
  readonly engines: Pick<Indexes, CollectionName>;
  readonly vectors: VectorSeat;
  /** They outlive the indexes, which change hands. */
  readonly #threads: SearchThreads;
  #held: Held | undefined;
  #leading: Leading | undefined;
  #timer: NodeJS.Timeout | undefined;
  #trying: Promise<void> | undefined;
  #isClosed = false;

  constructor(context: Context, db: Db) {
    this.#context = context;
    this.#db = db;
    this.#threads = openSearchThreads(context);
    const seated = { isLeading: () => this.isLeading, db, threads: this.#threads };
    this.vectors = new VectorSeat(context, openEmbedders(context.config), seated);
    this.engines = forEachCollection(({ name }) => this.#engineOf(name));
  }

  #engineOf(collection: CollectionName): SearchEngine {
    const use = async <Answer>(work: (engine: SearchEngine) => Promise<Answer>): Promise<Answer> =>
      this.#use(async (indexes) => work(indexes[collection]));
    return {
      search: async (...given) => use(async (engine) => engine.search(...given)),
      counts: async (...given) => use(async (engine) => engine.counts(...given)),
      nearest: async (...given) => use(async (engine) => engine.nearest(...given)),
      frequencies: async (...given) => use(async (engine) => engine.frequencies(...given)),
      apply: async (...given) => use(async (engine) => engine.apply(...given)),
      replaceAll: async (...given) => use(async (engine) => engine.replaceAll(...given)),
      missing: async (...given) => use(async (engine) => engine.missing(...given)),
      verify: async () => use(async (engine) => engine.verify()),
      status: async () => use(async (engine) => engine.status()),
      close: async () => this.close(),
    };
  }

  async open(): Promise<void> {
    await this.#takeOver();
    if (this.#leading !== undefined) return;
    this.#hold(await openIndexReaders(this.#context, this.#indexUse));
    this.#timer = setInterval(() => void this.#tryTakingOver(), TAKE_OVER_MS);
    this.#timer.unref();
  }

  get #indexUse(): IndexUse {
    return { db: this.#db, waits: true, threads: this.#threads };
  }

  get isLeading(): boolean {
    return this.#leading !== undefined;
  }

  /** What keeps this process from following the records, if it leads. */
  failure(): string | undefined {
    return this.#leading?.follower.failure();
  }

  /** By one of the processes, or by the next in half a second. */
  async isFollowed(): Promise<boolean> {
    return true;
  }

  vectorsFailure(): string | undefined {
    return this.#leading?.follower.vectorsFailure();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#trying;
    await this.#leading?.follower.stop();
    await this.vectors.close();
    await this.#held?.indexes.close();
    await this.#threads.close();
    this.#leading?.lock.release();
  }

  #tryTakingOver(): Promise<void> {
    this.#trying ??= this.#takeOver()
      .catch((error: unknown) => this.#context.log.error({ error }, "the index could not be taken over; trying again"))
      .finally(() => (this.#trying = undefined));
    return this.#trying;
  }

  async #takeOver(): Promise<void> {
    const { config, log } = this.#context;
    const lock = this.#isClosed ? undefined : tryLockIndex(config.dataDir);
    if (lock === undefined) return;
    try {
      const indexes = await openIndexes(this.#context, this.#indexUse);
      clearInterval(this.#timer);
      this.#hold(indexes);
      this.#leading = { lock, follower: this.#startFollower(indexes) };
      log.info("this process writes the index and follows the records");
    } catch (thrown) {
      lock.release();
      throw thrown;
    }
  }

  #startFollower(indexes: Indexes): Follower {
    const { config, log } = this.#context;
    const vectors = { calls: this.vectors.calls, embedding: config };
    return startFollower(this.#db, { ...indexes, vectors }, log, logOptions(config, "serve"));
  }

  #hold(indexes: Indexes): void {
    const before = this.#held;
    this.#held = { indexes, searches: 0, onIdle: undefined };
    if (before !== undefined) void closeWhenIdle(before);
  }

  #current(): Held {
    if (this.#held === undefined) throw new Error("the index is not open");
    return this.#held;
  }

  async #use<Answer>(work: (indexes: Indexes) => Promise<Answer>): Promise<Answer> {
    const held = this.#current();
    held.searches++;
    try {
      return await work(held.indexes);
    } finally {
      held.searches--;
      if (held.searches === 0) held.onIdle?.();
    }
  }
}

async function closeWhenIdle(held: Held): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  held.onIdle = resolve;
  const cut = setTimeout(resolve, LAST_SEARCHES_MS_MAX);
  if (held.searches > 0) await promise;
  clearTimeout(cut);
  await held.indexes.close();
}
