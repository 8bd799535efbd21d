import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { OnpointError } from "#base/errors.ts";
import type { CleanedOrFault, CleanReply, CleanRequest, ToClean } from "./clean-raw.ts";

/**
 * The reader and writer keep one core busy; cleaning has another, and a third where there is one. More threads than
 * these would wait for the reader, and each has a heap of its own.
 */
export function defaultWorkers(): number {
  return Math.max(1, Math.min(2, availableParallelism() - 1));
}

/** A small young generation keeps the garbage of cleaning from piling up; the old one holds the largest opinion. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

type Job = {
  readonly request: CleanRequest;
  readonly resolve: (cleaned: readonly CleanedOrFault[]) => void;
  readonly reject: (error: unknown) => void;
};

type Seat = { readonly worker: Worker; readonly jobs: Map<number, Job> };

/** Threads that clean opinions. A batch goes to the thread with the least to do; results come back in any order. */
export class CleaningPool {
  readonly size: number;
  /** Threads start with the first opinion to clean: an import that changes nothing needs none. */
  #seats: Seat[] = [];
  #nextId = 0;
  #busy_ms = 0;
  #failure: OnpointError | undefined;

  constructor(workers: number = defaultWorkers()) {
    this.size = workers;
  }

  /** Time the threads have spent cleaning, summed. */
  get busy_ms(): number {
    return this.#busy_ms;
  }

  clean(opinions: readonly ToClean[]): Promise<readonly CleanedOrFault[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly CleanedOrFault[]>();
    if (this.#seats.length === 0) this.#seats = Array.from({ length: this.size }, () => this.#seat());
    const seat = this.#seats.toSorted((left, right) => left.jobs.size - right.jobs.size)[0];
    if (seat === undefined || this.#failure !== undefined) {
      reject(this.#failure ?? new OnpointError("internal", "there is no thread to clean opinions"));
      return promise;
    }
    const request = { id: this.#nextId++, opinions };
    seat.jobs.set(request.id, { request, resolve, reject });
    seat.worker.postMessage(request, []);
    return promise;
  }

  async close(): Promise<void> {
    await Promise.all(this.#seats.map(({ worker }) => worker.terminate()));
  }

  #seat(): Seat {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { resourceLimits: HEAP_LIMITS });
    const seat: Seat = { worker, jobs: new Map() };
    worker.on("message", ({ id, cleaned, busy_ms }: CleanReply) => {
      this.#busy_ms += busy_ms;
      seat.jobs.get(id)?.resolve(cleaned);
      seat.jobs.delete(id);
    });
    worker.on("error", (error) => this.#fail(seat, error));
    return seat;
  }

  #fail(seat: Seat, cause: unknown): void {
    this.#failure ??= new OnpointError("internal", "a cleaning thread has died", { cause });
    for (const { reject } of seat.jobs.values()) reject(this.#failure);
    seat.jobs.clear();
  }
}
