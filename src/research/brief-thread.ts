import { OnpointError } from "#base/errors.ts";
import { heavyWork } from "#base/heavy-work.ts";
import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { Db } from "#db/connection.ts";
import type { BriefData, BriefRequests } from "./brief-worker.ts";
import { checkText } from "./brief.ts";
import type { CheckedText } from "./brief.ts";

/** A shorter text is checked at once: a citation or two, a millisecond, and it need not wait behind a brief. */
export const AT_ONCE_CHARS_MAX = 500;
/** Long texts that may wait, each of up to 400,000 characters and half a second of work. */
const WAITING_MAX = 100;
/** Of a thread that has nothing to do, its code and tables among it: a long text leaves as much again behind. */
const RESTING_BYTES_MAX = 40 * 1024 * 1024;
/** Another long text may follow; to start a thread anew takes it as long as the text itself. */
const RESTING_MS = 1_000;
/** Many times what the longest text takes. */
const CHECKING_MS_MAX = 30_000;

export type BriefThreadOptions = {
  readonly checking_ms_max?: number;
  /** Another module to check with; for fault tests. */
  readonly file?: URL;
};

/**
 * Checks long texts on a thread of its own, one after the other: 400,000 characters are up to half a second of work,
 * in which the event loop would answer nobody. The thread is started by the first long text.
 * A text on which checking does not come to an end is refused, and the thread ended.
 */
export class BriefThread {
  readonly #db: Db;
  readonly #pool: ThreadPool<BriefRequests>;
  readonly #checking_ms_max: number;

  constructor(db: Db, log: Logger, { checking_ms_max = CHECKING_MS_MAX, file }: BriefThreadOptions = {}) {
    this.#checking_ms_max = checking_ms_max;
    const { dataDir, databaseUrl } = db;
    this.#db = db;
    this.#pool = new ThreadPool<BriefRequests>({
      file: file ?? new URL("./brief-worker.ts", import.meta.url),
      name: "brief thread",
      size: 1,
      waiting_max: WAITING_MAX,
      isLazy: true,
      restingBytes_max: RESTING_BYTES_MAX,
      resting_ms: RESTING_MS,
      data: (): BriefData => ({ dataDir, databaseUrl }),
      log,
    });
  }

  readonly check = async (text: string): Promise<CheckedText> =>
    text.length <= AT_ONCE_CHARS_MAX
      ? checkText(this.#db, text)
      : heavyWork.during(async () => this.#pool.ask("check", text, { hung_ms: this.#checking_ms_max, tooLong }));

  async close(): Promise<void> {
    await this.#pool.stop();
  }
}

function tooLong(): OnpointError {
  return new OnpointError("too_costly", "the text takes too long to check", { hint: "Check it in parts." });
}
