import { setTimeout as sleep } from "node:timers/promises";
import { isMemoryShort } from "./memory-share.ts";

const LOOK_MS = 50;
/** As long as two of the heaviest requests: who asks for more of them does not stop what goes on in the background. */
const WAIT_MS_MAX = 20_000;

/** What requests ask for that takes much memory for a moment, counted over the threads that share the counter. */
export class HeavyWork {
  readonly shared: SharedArrayBuffer;
  readonly #count: Int32Array;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#count = new Int32Array(shared);
  }

  async during<Value>(work: () => Promise<Value>): Promise<Value> {
    Atomics.add(this.#count, 0, 1);
    try {
      return await work();
    } finally {
      Atomics.sub(this.#count, 0, 1);
    }
  }

  /** Settles when there is none, or after so long. */
  async none(wait_ms_max = WAIT_MS_MAX): Promise<void> {
    const until_ms = performance.now() + wait_ms_max;
    while (Atomics.load(this.#count, 0) > 0 && performance.now() < until_ms) await sleep(LOOK_MS);
  }

  /** Where memory is short, a part of what goes on in the background is not begun beside it. */
  async givenWay(): Promise<void> {
    if (isMemoryShort()) await this.none();
  }
}

/** Of this process. */
export const heavyWork: HeavyWork = new HeavyWork();
