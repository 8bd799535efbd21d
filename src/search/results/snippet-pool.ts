import { Worker } from "node:worker_threads";
import { OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import type { SnippetReply, SnippetRequest } from "./snippet-worker.ts";
import type { SnippetsOf } from "./snippets.ts";

type Job = {
  readonly resolve: (snippets: ReadonlyMap<string, string>) => void;
  readonly reject: (fault: Error) => void;
};
type Seat = { worker: Worker; readonly jobs: Map<number, Job> };

/**
 * Threads that make snippets. A page of hits is some hundreds of kilobytes to read and to break into words, tens of
 * milliseconds in which the event loop would answer nobody.
 */
export class SnippetPool {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #seats: readonly Seat[];
  #nextId = 0;
  #isClosed = false;

  constructor(options: { readonly db: Db; readonly threads: number; readonly log: Logger }) {
    this.#db = options.db;
    this.#log = options.log;
    this.#seats = Array.from({ length: options.threads }, () => this.#seat());
  }

  /** By the thread with the least to do. */
  readonly snippetsOf: SnippetsOf = async (opinionIds, tree) => {
    if (opinionIds.length === 0) return new Map();
    const seat = this.#seats.toSorted((left, right) => left.jobs.size - right.jobs.size)[0];
    if (seat === undefined || this.#isClosed) throw new OnpointError("unavailable", "the server is stopping");
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const request: SnippetRequest = { id: this.#nextId++, opinionIds, tree };
    seat.jobs.set(request.id, { resolve, reject });
    seat.worker.postMessage(request, []);
    return promise;
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#seats.map(({ worker }) => worker.terminate()));
  }

  #seat(): Seat {
    const jobs = new Map<number, Job>();
    const replace = (): void => {
      seat.worker = this.#start(jobs, replace);
    };
    const seat: Seat = { jobs, worker: this.#start(jobs, replace) };
    return seat;
  }

  /** `onDeath` is called when the thread ends untold; what it had in hand is refused, not lost. */
  #start(jobs: Map<number, Job>, onDeath: () => void): Worker {
    const { dataDir, databaseUrl } = this.#db;
    const worker = new Worker(new URL("./snippet-worker.ts", import.meta.url), {
      workerData: { dataDir, databaseUrl },
    });
    let cause: unknown;
    worker.on("message", (reply: SnippetReply) => {
      const job = jobs.get(reply.id);
      jobs.delete(reply.id);
      if ("snippets" in reply) job?.resolve(reply.snippets);
      else job?.reject(new OnpointError("internal", `snippets could not be made: ${reply.failure}`));
    });
    worker.on("error", (thrown) => (cause = thrown));
    worker.on("exit", () => {
      const stopped = new OnpointError("unavailable", "a thread that makes snippets has stopped", {
        hint: "Try again: the thread is replaced at once.",
        cause,
      });
      for (const { reject } of jobs.values()) reject(stopped);
      jobs.clear();
      if (this.#isClosed) return;
      this.#log.error({ reason: cause }, "a thread that makes snippets has stopped and is replaced");
      onDeath();
    });
    return worker;
  }
}
