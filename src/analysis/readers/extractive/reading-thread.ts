import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { DocketLine } from "#analysis/dockets/relevant-entries.ts";
import { weighLines } from "#analysis/dockets/weigh-lines.ts";
import type { WeighedLines } from "#analysis/dockets/weigh-lines.ts";
import type { Analysis, Source } from "#analysis/model.ts";
import { readExtractively } from "./extractive.ts";
import type { ReadingRequests } from "./reading-worker.ts";

/** A shorter source is read at once: some ten milliseconds, and it need not wait behind a long one. */
const AT_ONCE_CHARS_MAX = 8_000;
/** Documents that may wait, each up to two seconds of work where it is as long as is read at all. */
const WAITING_MAX = 100;
/** The longest source that is read takes a few seconds. */
const HUNG_MS = 60_000;

/**
 * Reads long sources and dockets on threads of their own: an opinion of 10,000 words is some 70 ms of work, in which the
 * event loop would answer nobody. A thread is started by the first long source that finds none free.
 */
export class ReadingThreads {
  readonly #pool: ThreadPool<ReadingRequests>;

  constructor({ threads, log }: { readonly threads: number; readonly log: Logger }) {
    this.#pool = new ThreadPool<ReadingRequests>({
      file: new URL("./reading-worker.ts", import.meta.url),
      name: "reading thread",
      size: threads,
      waiting_max: WAITING_MAX,
      isLazy: true,
      data: () => undefined,
      log,
    });
  }

  readonly read = async (question: string, source: Source, signal?: AbortSignal): Promise<Analysis> => {
    if (isShort(source.parts)) return readExtractively(question, source, signal);
    return this.#pool.ask("read", { question, source }, { hung_ms: HUNG_MS, ...(signal && { signal }) });
  };

  /** As `weighLines`. */
  readonly weigh = async (
    question: string,
    lines: readonly DocketLine[],
    signal?: AbortSignal,
  ): Promise<WeighedLines> => {
    if (isShort(lines.map(({ description }) => ({ text: description })))) return weighLines(question, lines);
    return this.#pool.ask("weigh", { question, lines }, { hung_ms: HUNG_MS, ...(signal && { signal }) });
  };

  async close(): Promise<void> {
    await this.#pool.stop();
  }
}

function isShort(texts: readonly { readonly text: string }[]): boolean {
  return texts.reduce((sum, { text }) => sum + text.length, 0) <= AT_ONCE_CHARS_MAX;
}
