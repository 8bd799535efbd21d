import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { PoolAskOptions } from "#base/threads/thread-pool.ts";
import type {
  Asker,
  CountsRequest,
  EngineRequest,
  EngineResponse,
  NearestRequest,
  NearestResponse,
  WordFrequency,
  WordQuestion,
} from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { Snapshot } from "#index/embedded/segment/index-writer.ts";
import { LIGHT_UNITS_MAX } from "./lane.ts";
import type { Bounds, SearcherData, SearcherRequests } from "./search-worker.ts";

/** A thread that does not answer this long after its deadline is taken for hung and replaced. */
const GRACE_MS = 5000;
/** A search that no thread was free for this long is refused. */
const WAIT_MS_MAX = 30_000;
/** Searches that may wait, of one owner and in all. A heavy one may take seconds. */
const LIGHT_WAITING = { waitingPerOwner_max: 200, waiting_max: 1000 };
const HEAVY_WAITING = { waitingPerOwner_max: 8, waiting_max: 64 };

export type SearchOptions = Asker & { readonly deadline_ms: number };

type Lane = ThreadPool<SearcherRequests>;

/**
 * Threads that search, each one search at a time, in two lanes: what costs little never waits for what costs much.
 * What a search will cost is told from the frequencies of its words, by a thread of the first lane, which gives it
 * back when it is heavy. Threads of the second lane give way to all others, and the first heavy search starts them.
 */
export class SearchPool {
  readonly #light: Lane;
  readonly #heavy: Lane;
  readonly #lightUnits_max: number;
  #snapshot: Snapshot;

  constructor(options: {
    readonly dir: string;
    readonly schema: CollectionSchema;
    /** For light searches; half as many, one at least, are for heavy ones. */
    readonly workers: number;
    /** For all threads together. */
    readonly cache_bytes_max: number;
    readonly expansions_max: number;
    readonly log: Logger;
    readonly snapshot: Snapshot;
    /** The first search starts the threads for light ones too. */
    readonly isLazy?: boolean | undefined;
    /** What a search may cost in the first lane, in units of work. */
    readonly lightUnits_max?: number | undefined;
  }) {
    const { dir, schema, workers, expansions_max, log } = options;
    const heavyWorkers = Math.max(1, Math.floor(workers / 2));
    const cache_bytes_max = Math.floor(options.cache_bytes_max / (workers + heavyWorkers));
    this.#snapshot = options.snapshot;
    const lane = (isForHeavy: boolean): Pick<ConstructorParameters<typeof ThreadPool>[0], "file" | "data" | "log"> => ({
      file: new URL("./search-worker.ts", import.meta.url),
      data: (): SearcherData => ({
        dir,
        schema,
        cache_bytes_max,
        expansions_max,
        snapshot: this.#snapshot,
        isForHeavy,
      }),
      log,
    });
    this.#lightUnits_max = options.lightUnits_max ?? LIGHT_UNITS_MAX;
    this.#light = new ThreadPool<SearcherRequests>({
      ...lane(false),
      ...LIGHT_WAITING,
      name: "search thread",
      size: workers,
      isLazy: options.isLazy === true,
    });
    this.#heavy = new ThreadPool<SearcherRequests>({
      ...lane(true),
      ...HEAVY_WAITING,
      name: "thread for heavy searches",
      size: heavyWorkers,
      isLazy: true,
    });
  }

  /** Searches sent after this call see `snapshot`; resolves when no thread needs the state before any more. */
  async use(snapshot: Snapshot): Promise<void> {
    this.#snapshot = snapshot;
    await Promise.all([this.#light.tellAll("use", snapshot), this.#heavy.tellAll("use", snapshot)]);
  }

  async search(request: EngineRequest, options: SearchOptions): Promise<EngineResponse> {
    return this.#answer(options, async (lane, bounds, waiting) => lane.ask("search", { request, bounds }, waiting));
  }

  async counts(asked: CountsRequest, options: SearchOptions): Promise<number[]> {
    return this.#answer(options, async (lane, bounds, waiting) => lane.ask("counts", { asked, bounds }, waiting));
  }

  async nearest(request: NearestRequest, options: SearchOptions): Promise<NearestResponse> {
    return this.#answer(options, async (lane, bounds, waiting) => lane.ask("nearest", { request, bounds }, waiting));
  }

  async frequencies(words: readonly WordQuestion[], options: SearchOptions): Promise<WordFrequency[]> {
    return this.#answer(options, async (lane, bounds, waiting) => lane.ask("frequencies", { words, bounds }, waiting));
  }

  /** Ends one thread as a crash would; for fault tests. */
  async crashOne({ heavy = false }: { readonly heavy?: boolean }): Promise<void> {
    await (heavy ? this.#heavy : this.#light).crashOne();
  }

  async close(): Promise<void> {
    await Promise.all([this.#light.stop(), this.#heavy.stop()]);
  }

  async #answer<Answer>(
    { deadline_ms, owner, signal }: SearchOptions,
    ask: (lane: Lane, bounds: Bounds, waiting: PoolAskOptions) => Promise<Answer | null>,
  ): Promise<Answer> {
    const waiting = { owner, signal, hung_ms: deadline_ms + GRACE_MS, wait_ms_max: WAIT_MS_MAX };
    const light = await ask(this.#light, { deadline_ms, units_max: this.#lightUnits_max }, waiting);
    if (light !== null) return light;
    const answer = await ask(this.#heavy, { deadline_ms }, waiting);
    if (answer === null) throw new Error("a search without a bound was found too heavy");
    return answer;
  }
}
