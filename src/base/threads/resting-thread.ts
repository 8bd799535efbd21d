import type { AskOptions, Requests } from "./call-port.ts";
import { Thread } from "./thread.ts";
import type { ThreadOptions } from "./thread.ts";

type RestingThreadOptions = {
  /** Of a thread that starts now. */
  readonly start: () => Pick<ThreadOptions<Requests>, "file" | "name" | "data" | "resourceLimits">;
  /** How long it stays with nothing in hand and nobody who holds it. */
  readonly idle_ms?: number | undefined;
  /** Called when it ends without having been told to; the next request starts another. */
  readonly onDeath: (reason: string) => void;
};

const IDLE_MS_DEFAULT = 10_000;

/**
 * A thread that is there while there is work: the first request starts it, and with nothing to do for a while it ends.
 * Who needs what it keeps from one request to the next holds it meanwhile.
 */
export class RestingThread<Asks extends Requests> {
  readonly #options: RestingThreadOptions;
  #thread: Thread<Asks> | undefined;
  #uses = 0;
  #idle: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: RestingThreadOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#thread?.isAlive === true;
  }

  async ask<Kind extends keyof Asks & string>(
    kind: Kind,
    input: Asks[Kind]["input"],
    options?: AskOptions,
  ): Promise<Asks[Kind]["answer"]> {
    return this.hold(async (thread) => thread.ask(kind, input, options));
  }

  /** The thread does not rest before `work` is done. If it dies meanwhile, what is asked of `thread` is refused. */
  async hold<Value>(work: (thread: Thread<Asks>) => Promise<Value>): Promise<Value> {
    clearTimeout(this.#idle);
    this.#uses += 1;
    try {
      return await work(this.#running());
    } finally {
      this.#uses -= 1;
      if (this.#uses === 0 && !this.#isStopped) this.#rest();
    }
  }

  /** As of a thread; nothing starts it again. */
  async stop(options: { readonly grace_ms?: number } = {}): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#idle);
    await this.#thread?.stop(options);
  }

  #running(): Thread<Asks> {
    // One that was stopped refuses what it is asked.
    if (this.#thread !== undefined && (this.#thread.isAlive || this.#isStopped)) return this.#thread;
    const thread = new Thread<Asks>({ ...this.#options.start(), onDeath: this.#options.onDeath });
    if (this.#isStopped) void thread.stop();
    this.#thread = thread;
    return thread;
  }

  #rest(): void {
    const { idle_ms = IDLE_MS_DEFAULT } = this.#options;
    this.#idle = setTimeout(() => {
      const thread = this.#thread;
      this.#thread = undefined;
      void thread?.stop();
    }, idle_ms).unref();
  }
}
