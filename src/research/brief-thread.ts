import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { Db } from "#db/connection.ts";
import type { BriefData, BriefRequests } from "./brief-worker.ts";
import { checkText } from "./brief.ts";
import type { CheckedText } from "./brief.ts";

/** A shorter text is checked at once: at most some ten milliseconds, and it need not wait behind a long one. */
const AT_ONCE_CHARS_MAX = 8_000;
/** Long texts that may wait, each of up to 400,000 characters and half a second of work. */
const WAITING_MAX = 100;

/**
 * Checks long texts on a thread of its own, one after the other: 400,000 characters are up to half a second of work,
 * in which the event loop would answer nobody. The thread is started by the first long text.
 */
export class BriefThread {
  readonly #db: Db;
  readonly #pool: ThreadPool<BriefRequests>;

  constructor(db: Db, log: Logger) {
    const { dataDir, databaseUrl } = db;
    this.#db = db;
    this.#pool = new ThreadPool<BriefRequests>({
      file: new URL("./brief-worker.ts", import.meta.url),
      name: "brief thread",
      size: 1,
      waiting_max: WAITING_MAX,
      isLazy: true,
      data: (): BriefData => ({ dataDir, databaseUrl }),
      log,
    });
  }

  readonly check = async (text: string): Promise<CheckedText> =>
    text.length <= AT_ONCE_CHARS_MAX ? checkText(this.#db, text) : this.#pool.ask("check", text);

  async close(): Promise<void> {
    await this.#pool.stop();
  }
}
