import { OnpointError } from "./errors.ts";
import { FairQueue } from "./threads/fair-queue.ts";

export type InTurnOptions = {
  /** Pieces of work that go on at once. */
  readonly atOnce_max: number;
  /** Of one owner this many may wait; one more is refused as `rate_limited`. */
  readonly waitingPerOwner_max: number;
  /** As a piece is called in a refusal: "large answer". */
  readonly name: string;
};

/** Work of which little may go on at once, since each holds much; owners take turns. */
export class InTurn {
  readonly #options: InTurnOptions;
  readonly #waiting = new FairQueue<() => void>();
  #going = 0;

  constructor(options: InTurnOptions) {
    this.#options = options;
  }

  get goingCount(): number {
    return this.#going;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** Does it when its turn has come; `unavailable` when `signal` comes before that. */
  async run<Value>(owner: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    if (this.#going >= this.#options.atOnce_max) await this.#turn(owner, signal);
    this.#going++;
    try {
      return await work();
    } finally {
      this.#going--;
      this.#waiting.shift()?.();
    }
  }

  async #turn(owner: string, signal: AbortSignal): Promise<void> {
    const { name, waitingPerOwner_max } = this.#options;
    if (this.#waiting.sizeOf(owner) >= waitingPerOwner_max) {
      throw new OnpointError("rate_limited", `${waitingPerOwner_max} ${name}s are waited for already`, {
        hint: "Wait for some of them before you ask for more.",
      });
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => {
      if (!this.#waiting.delete(owner, resolve)) return;
      reject(new OnpointError("unavailable", "the request was given up before its turn came"));
    };
    this.#waiting.push(owner, resolve);
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
    await promise.finally(() => signal.removeEventListener("abort", giveUp));
  }
}
