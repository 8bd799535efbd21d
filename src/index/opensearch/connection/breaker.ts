import { monotonicMs } from "#base/clock.ts";

/** Failures in a row after which a host is left alone. */
const FAILURES_MAX = 5;
const PAUSE_MS = 5_000;

/** Tells whether a host is worth asking: one that failed several times in a row is left alone for a while. */
export class Breaker {
  readonly #now_ms: () => number;
  #failures = 0;
  #openUntil_ms = 0;

  constructor(now_ms: () => number = monotonicMs) {
    this.#now_ms = now_ms;
  }

  /** When the pause is over one request after another is let through, and the next failure begins it anew. */
  get isOpen(): boolean {
    return this.#failures >= FAILURES_MAX && this.#now_ms() < this.#openUntil_ms;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures++;
    this.#openUntil_ms = this.#now_ms() + PAUSE_MS;
  }
}
