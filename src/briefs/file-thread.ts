import { OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { BriefText } from "./briefs.ts";
import type { BriefFileRequests } from "./file-worker.ts";

/** Files that may wait, each of up to some megabytes. */
const WAITING_MAX = 20;
/** Many times what a long brief takes. */
const READING_MS_MAX = 30_000;
/** Of a thread that has nothing to do. */
const RESTING_BYTES_MAX = 40 * 1024 * 1024;
const RESTING_MS = 1_000;

/** Reads the files of briefs on a thread of its own, which the first of them starts: a long PDF file takes seconds. */
export class BriefFileThread {
  readonly #pool: ThreadPool<BriefFileRequests>;

  constructor(log: Logger) {
    this.#pool = new ThreadPool<BriefFileRequests>({
      file: new URL("./file-worker.ts", import.meta.url),
      name: "brief file thread",
      size: 1,
      waiting_max: WAITING_MAX,
      isLazy: true,
      restingBytes_max: RESTING_BYTES_MAX,
      resting_ms: RESTING_MS,
      data: () => ({}),
      log,
    });
  }

  readonly read = async (bytes: Uint8Array, name: string): Promise<BriefText> =>
    this.#pool.ask("read", { bytes, name }, { hung_ms: READING_MS_MAX, tooLong });

  async close(): Promise<void> {
    await this.#pool.stop();
  }
}

function tooLong(): OnpointError {
  return new OnpointError("too_costly", "the file takes too long to read", { hint: "Check it in parts." });
}
