import { Worker } from "node:worker_threads";
import { OnpointError } from "#base/errors.ts";
import type { CheckedCitation } from "./checked-citation.ts";
import type { Db } from "#db/connection.ts";
import type { BriefReply, BriefRequest } from "./brief-worker.ts";
import { checkText } from "./brief.ts";

type Job = {
  readonly resolve: (checked: readonly CheckedCitation[]) => void;
  readonly reject: (fault: Error) => void;
};
type Running = { readonly worker: Worker; readonly jobs: Map<number, Job> };

/** A shorter text is checked at once: at most some ten milliseconds, and it need not wait behind a long one. */
const AT_ONCE_CHARS_MAX = 8_000;

/**
 * Checks long texts on a thread of its own, one after the other: 400,000 characters are up to half a second of work,
 * in which the event loop would answer nobody. The thread is started by the first long text.
 */
export class BriefThread {
  readonly #db: Db;
  #running: Running | undefined;
  #nextId = 0;
  #isClosed = false;

  constructor(db: Db) {
    this.#db = db;
  }

  readonly check = async (text: string): Promise<readonly CheckedCitation[]> => {
    if (text.length <= AT_ONCE_CHARS_MAX) return checkText(this.#db, text);
    if (this.#isClosed) throw new OnpointError("unavailable", "the server is stopping");
    const { worker, jobs } = (this.#running ??= this.#start());
    const { promise, resolve, reject } = Promise.withResolvers<readonly CheckedCitation[]>();
    const request: BriefRequest = { id: this.#nextId++, text };
    jobs.set(request.id, { resolve, reject });
    worker.postMessage(request, []);
    return promise;
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running?.worker.terminate();
  }

  /** When the thread ends, what it had in hand is refused, and the next text starts another. */
  #start(): Running {
    const { dataDir, databaseUrl } = this.#db;
    const worker = new Worker(new URL("./brief-worker.ts", import.meta.url), { workerData: { dataDir, databaseUrl } });
    const jobs = new Map<number, Job>();
    let cause: unknown;
    worker.on("message", (reply: BriefReply) => {
      const job = jobs.get(reply.id);
      jobs.delete(reply.id);
      if ("checked" in reply) job?.resolve(reply.checked);
      else job?.reject(new OnpointError("internal", `the text could not be checked: ${reply.failure}`));
    });
    worker.on("error", (thrown) => (cause = thrown));
    worker.on("exit", () => {
      this.#running = undefined;
      const hint = "Try again: the thread is started anew.";
      const stopped = new OnpointError("unavailable", "the thread that checks texts has stopped", { hint, cause });
      for (const { reject } of jobs.values()) reject(stopped);
    });
    return { worker, jobs };
  }
}
