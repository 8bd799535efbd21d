import { Worker } from "node:worker_threads";
import type { HeapInfo } from "node:v8";
import type { ResourceLimits } from "node:worker_threads";
import { messageOf, OnpointError } from "../errors.ts";
import { byMemory } from "../memory-share.ts";
import { measured } from "../measured.ts";
import { CallPort } from "./call-port.ts";
import type { AskOptions, Handlers, Requests } from "./call-port.ts";

/**
 * Two halves of 1 MB, and as much that is between them while they are swept: V8 never gives back what one has grown to. An
 * old generation that may become 2 GB or more is let grow to four times what lives in it before it is swept, one that may
 * become 1 GB to half as much again.
 */
const HEAP_LIMITS = {
  usual: { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 1024 },
  short: { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 256 },
};

export type ThreadOptions<Answers extends Requests> = {
  /** The module it runs, which calls `serveThread`. */
  readonly file: URL;
  /** As it is called in messages, and by the system's tools: "search thread". */
  readonly name: string;
  /** Its `workerData`. */
  readonly data: unknown;
  readonly resourceLimits?: ResourceLimits | undefined;
  /** Called once when the thread ends without having been told to. */
  readonly onDeath: (reason: string) => void;
  /** Called once when it has ended, told to or not. */
  readonly onEnd?: () => void;
  /** What the thread may ask of the one who started it. */
  readonly answers?: Handlers<Answers>;
};

/**
 * A worker thread that is asked by message, and may ask back. It keeps the process alive while an answer is waited
 * for, and not otherwise.
 */
export class Thread<Asks extends Requests, Answers extends Requests = Requests> {
  readonly #worker: Worker;
  readonly #port: CallPort<Asks>;
  readonly #name: string;
  readonly #exited: Promise<void>;
  #isStopped = false;
  #hasEnded = false;
  #idle = Promise.withResolvers<void>();

  constructor({ file, name, data, resourceLimits, onDeath, onEnd, answers }: ThreadOptions<Answers>) {
    this.#name = name;
    this.#worker = new Worker(file, {
      name,
      workerData: data,
      resourceLimits: { ...byMemory(HEAP_LIMITS), ...resourceLimits },
    });
    this.#worker.unref();
    this.#port = new CallPort<Asks>(this.#worker, () => this.#becameIdle());
    if (answers !== undefined) this.#port.serve<Answers>(answers);
    this.#exited = this.#watch(onDeath).finally(onEnd);
    measured.threads.add(this);
  }

  get name(): string {
    return this.#name;
  }

  /** Asked of a busy thread too. */
  readonly heap = async (): Promise<HeapInfo> => this.#worker.getHeapStatistics();

  /** Settles when it has loaded its modules and made its handlers. */
  async ready(): Promise<void> {
    await this.#port.ready();
  }

  /** For what the thread asks back, beside `answers`. */
  get port(): CallPort<Requests> {
    return this.#port;
  }

  /** Whether it can be asked. */
  get isAlive(): boolean {
    return !this.#isStopped && !this.#hasEnded;
  }

  /** Requests it has not answered yet. */
  get waitingCount(): number {
    return this.#port.waitingCount;
  }

  async ask<Kind extends keyof Asks & string>(
    kind: Kind,
    input: Asks[Kind]["input"],
    options: AskOptions = {},
  ): Promise<Asks[Kind]["answer"]> {
    if (this.#isStopped) {
      options.onDone?.();
      throw stopped(this.#name);
    }
    const answer = this.#port.ask(kind, input, options);
    if (this.#port.waitingCount > 0) this.#worker.ref();
    return answer;
  }

  /** The same, and settles when the thread is done with the request even if the asker gave up before. */
  async askUntilDone<Kind extends keyof Asks & string>(
    kind: Kind,
    input: Asks[Kind]["input"],
    options: Pick<AskOptions, "signal"> = {},
  ): Promise<Asks[Kind]["answer"]> {
    const { promise: isDone, resolve: onDone } = Promise.withResolvers<void>();
    try {
      return await this.ask(kind, input, { ...options, onDone });
    } finally {
      await isDone;
    }
  }

  /**
   * Takes no more requests, waits at most `grace_ms` for those in hand, and ends the thread; what is unanswered then is
   * refused as `unavailable`. A thread with nothing in hand ends at once.
   */
  async stop({ grace_ms = 0 }: { readonly grace_ms?: number } = {}): Promise<void> {
    this.#isStopped = true;
    if (this.#port.waitingCount > 0 && grace_ms > 0) {
      this.#idle = Promise.withResolvers<void>();
      const cut = setTimeout(() => this.#idle.resolve(), grace_ms);
      await Promise.race([this.#idle.promise, this.#exited]);
      clearTimeout(cut);
    }
    this.#port.close(stopped(this.#name));
    this.#worker.ref();
    await this.#worker.terminate();
    await this.#exited;
  }

  /** Memory that it holds outside of its heap, which its limits do not bound: what buffers hold. Asked of a busy thread too. */
  async bufferBytes(): Promise<number> {
    const { external_memory } = await this.#worker.getHeapStatistics();
    return external_memory;
  }

  /** What its heap takes of the machine's memory, and what buffers hold beside it. */
  async heldBytes(): Promise<number> {
    const { total_heap_size, external_memory } = await this.#worker.getHeapStatistics();
    return total_heap_size + external_memory;
  }

  /** Ends the thread as a crash would: `onDeath` is called. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
    await this.#exited;
  }

  #becameIdle(): void {
    if (!this.#isStopped) this.#worker.unref();
    this.#idle.resolve();
  }

  async #watch(onDeath: ThreadOptions<Answers>["onDeath"]): Promise<void> {
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    let cause: unknown;
    this.#worker.on("error", (error) => (cause ??= error));
    this.#worker.on("messageerror", (error) => {
      cause ??= error;
      void this.#worker.terminate();
    });
    this.#worker.once("exit", () => {
      this.#hasEnded = true;
      measured.threads.delete(this);
      const reason = cause === undefined ? "it ended" : messageOf(cause);
      this.#port.close(
        new OnpointError("unavailable", `a ${this.#name} stopped: ${reason}`, {
          hint: "Try again: the thread is replaced at once.",
          ...(cause !== undefined && { cause }),
        }),
      );
      if (!this.#isStopped) onDeath(reason);
      resolve();
    });
    return exited;
  }
}

function stopped(name: string): OnpointError {
  return new OnpointError("unavailable", `the ${name} is being stopped`, {
    hint: "Try again when the program has started anew.",
  });
}
