import type { ResourceLimits } from "node:worker_threads";
import { OnpointError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { givenUp } from "./call-port.ts";
import type { AskOptions, Requests } from "./call-port.ts";
import { measured } from "../measured.ts";
import { FairQueue } from "./fair-queue.ts";
import { Thread } from "./thread.ts";

export type ThreadPoolOptions = {
  readonly file: URL;
  /** As one of them is called in messages: "search thread". */
  readonly name: string;
  readonly size: number;
  /** What a thread that starts now is given. */
  readonly data: (hasEnded: Promise<void>) => unknown;
  readonly log: Logger;
  /** Requests a thread is given at once; further ones wait. */
  readonly perThread_max?: number;
  /** Requests that may wait; one more is refused as `unavailable`. */
  readonly waiting_max?: number;
  /** Requests of one owner that may wait; one more is refused as `rate_limited`. */
  readonly waitingPerOwner_max?: number;
  /** Start a thread with the first request it is given rather than now, and end it when it has had none for long. */
  readonly isLazy?: boolean;
  /** How long a thread of a lazy pool stays without a request. */
  readonly idle_ms?: number;
  /**
   * A thread of a lazy pool that holds more than this when it has nothing to do is ended soon: what one request took is
   * given back with it.
   */
  readonly restingBytes_max?: number;
  /** So long without a request, and it is looked at for what it holds. */
  readonly resting_ms?: number;
  readonly resourceLimits?: ResourceLimits;
};

export type PoolAskOptions = Pick<AskOptions, "signal" | "transfer"> & {
  /** For whom it is asked: while requests wait, owners take turns. */
  readonly owner?: string | undefined;
  /** A request that has waited this long for a thread is refused as `unavailable`. */
  readonly wait_ms_max?: number | undefined;
  /** A thread that has had the request this long without an answer is taken for hung and replaced. */
  readonly hung_ms?: number;
  /** What such a request is refused with where it is the request's own fault: of the time to start a thread none counts. */
  readonly tooLong?: () => OnpointError;
  /** A thread that holds more than this in buffers is ended: they are no part of the heap that its limits bound. */
  readonly bufferBytes_max?: number;
};

/** `inHand` counts the requests of `ask` alone: what all are told goes to a thread whatever it has to do. */
type Seat<Kinds extends Requests> = {
  thread: Thread<Kinds> | undefined;
  hasAnswered: boolean;
  inHand: number;
  idle: NodeJS.Timeout | undefined;
};

/** What a pool does and holds at the moment, for who watches over the service. */
export type PoolState = {
  readonly name: string;
  readonly size: number;
  readonly running: number;
  /** Threads that have a request in hand. */
  readonly busy: number;
  readonly waiting: number;
};
type Job<Kinds extends Requests> = {
  readonly run: (seat: Seat<Kinds>) => void;
  readonly refuse: (reason: OnpointError) => void;
};
/** A job in the queue; `stopHearing` takes its ear from signal and clock once it is out of it. */
type Waiting<Kinds extends Requests> = { readonly job: Job<Kinds>; readonly stopHearing: () => void };

const WAITING_MAX_DEFAULT = 1_000;
/** From nothing to its first request, modules loaded, on a busy machine. */
const START_MS_MAX = 30_000;
/** Buffers grow by doubling; between two looks one does so once or twice. */
const WATCH_MS = 100;
/** To start one takes some tenths of a second; to keep one, from 15 MB. */
const IDLE_MS_DEFAULT = 300_000;
const RESTING_MS_DEFAULT = 5_000;
/** For requests that reach a thread which is being ended. */
const ENDING_MS = 1_000;

/**
 * Threads that do the same work; a request goes to the one with the least to do. One that dies is replaced: at once,
 * unless it never answered anything, then by the next request that needs it, so that a thread that cannot start is not
 * started for ever.
 */
export class ThreadPool<Kinds extends Requests> {
  readonly #options: ThreadPoolOptions;
  readonly #perThread_max: number;
  readonly #waiting_max: number;
  readonly #waitingPerOwner_max: number;
  readonly #seats: readonly Seat<Kinds>[];
  readonly #waiting = new FairQueue<Waiting<Kinds>>();
  #isStopped = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    this.#perThread_max = options.perThread_max ?? 1;
    this.#waiting_max = options.waiting_max ?? WAITING_MAX_DEFAULT;
    this.#waitingPerOwner_max = options.waitingPerOwner_max ?? Infinity;
    this.#seats = Array.from({ length: options.size }, () => {
      return { thread: undefined, hasAnswered: false, inHand: 0, idle: undefined };
    });
    measured.pools.add(this);
    if (options.isLazy !== true) for (const seat of this.#seats) this.#threadOf(seat);
  }

  get size(): number {
    return this.#seats.length;
  }

  get state(): PoolState {
    return {
      name: this.#options.name,
      size: this.#seats.length,
      running: this.#seats.filter(({ thread }) => thread?.isAlive === true).length,
      busy: this.#seats.filter(({ inHand }) => inHand > 0).length,
      waiting: this.#waiting.size,
    };
  }

  /** What each thread that runs holds, in bytes: heap and buffers. */
  async held(): Promise<number[]> {
    const alive = this.#seats.flatMap(({ thread }) => (thread?.isAlive === true ? [thread] : []));
    return Promise.all(alive.map(async (thread) => heldBy(thread)));
  }

  /** Rejects with what the thread threw; with `unavailable` when it dies, when too many wait, when `signal` comes first. */
  async ask<Kind extends keyof Kinds & string>(
    kind: Kind,
    input: Kinds[Kind]["input"],
    { hung_ms, tooLong, bufferBytes_max, owner = "", wait_ms_max, ...options }: PoolAskOptions = {},
  ): Promise<Kinds[Kind]["answer"]> {
    if (this.#isStopped) throw this.#stopping();
    const { promise, resolve, reject } = Promise.withResolvers<Kinds[Kind]["answer"]>();
    const job: Job<Kinds> = {
      refuse: reject,
      run: (seat) => {
        const thread = this.#threadOf(seat);
        let isHung = false;
        let isDone = false;
        const kill = (): void => {
          isHung = true;
          void thread.kill();
        };
        const isStarting = tooLong !== undefined && !seat.hasAnswered;
        const clock = (ms: number): NodeJS.Timeout => setTimeout(kill, ms).unref();
        let hung = hung_ms === undefined ? undefined : clock(isStarting ? START_MS_MAX : hung_ms);
        if (hung_ms !== undefined && isStarting) {
          const begin = (): void => {
            if (isDone) return;
            clearTimeout(hung);
            hung = clock(hung_ms);
          };
          thread.ready().then(begin, () => undefined);
        }
        const watch = bufferBytes_max === undefined ? undefined : watchBuffers(thread, bufferBytes_max);
        const onDone = (): void => {
          isDone = true;
          clearTimeout(hung);
          clearInterval(watch);
          seat.inHand -= 1;
          this.#runNext(seat);
          if (seat.inHand === 0) this.#rest(seat);
        };
        clearTimeout(seat.idle);
        seat.inHand += 1;
        const answered = thread.ask(kind, input, { ...options, onDone }).then(
          (answer) => {
            seat.hasAnswered = true;
            return answer;
          },
          (thrown: unknown) => {
            throw isHung && tooLong !== undefined ? tooLong() : thrown;
          },
        );
        resolve(answered);
      },
    };
    const seat = this.#freeSeat();
    if (seat !== undefined) job.run(seat);
    else this.#wait(job, owner, { signal: options.signal, wait_ms_max });
    return promise;
  }

  /** Asks every thread there is, whatever it is doing; one that refuses is ended, and replaced by one with new data. */
  async tellAll<Kind extends keyof Kinds & string>(kind: Kind, input: Kinds[Kind]["input"]): Promise<void> {
    await Promise.all(
      this.#seats.map(async ({ thread }) => {
        if (thread?.isAlive !== true) return;
        await thread.ask(kind, input).catch(async (error: unknown) => {
          if (!this.#isStopped)
            this.#options.log.error({ error }, `a ${this.#options.name} refused what every thread receives`);
          await thread.kill();
        });
      }),
    );
  }

  /** Ends one thread as a crash would; for fault tests. */
  async crashOne(): Promise<void> {
    await this.#seats.find(({ thread }) => thread?.isAlive === true)?.thread?.kill();
  }

  /** Refuses what waits for a thread, and ends each thread as `Thread.stop` does. */
  async stop(options: { readonly grace_ms?: number } = {}): Promise<void> {
    this.#isStopped = true;
    measured.pools.delete(this);
    for (const { idle } of this.#seats) clearTimeout(idle);
    for (const { job, stopHearing } of this.#waiting.clear()) {
      stopHearing();
      job.refuse(this.#stopping());
    }
    await Promise.all(this.#seats.map(async ({ thread }) => thread?.stop(options)));
  }

  /** The seat with the least to do that may be given more. */
  #freeSeat(): Seat<Kinds> | undefined {
    let free: Seat<Kinds> | undefined;
    let least = this.#perThread_max;
    for (const seat of this.#seats) {
      if (seat.inHand >= least) continue;
      free = seat;
      least = seat.inHand;
    }
    return free;
  }

  #wait(job: Job<Kinds>, owner: string, { signal, wait_ms_max }: Pick<PoolAskOptions, "signal" | "wait_ms_max">): void {
    if (signal?.aborted === true) return job.refuse(givenUp(signal));
    const refusal = this.#refusalOf(owner);
    if (refusal !== undefined) return job.refuse(refusal);
    const leave = (reason: OnpointError): void => {
      this.#waiting.delete(owner, waiting);
      waiting.stopHearing();
      job.refuse(reason);
    };
    const giveUp = (): void => leave(givenUp(signal));
    const clock =
      wait_ms_max === undefined ? undefined : setTimeout(() => leave(this.#tooLong(wait_ms_max)), wait_ms_max).unref();
    const stopHearing = (): void => {
      clearTimeout(clock);
      signal?.removeEventListener("abort", giveUp);
    };
    const waiting = { job, stopHearing };
    this.#waiting.push(owner, waiting);
    signal?.addEventListener("abort", giveUp, { once: true });
  }

  /** Why no more may wait, if so. */
  #refusalOf(owner: string): OnpointError | undefined {
    const { name } = this.#options;
    if (this.#waiting.sizeOf(owner) >= this.#waitingPerOwner_max) {
      const message = `${this.#waitingPerOwner_max} of your requests wait for a ${name} already`;
      return new OnpointError("rate_limited", message, { hint: "Wait for their answers before you ask for more." });
    }
    if (this.#waiting.size < this.#waiting_max) return undefined;
    return new OnpointError("unavailable", `too many requests wait for a ${name}`, { hint: "Try again in a moment." });
  }

  #tooLong(waited_ms: number): OnpointError {
    const message = `no ${this.#options.name} was free for ${Number((waited_ms / 1000).toPrecision(2))} s`;
    return new OnpointError("unavailable", message, { hint: "Try again in a moment." });
  }

  #runNext(seat: Seat<Kinds>): void {
    if (this.#isStopped) return;
    const next = this.#waiting.shift();
    next?.stopHearing();
    next?.job.run(seat);
  }

  /** The thread of a lazy pool ends in a while if nothing comes, and sooner if it has grown large. */
  #rest(seat: Seat<Kinds>): void {
    const { isLazy = false, idle_ms = IDLE_MS_DEFAULT, restingBytes_max = Infinity } = this.#options;
    const { resting_ms = RESTING_MS_DEFAULT } = this.#options;
    const { thread } = seat;
    clearTimeout(seat.idle);
    if (!isLazy || this.#isStopped || thread?.isAlive !== true) return;
    const looksAt_ms = restingBytes_max === Infinity ? idle_ms : Math.min(idle_ms, resting_ms);
    const look = async (): Promise<void> => {
      if (looksAt_ms < idle_ms && (await heldBy(thread)) <= restingBytes_max) {
        if (seat.inHand === 0 && seat.thread === thread) seat.idle = setTimeout(end, idle_ms - looksAt_ms).unref();
        return;
      }
      end();
    };
    const end = (): void => {
      // What all are told counts as nothing in hand, and is answered first.
      if (seat.inHand > 0 || seat.thread !== thread || !thread.isAlive) return;
      seat.thread = undefined;
      void thread.stop({ grace_ms: ENDING_MS });
    };
    seat.idle = setTimeout(() => void look(), looksAt_ms).unref();
  }

  #threadOf(seat: Seat<Kinds>): Thread<Kinds> {
    if (seat.thread?.isAlive === true) return seat.thread;
    const { file, name, data, resourceLimits, log } = this.#options;
    const { promise: hasEnded, resolve: onEnd } = Promise.withResolvers<void>();
    const thread = new Thread<Kinds>({
      file,
      name,
      data: data(hasEnded),
      onEnd,
      resourceLimits,
      onDeath: (reason) => {
        if (this.#isStopped) return;
        log.error({ reason }, `a ${name} stopped and is replaced`);
        if (seat.hasAnswered) this.#threadOf(seat);
      },
    });
    seat.thread = thread;
    seat.hasAnswered = false;
    return thread;
  }

  #stopping(): OnpointError {
    return new OnpointError("unavailable", `the ${this.#options.name}s are being stopped`, {
      hint: "Try again when the program has started anew.",
    });
  }
}

/** One that has ended holds nothing. */
async function heldBy(thread: { readonly heldBytes: () => Promise<number> }): Promise<number> {
  return thread.heldBytes().catch(() => 0);
}

function watchBuffers(
  thread: { readonly bufferBytes: () => Promise<number>; readonly kill: () => Promise<void> },
  bytes_max: number,
): NodeJS.Timeout {
  const look = async (): Promise<void> => {
    // One that has ended has nothing to tell.
    const bytes = await thread.bufferBytes().catch(() => 0);
    if (bytes > bytes_max) await thread.kill();
  };
  return setInterval(() => void look(), WATCH_MS).unref();
}
