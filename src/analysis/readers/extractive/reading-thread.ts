import { OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { DocketLine } from "#analysis/dockets/relevant-entries.ts";
import type { WeighedLines } from "#analysis/dockets/weigh-lines.ts";
import type { Analysis, Source } from "#analysis/model.ts";
import type { Candidates } from "./candidates.ts";
import type { ReadingRequests } from "./reading-worker.ts";

/** Documents that may wait, each up to two seconds of work where it is as long as is read at all. */
const WAITING_MAX = 100;
/** The longest source that is read takes a few seconds. */
const READING_MS_MAX = 30_000;

export type ReadingThreadOptions = {
  readonly threads: number;
  readonly log: Logger;
  readonly reading_ms_max?: number;
  /** Another module to read with; for fault tests. */
  readonly file?: URL;
};

/**
 * Reads sources and dockets on threads of their own: an opinion of 10,000 words is some 70 ms of work, in which the event
 * loop would answer nobody. A thread is started by the first source that finds none free. A source on which reading does
 * not come to an end is refused, however short it is, and its thread ended: who writes papers may be an opponent.
 */
export class ReadingThreads {
  readonly #pool: ThreadPool<ReadingRequests>;

  readonly #reading_ms_max: number;

  constructor({ threads, log, reading_ms_max = READING_MS_MAX, file }: ReadingThreadOptions) {
    this.#reading_ms_max = reading_ms_max;
    this.#pool = new ThreadPool<ReadingRequests>({
      file: file ?? new URL("./reading-worker.ts", import.meta.url),
      name: "reading thread",
      size: threads,
      waiting_max: WAITING_MAX,
      isLazy: true,
      data: () => undefined,
      log,
    });
  }

  readonly read = async (question: string, source: Source, signal?: AbortSignal): Promise<Analysis> =>
    this.#pool.ask("read", { question, source }, { hung_ms: this.#reading_ms_max, tooLong, signal });

  /** As `candidatesExtractively`. */
  readonly candidates = async (question: string, source: Source, signal?: AbortSignal): Promise<Candidates> =>
    this.#pool.ask("candidates", { question, source }, { hung_ms: this.#reading_ms_max, tooLong, signal });

  /** As `weighLines`. */
  readonly weigh = async (
    question: string,
    lines: readonly DocketLine[],
    signal?: AbortSignal,
  ): Promise<WeighedLines> =>
    this.#pool.ask("weigh", { question, lines }, { hung_ms: this.#reading_ms_max, tooLong, signal });

  async close(): Promise<void> {
    await this.#pool.stop();
  }
}

function tooLong(): OnpointError {
  return new OnpointError("too_costly", "the document takes too long to read", { hint: "Read it at its address." });
}
