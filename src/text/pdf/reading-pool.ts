import { OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import type { PdfFault, PdfText } from "./pdf.ts";
import type { PdfReadingData, PdfReadingRequests } from "./reading-worker.ts";
import { checkTesseract } from "./tesseract.ts";

/** Where PDF files are read, as the settings of this folder have it. */
export type PdfReadingConfig = {
  readonly textRecognition: boolean;
  readonly textRecognitionPages: number;
};

/** A page of a scan takes a second or two; one that takes so long is given up. */
const PAGE_MS_MAX = 60_000;
/** A file that takes longer is taken to have no end, beside the time that its pictures may take. */
const FILE_MS_MAX = 120_000;
/** A file that wants more memory than this is not read. */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 1024 };
/** Nor one that unpacks to more: a megabyte may become many gigabytes. */
const UNPACKED_BYTES_MAX = 1024 * 1024 * 1024;

/**
 * Reads PDF files on a thread of its own, which the first file starts: a long one is seconds of work, a scan minutes, in
 * which the event loop would answer nobody. A file that ends the thread, or that it does not come to an end with, is damaged.
 */
export class PdfReadingPool {
  readonly #pool: ThreadPool<PdfReadingRequests>;
  readonly #file_ms_max: number;
  #isClosed = false;

  /** Throws `invalid_configuration` where text recognition is wanted and not installed. */
  constructor({ textRecognition, textRecognitionPages: pages_max }: PdfReadingConfig, log: Logger) {
    if (textRecognition) checkTesseract();
    const recognition = textRecognition ? { pages_max, page_ms_max: PAGE_MS_MAX } : undefined;
    this.#file_ms_max = FILE_MS_MAX + (recognition === undefined ? 0 : pages_max * PAGE_MS_MAX);
    this.#pool = new ThreadPool<PdfReadingRequests>({
      file: new URL("./reading-worker.ts", import.meta.url),
      name: "PDF thread",
      size: 1,
      isLazy: true,
      // Whoever reads files reads one after the other.
      waiting_max: Number.POSITIVE_INFINITY,
      resourceLimits: HEAP_LIMITS,
      data: (): PdfReadingData => ({ recognition }),
      log,
    });
  }

  readonly read = async (bytes: Uint8Array, pages_max: number, signal?: AbortSignal): Promise<PdfText | PdfFault> => {
    try {
      return await this.#pool.ask(
        "read",
        { bytes, pages_max },
        { hung_ms: this.#file_ms_max, bufferBytes_max: UNPACKED_BYTES_MAX, ...(signal && { signal }) },
      );
    } catch (thrown) {
      const isOfFile = thrown instanceof OnpointError && thrown.code === "unavailable";
      if (!isOfFile || this.#isClosed || signal?.aborted === true) throw thrown;
      return { fault: "damaged", message: "it ends the thread that reads it, or takes too long", cause: thrown };
    }
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.stop();
  }
}
