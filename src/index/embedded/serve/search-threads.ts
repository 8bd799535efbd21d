import { machineMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { heavyWork } from "#base/heavy-work.ts";
import type { Logger } from "#base/log.ts";
import { measured } from "#base/measured.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { PoolAskOptions, PoolState } from "#base/threads/thread-pool.ts";
import type { Asker } from "#index/index.ts";
import type { Snapshot } from "#index/embedded/segment/index-writer.ts";
import { LIGHT_UNITS_MAX, timeLeft, tookTooLong } from "./lane.ts";
import type { Deadline } from "./lane.ts";
import type { SearchedIndex } from "./open-index.ts";
import { SearchedByThreads } from "./searched-by-threads.ts";
import type { Bounds, SearcherData, SearcherRequests } from "./search-worker.ts";

/** A thread that does not answer this long after its deadline is taken for hung and replaced. */
const GRACE_MS = 5000;
/** A search that no thread was free for this long is refused, one whose deadline is nearer sooner. */
const WAIT_MS_MAX = 30_000;
/** Searches that may wait, of one owner and in all. A heavy one may take seconds. */
const LIGHT_WAITING = { waitingPerOwner_max: 200, waiting_max: 1000 };
const HEAVY_WAITING = { waitingPerOwner_max: 8, waiting_max: 64 };
/** What a thread may hold beside its blocks when it has nothing to do. */
const RESTING_BYTES_MAX = 64 * 1024 * 1024;
/** Heavy searches are rare, take seconds, and leave much behind. */
const HEAVY_IDLE_MS = 10_000;
const HEAVY_RESTING_MS = 1_000;
const HEAVY_RESTING_BYTES_MAX = 32 * 1024 * 1024;

export type SearchOptions = Asker & { readonly deadline_ms: number };

/** Asks a lane's threads within bounds; null when it is too heavy for them. */
export type AskLane<Answer> = (lane: SearchLane, bounds: Bounds, waiting: PoolAskOptions) => Promise<Answer | null>;

export type SearchLane = ThreadPool<SearcherRequests>;

export type SearchThreadsOptions = {
  /** For light searches; half as many, one at least, are for heavy ones. */
  readonly workers: number;
  /** Pages of postings, positions and vectors kept in memory, of all indexes and all threads together. */
  readonly cache_bytes_max: number;
  readonly log: Logger;
  /** What a search may cost in the first lane, in units of work. */
  readonly lightUnits_max?: number | undefined;
  /** By which waiting is measured here; the threads have the machine's. */
  readonly now?: () => number;
};

/**
 * Threads that search all the indexes opened with them, each one search at a time, in two lanes: what costs little never
 * waits for what costs much. What a search will cost is told from the frequencies of its words, by a thread of the first
 * lane, which gives it back when it is heavy. Threads of the second lane give way to all others. Each is started by the
 * first search that finds none free, and ends when there has been none for long.
 */
export class SearchThreads {
  readonly #light: SearchLane;
  readonly #heavy: SearchLane;
  readonly #lightUnits_max: number;
  readonly #now: () => number;
  readonly #indexes = new Map<number, SearchedIndex>();
  /** By thread that runs, how many bytes of blocks it keeps. */
  readonly #kept = new Set<SharedArrayBuffer>();
  readonly #blocks = { name: "index blocks", bytes: () => this.keptBytes };
  #opened = 0;

  constructor({ workers, cache_bytes_max, log, lightUnits_max, now = machineMs }: SearchThreadsOptions) {
    const heavyWorkers = Math.max(1, Math.floor(workers / 2));
    const ofEach_bytes_max = Math.floor(cache_bytes_max / (workers + heavyWorkers));
    const common = {
      file: new URL("./search-worker.ts", import.meta.url),
      isLazy: true,
      restingBytes_max: ofEach_bytes_max + RESTING_BYTES_MAX,
      log,
    };
    const dataOf =
      (isForHeavy: boolean) =>
      (hasEnded: Promise<void>): SearcherData => {
        const kept = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
        this.#kept.add(kept);
        void hasEnded.then(() => this.#kept.delete(kept));
        return { cache_bytes_max: ofEach_bytes_max, indexes: this.#indexes, kept, isForHeavy };
      };
    measured.kept.add(this.#blocks);
    this.#now = now;
    this.#lightUnits_max = lightUnits_max ?? LIGHT_UNITS_MAX;
    this.#light = new ThreadPool<SearcherRequests>({
      ...common,
      ...LIGHT_WAITING,
      name: "search thread",
      size: workers,
      data: dataOf(false),
    });
    this.#heavy = new ThreadPool<SearcherRequests>({
      ...common,
      ...HEAVY_WAITING,
      name: "thread for heavy searches",
      size: heavyWorkers,
      idle_ms: HEAVY_IDLE_MS,
      resting_ms: HEAVY_RESTING_MS,
      restingBytes_max: ofEach_bytes_max + HEAVY_RESTING_BYTES_MAX,
      data: dataOf(true),
    });
  }

  /** An index that is searched by these threads until it is closed. */
  open(index: SearchedIndex): SearchedByThreads {
    const number = this.#opened++;
    this.#indexes.set(number, index);
    void this.#tellAll("open", { index: number, opened: index });
    return new SearchedByThreads({
      ask: async (options, ask) => this.#answer(options, ask),
      number,
      use: async (snapshot) => this.#use(number, snapshot),
      close: async () => {
        this.#indexes.delete(number);
        await this.#tellAll("close", number);
      },
    });
  }

  /** Blocks in memory, of all threads. */
  get keptBytes(): number {
    return [...this.#kept].reduce((sum, kept) => sum + (new Int32Array(kept)[0] ?? 0), 0);
  }

  /** What the threads of each lane do. */
  get states(): readonly PoolState[] {
    return [this.#light.state, this.#heavy.state];
  }

  /** Ends one thread as a crash would; for fault tests. */
  async crashOne({ heavy = false }: { readonly heavy?: boolean }): Promise<void> {
    await (heavy ? this.#heavy : this.#light).crashOne();
  }

  async close(): Promise<void> {
    measured.kept.delete(this.#blocks);
    await Promise.all([this.#light.stop(), this.#heavy.stop()]);
  }

  async #use(number: number, snapshot: Snapshot): Promise<void> {
    const index = this.#indexes.get(number);
    if (index === undefined) return;
    this.#indexes.set(number, { ...index, snapshot });
    await this.#tellAll("use", { index: number, snapshot });
  }

  async #tellAll<Kind extends keyof SearcherRequests>(
    kind: Kind,
    input: SearcherRequests[Kind]["input"],
  ): Promise<void> {
    await Promise.all([this.#light.tellAll(kind, input), this.#heavy.tellAll(kind, input)]);
  }

  async #answer<Answer>(options: SearchOptions, ask: AskLane<Answer>): Promise<Answer> {
    const { deadline_ms, arrived_ms = this.#now(), ...asker } = options;
    const asked_ms = this.#now();
    const deadline: Deadline = { deadline_ms, arrived_ms, asked_ms };
    const light = await ask(
      this.#light,
      { ...deadline, units_max: this.#lightUnits_max },
      this.#waiting(deadline, asker),
    );
    if (light !== null) return light;
    const answer = await heavyWork.during(async () => ask(this.#heavy, deadline, this.#waiting(deadline, asker)));
    if (answer === null) throw new Error("a search without a bound was found too heavy");
    return answer;
  }

  /** A part of a request waits and works no longer than the request has left. */
  #waiting(deadline: Deadline, { owner, signal }: Asker): PoolAskOptions {
    const left_ms = timeLeft(deadline, this.#now());
    if (left_ms <= 0) {
      throw new OnpointError("too_costly", tookTooLong(deadline), {
        hint: "Ask for less, or try again when the server has less to do.",
      });
    }
    return { owner, signal, hung_ms: left_ms + GRACE_MS, wait_ms_max: Math.min(left_ms, WAIT_MS_MAX) };
  }
}
