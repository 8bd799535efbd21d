import { messageOf, OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";

const WAITING_MAX = 1000;

/**
 * Work that nobody waits for, one after another: so the time of an answer does not tell whether an address has an
 * account. What is waiting when the process is killed is lost; whoever misses a letter asks again.
 */
export class Errands {
  readonly #log: Logger;
  #waiting = 0;
  #tail: Promise<void> = Promise.resolve();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @throws OnpointError `unavailable` when too many wait. */
  run(work: () => Promise<void>): void {
    if (this.#waiting >= WAITING_MAX) {
      throw new OnpointError("unavailable", "too many letters are waiting to be sent", { hint: "Try again later." });
    }
    this.#waiting++;
    this.#tail = this.#tail
      .then(work)
      .catch((thrown: unknown) => this.#log.error({ reason: messageOf(thrown) }, "an errand of the accounts failed"))
      .finally(() => this.#waiting--);
  }

  /** Resolves when all that was given so far is done. */
  async settled(): Promise<void> {
    await this.#tail;
  }
}
