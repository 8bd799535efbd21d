import { OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { Asker } from "#index/index.ts";
import { readQueryAs } from "./query-forms.ts";
import type { QueryRead } from "#search/query/parse.ts";
import type { QueryRequests } from "./query-worker.ts";

/** Reads a query, here or elsewhere. */
export type ReadQuery = (form: string, text: string, asker: Asker) => QueryRead | Promise<QueryRead>;

/** A shorter query is read at once: what people type, two milliseconds at the worst, and it need not wait behind a pasted passage. */
export const AT_ONCE_CHARS_MAX = 300;
/** The longest query there may be takes some ten milliseconds. */
const READING_MS_MAX = 2_000;
const WAITING_MAX = 200;
const WAITING_PER_OWNER_MAX = 20;
const WAIT_MS_MAX = 10_000;

export type QueryThreadOptions = {
  readonly log: Logger;
  readonly reading_ms_max?: number;
  /** Another module to read with; for fault tests. */
  readonly file?: URL;
};

/**
 * Reads long queries on a thread of its own, which the first of them starts. A query on which reading does not come to
 * an end is refused, and its thread ended: on the event loop it would stop every request of the process.
 */
export class QueryThread {
  readonly #pool: ThreadPool<QueryRequests>;
  readonly #reading_ms_max: number;

  constructor({ log, reading_ms_max = READING_MS_MAX, file }: QueryThreadOptions) {
    this.#reading_ms_max = reading_ms_max;
    this.#pool = new ThreadPool<QueryRequests>({
      file: file ?? new URL("./query-worker.ts", import.meta.url),
      name: "query thread",
      size: 1,
      waiting_max: WAITING_MAX,
      waitingPerOwner_max: WAITING_PER_OWNER_MAX,
      isLazy: true,
      data: () => undefined,
      log,
    });
  }

  readonly read: ReadQuery = (form, text, { owner, signal }) => {
    if (text.length <= AT_ONCE_CHARS_MAX) return readQueryAs(form, text);
    return this.#pool.ask(
      "read",
      { form, text },
      { owner, signal, wait_ms_max: WAIT_MS_MAX, hung_ms: this.#reading_ms_max, tooLong },
    );
  };

  async close(): Promise<void> {
    await this.#pool.stop();
  }
}

function tooLong(): OnpointError {
  const message = "the query takes too long to read";
  return new OnpointError("too_costly", message, {
    hint: "Shorten it: search for its most telling words, or for one part of it at a time.",
    faults: [{ path: "query", message }],
  });
}
