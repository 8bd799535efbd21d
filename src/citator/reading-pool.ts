import { Worker } from "node:worker_threads";
import { OnpointError } from "#base/errors.ts";
import type { Db } from "#db/connection.ts";
import type { ReadOutcome } from "./read-stored.ts";
import type { ReadReply, ReadRequest } from "./reading-worker.ts";

type Job = { readonly resolve: (outcomes: readonly ReadOutcome[]) => void; readonly reject: (fault: unknown) => void };
type Seat = { readonly worker: Worker; readonly jobs: Map<number, Job> };

/** Opinions handed to a thread at once: few, so that a long one holds up little. */
const OPINIONS_PER_REQUEST = 16;

/** Threads that read opinions for the citator. */
export class ReadingPool {
  readonly #seats: Seat[];
  #nextId = 0;
  #failure: OnpointError | undefined;

  constructor(db: Db, size: number) {
    const workerData = { dataDir: db.dataDir, databaseUrl: db.databaseUrl };
    this.#seats = Array.from({ length: size }, () => this.#seat(workerData));
  }

  async read(opinionIds: readonly string[]): Promise<ReadOutcome[]> {
    const parts: Promise<readonly ReadOutcome[]>[] = [];
    for (let at = 0; at < opinionIds.length; at += OPINIONS_PER_REQUEST) {
      parts.push(this.#send(opinionIds.slice(at, at + OPINIONS_PER_REQUEST)));
    }
    return (await Promise.all(parts)).flat();
  }

  async close(): Promise<void> {
    await Promise.all(this.#seats.map(({ worker }) => worker.terminate()));
  }

  #send(opinionIds: readonly string[]): Promise<readonly ReadOutcome[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly ReadOutcome[]>();
    const seat = this.#seats.toSorted((left, right) => left.jobs.size - right.jobs.size)[0];
    if (seat === undefined || this.#failure !== undefined) {
      reject(this.#failure ?? new OnpointError("internal", "there is no thread to read opinions"));
      return promise;
    }
    const request: ReadRequest = { id: this.#nextId++, opinionIds };
    seat.jobs.set(request.id, { resolve, reject });
    seat.worker.postMessage(request, []);
    return promise;
  }

  #seat(workerData: unknown): Seat {
    const worker = new Worker(new URL("./reading-worker.ts", import.meta.url), { workerData });
    const seat: Seat = { worker, jobs: new Map() };
    worker.on("message", (reply: ReadReply) => {
      const job = seat.jobs.get(reply.id);
      seat.jobs.delete(reply.id);
      if ("outcomes" in reply) job?.resolve(reply.outcomes);
      else job?.reject(new OnpointError("internal", `opinions could not be read: ${reply.failure}`));
    });
    worker.on("error", (cause) => {
      this.#failure ??= new OnpointError("internal", "a thread that reads opinions has died", { cause });
      for (const { reject } of seat.jobs.values()) reject(this.#failure);
      seat.jobs.clear();
    });
    return seat;
  }
}
