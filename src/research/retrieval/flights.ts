import type { Retrieved } from "../dockets/retrieval.ts";
import { withoutCharges } from "./tab.ts";

/**
 * Fetches a thing once for all who ask for it at the same time. The fetch goes on when the one who began it is gone: what
 * may be paid for by then is kept; what it was charged is told to the one who began it. One that brought nothing was refused to its own caller, so the next tries as itself.
 */
export class Flights {
  readonly #under = new Map<string, Promise<Retrieved>>();

  async join(name: string, work: () => Promise<Retrieved>, signal?: AbortSignal): Promise<Retrieved> {
    for (;;) {
      signal?.throwIfAborted();
      const under = this.#under.get(name);
      if (under === undefined) return orAborted(this.#begin(name, work), signal);
      const retrieved = await orAborted(
        under.catch(() => undefined),
        signal,
      );
      if (retrieved?.outcome === "fetched") return withoutCharges(retrieved);
    }
  }

  /** Waits for all that is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#under.values());
  }

  async #begin(name: string, work: () => Promise<Retrieved>): Promise<Retrieved> {
    const flight = work().finally(() => this.#under.delete(name));
    this.#under.set(name, flight);
    return flight;
  }
}

async function orAborted<Value>(wanted: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return wanted;
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason as Error);
  signal.addEventListener("abort", stop);
  // Whoever is gone is not told how it ended.
  wanted.catch(() => undefined);
  try {
    return await Promise.race([wanted, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
