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

  /** When the pause is over one request is let through to try, and the next one after another pause. */
  admits(): boolean {
    if (this.#failures < FAILURES_MAX) return true;
    if (this.#now_ms() < this.#openUntil_ms) return false;
    this.#openUntil_ms = this.#now_ms() + PAUSE_MS;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures++;
    this.#openUntil_ms = this.#now_ms() + PAUSE_MS;
  }

  /** It is out of reach for certain. */
  trip(): void {
    this.#failures = FAILURES_MAX;
    this.#openUntil_ms = this.#now_ms() + PAUSE_MS;
  }
}
