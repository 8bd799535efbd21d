import { availableParallelism } from "node:os";
import { OnpointError } from "#base/errors.ts";
import { FairQueue } from "#base/threads/fair-queue.ts";

/**
 * Node runs slow work on four threads, which reading files uses too; one is left to that, and half of the processor to
 * those who ask.
 */
const AT_ONCE_MAX = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)));
const WAITING_MAX = 128;
const WAITING_OF_ONE_MAX = 16;

export type QueueBounds = { readonly atOnce_max?: number; readonly waiting_max?: number };

type Waiting = { readonly run: () => Promise<void> };

/**
 * Lets slow work wait for its turn. Those who bring it take turns, so that one who guesses waits behind itself; and no
 * more waits than can be done while somebody is still there.
 */
export class SlowWorkQueue {
  readonly #waiting = new FairQueue<Waiting>();
  readonly #atOnce_max: number;
  readonly #waiting_max: number;
  #running = 0;

  constructor({ atOnce_max = AT_ONCE_MAX, waiting_max = WAITING_MAX }: QueueBounds = {}) {
    this.#atOnce_max = atOnce_max;
    this.#waiting_max = waiting_max;
  }

  /** @throws OnpointError `unavailable` when too many wait, or too many of this one. */
  async run<Value>(owner: string, work: () => Promise<Value>): Promise<Value> {
    if (this.#waiting.size >= this.#waiting_max || this.#waiting.sizeOf(owner) >= WAITING_OF_ONE_MAX) {
      throw new OnpointError("unavailable", "too many passwords are being checked", { hint: "Try again in a moment." });
    }
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    this.#waiting.push(owner, { run: async () => work().then(resolve, reject) });
    this.#next();
    return promise;
  }

  #next(): void {
    while (this.#running < this.#atOnce_max) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#running++;
      void next.run().finally(() => {
        this.#running--;
        this.#next();
      });
    }
  }
}
