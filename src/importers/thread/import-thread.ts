import { Thread } from "#base/threads/thread.ts";
import type { ImportProgress } from "../frame/progress.ts";
import type { ImportNews, ImportRequests, ImportThreadData } from "./import-worker.ts";

type Kind = Exclude<keyof ImportRequests, "close">;

/**
 * What an import makes is garbage soon; a heap with as much room as the main thread's lets it lie until it comes to
 * several hundred MB. The largest row, and what is made of it, has to fit.
 */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1024 };
/** Of the archive the ids of all dockets and entries are kept while it is read: their number bounds them, not we. */
const ARCHIVE_LIMITS = { maxYoungGenerationSizeMb: 32 };

/**
 * Imports on a thread of its own, whose memory is bounded while it works and goes back when it is closed. The records
 * have been opened before by the one who starts it.
 */
export class ImportThread {
  readonly #data: ImportThreadData;
  readonly #onProgress: (progress: ImportProgress) => void;
  #thread: Thread<ImportRequests, ImportNews> | undefined;

  constructor({ records, log, pdf }: ImportThreadData, onProgress: (progress: ImportProgress) => void) {
    // Of the settings no more than these go there: the others hold secrets.
    const { textRecognition, textRecognitionPages } = pdf;
    this.#data = { records, log, pdf: { textRecognition, textRecognitionPages } };
    this.#onProgress = onProgress;
  }

  /** Runs an import. After `signal` it rejects once what was under way is committed; the same call then goes on from there. */
  async run<Name extends Kind>(
    kind: Name,
    input: ImportRequests[Name]["input"],
    signal: AbortSignal,
  ): Promise<ImportRequests[Name]["answer"]> {
    this.#thread ??= this.#start(kind);
    return this.#thread.askUntilDone(kind, input, { signal });
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread?.isAlive === true) await thread.ask("close", null).catch(() => undefined);
    await thread?.stop();
  }

  #start(kind: Kind): Thread<ImportRequests, ImportNews> {
    return new Thread<ImportRequests, ImportNews>({
      file: new URL("./import-worker.ts", import.meta.url),
      name: "thread that imports",
      data: this.#data,
      resourceLimits: kind === "recap" ? ARCHIVE_LIMITS : HEAP_LIMITS,
      onDeath: () => undefined,
      answers: {
        progress: (progress) => {
          this.#onProgress(progress);
          return null;
        },
      },
    });
  }
}
