import type { Transferable as Movable } from "node:worker_threads";
import { OnpointError } from "../errors.ts";
import { decodeError, encodeError } from "./error-codec.ts";
import type { CrossingError } from "./error-codec.ts";

/** What one side can be asked: input and answer by kind of request. */
export type Requests = Record<string, { readonly input: unknown; readonly answer: unknown }>;

/** Whoever is asked sees here that nobody waits for the answer any more. */
export type Asked = {
  /** Aborted when the asker gives up or is gone: for work that waits in between. */
  readonly signal: AbortSignal;
  /**
   * True at once when the asker gives up: for work that never waits, which hears no signal. Of an asker in another
   * process nothing is heard but by work that waits.
   */
  readonly isGivenUp: () => boolean;
};

export type Handlers<Kinds extends Requests> = {
  readonly [Kind in keyof Kinds]: (
    input: Kinds[Kind]["input"],
    asked: Asked,
  ) =>
    | Kinds[Kind]["answer"]
    | Moved<Kinds[Kind]["answer"]>
    | Promise<Kinds[Kind]["answer"] | Moved<Kinds[Kind]["answer"]>>;
};

export type AskOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Buffers of the input that are given away rather than copied. */
  readonly transfer?: readonly Movable[];
  /** Called once, when the other side is done with the request or gone: it may be long after the asker gave up. */
  readonly onDone?: (() => void) | undefined;
};

/** An answer some of whose buffers are given away rather than copied. */
export class Moved<Value> {
  readonly value: Value;
  readonly transfer: readonly Movable[];

  constructor(value: Value, transfer: readonly Movable[]) {
    this.value = value;
    this.transfer = transfer;
  }
}

/** A thread, the port of a thread, or anything else that carries messages both ways in order. */
export type Channel = {
  /** It leads to another process, which sees none of this one's memory. */
  readonly leavesProcess?: true;
  postMessage(message: unknown, transfer?: readonly Movable[]): void;
  on(event: string, listener: (message: unknown) => void): unknown;
};

type Message =
  | { readonly ask: number; readonly kind: string; readonly input: unknown; readonly flag?: Int32Array }
  | { readonly answer: number; readonly value?: unknown; readonly fault?: CrossingError }
  | { readonly giveUp: number };

/** What every side answers at once. */
const READY = "is ready";

type Waiting = {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly onDone: (() => void) | undefined;
};

/**
 * One end of a channel over which both sides ask and answer. Requests arrive in the order they were sent; those
 * whose handlers do not wait are answered in that order too. Whatever a handler throws is thrown at the asker.
 */
export class CallPort<Asks extends Requests> {
  readonly #channel: Channel;
  readonly #onIdle: () => void;
  readonly #handlers = new Map<string, (input: never, asked: Asked) => unknown>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #answering = new Map<number, AbortController>();
  /** Until the handlers there will be are made. */
  #made: Promise<void> | undefined;
  #calls = 0;
  #closed: Error | undefined;

  /** `onIdle` is called whenever the last answer waited for has come. */
  constructor(channel: Channel, onIdle: () => void = () => undefined) {
    this.#channel = channel;
    this.#onIdle = onIdle;
    channel.on("message", (message) => this.#receive(message as Message));
  }

  /** Answers waited for, those of requests that were given up included. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** From now on requests of these kinds are answered. */
  serve<Kinds extends Requests>(handlers: Handlers<Kinds>): void {
    for (const [kind, handler] of Object.entries(handlers)) this.#handlers.set(kind, handler);
  }

  /** As `serve`, with handlers that are still being made: requests of any kind wait for them. */
  serveLater<Kinds extends Requests>(handlers: Promise<Handlers<Kinds>>): void {
    this.#made = handlers.then((made) => this.serve<Kinds>(made));
    this.#made.then(() => (this.#made = undefined)).catch(() => undefined);
  }

  /** Rejects with what the handler threw; with `unavailable` when `signal` comes first or the other side ends. */
  async ask<Kind extends keyof Asks & string>(
    kind: Kind,
    input: Asks[Kind]["input"],
    { signal, transfer = [], onDone }: AskOptions = {},
  ): Promise<Asks[Kind]["answer"]> {
    const ask = this.#calls++;
    const { promise, resolve, reject } = Promise.withResolvers<Asks[Kind]["answer"]>();
    const isFlagged = signal !== undefined && this.#channel.leavesProcess !== true;
    const flag = isFlagged ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    try {
      if (this.#closed !== undefined) throw this.#closed;
      if (signal?.aborted === true) throw givenUp(signal);
      this.#channel.postMessage({ ask, kind, input, ...(flag && { flag }) } satisfies Message, transfer);
    } catch (thrown) {
      onDone?.();
      throw thrown;
    }
    this.#waiting.set(ask, { resolve, reject, onDone });
    const giveUp = (): void => {
      if (flag !== undefined) Atomics.store(flag, 0, 1);
      if (this.#closed === undefined) this.#channel.postMessage({ giveUp: ask } satisfies Message);
      reject(givenUp(signal));
    };
    signal?.addEventListener("abort", giveUp, { once: true });
    return promise.finally(() => signal?.removeEventListener("abort", giveUp));
  }

  /** Settles when the other side has loaded its modules and made its handlers. */
  async ready(): Promise<void> {
    await this.ask(READY as never, null);
  }

  /** Refuses what is in hand and what comes after with `reason`, and gives up what the other side had asked for. */
  close(reason: Error): void {
    if (this.#closed !== undefined) return;
    this.#closed = reason;
    const refused = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject, onDone } of refused) {
      reject(reason);
      onDone?.();
    }
    for (const controller of this.#answering.values()) controller.abort(reason);
    this.#onIdle();
  }

  #receive(message: Message): void {
    if (this.#closed !== undefined) return;
    if ("answer" in message) this.#settle(message);
    else if ("giveUp" in message) this.#answering.get(message.giveUp)?.abort();
    else this.#answer(message);
  }

  #settle({ answer, value, fault }: Extract<Message, { answer: number }>): void {
    const waiting = this.#waiting.get(answer);
    this.#waiting.delete(answer);
    if (fault === undefined) waiting?.resolve(value as never);
    else waiting?.reject(decodeError(fault));
    waiting?.onDone?.();
    if (this.#waiting.size === 0) this.#onIdle();
  }

  /** A handler that does not wait is answered before the next request is looked at. */
  #answer({ ask, kind, input, flag }: Extract<Message, { ask: number }>): void {
    const controller = new AbortController();
    const asked: Asked = {
      signal: controller.signal,
      isGivenUp: () => controller.signal.aborted || (flag !== undefined && Atomics.load(flag, 0) === 1),
    };
    const reply = (value: unknown): void => {
      this.#answering.delete(ask);
      if (value instanceof Moved) this.#post({ answer: ask, value: value.value }, value.transfer);
      else this.#post({ answer: ask, value });
    };
    const refuse = (thrown: unknown): void => {
      this.#answering.delete(ask);
      this.#post({ answer: ask, fault: encodeError(thrown) });
    };
    const handle = (): unknown => {
      if (kind === READY) return null;
      const handler = this.#handlers.get(kind);
      if (handler === undefined) throw new OnpointError("internal", `nothing here answers "${kind}"`);
      return handler(input as never, asked);
    };
    try {
      const made = this.#made === undefined ? handle() : this.#made.then(handle);
      if (!(made instanceof Promise)) return reply(made);
      this.#answering.set(ask, controller);
      made.then(reply).catch(refuse);
    } catch (thrown) {
      refuse(thrown);
    }
  }

  #post(message: Message, transfer: readonly Movable[] = []): void {
    if (this.#closed === undefined) this.#channel.postMessage(message, transfer);
  }
}

/** What is thrown at an asker whose signal came before the answer. */
export function givenUp(signal: AbortSignal | undefined): OnpointError {
  const cause: unknown = signal?.reason;
  if (cause instanceof OnpointError) return cause;
  return new OnpointError("unavailable", "the request was cancelled before it was answered", { cause });
}
