import { parentPort, Worker } from "node:worker_threads";

import type { ErrorCode } from "#base/errors.ts";
import { messageOf, OnpointError } from "#base/errors.ts";

import { DamageError } from "#index/embedded/segment/pages.ts";

type Failure = {
  readonly message: string;
  readonly code?: ErrorCode;
  readonly hint?: string;
  readonly damage?: { readonly segment: string; readonly file: string };
};
type Call = { readonly call: number; readonly kind: string; readonly input: unknown };
type Reply = { readonly call: number; readonly value?: unknown; readonly failure?: Failure };

/** What a thread can be asked: input and answer by kind of request. */
export type Requests = Record<string, { readonly input: unknown; readonly answer: unknown }>;

type Waiting = { readonly resolve: (value: never) => void; readonly reject: (error: unknown) => void };

/** A worker thread asked by message. Requests are answered in the order they were sent. */
export class Thread<Kinds extends Requests> {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private calls = 0;
  private stopped = false;

  /** `onExit` is called once when the thread ends without having been told to. */
  constructor(file: URL, data: unknown, onExit: (reason: string) => void) {
    this.worker = new Worker(file, { workerData: data });
    this.worker.unref();
    let reason = "it ended";
    this.worker.on("message", (reply: Reply) => this.settle(reply));
    this.worker.on("error", (error) => (reason = messageOf(error)));
    this.worker.on("exit", () => {
      const cause = new OnpointError("unavailable", `a search thread stopped: ${reason}`, {
        hint: "Try again: the thread is replaced at once.",
      });
      for (const { reject } of this.waiting.values()) reject(cause);
      this.waiting.clear();
      if (!this.stopped) onExit(reason);
      this.stopped = true;
    });
  }

  ask<Kind extends keyof Kinds & string>(kind: Kind, input: Kinds[Kind]["input"]): Promise<Kinds[Kind]["answer"]> {
    if (this.stopped) return Promise.reject(new OnpointError("unavailable", "the search index is closed"));
    const call = this.calls++;
    return new Promise((resolve, reject) => {
      this.waiting.set(call, { resolve, reject });
      this.worker.ref();
      this.worker.postMessage({ call, kind, input } satisfies Call);
    });
  }

  /** Ends the thread whatever it is doing. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.worker.ref();
    await this.worker.terminate();
  }

  /** Ends the thread as a crash would: `onExit` is called. */
  async kill(): Promise<void> {
    await this.worker.terminate();
  }

  private settle(reply: Reply): void {
    const waiting = this.waiting.get(reply.call);
    this.waiting.delete(reply.call);
    if (this.waiting.size === 0 && !this.stopped) this.worker.unref();
    if (reply.failure === undefined) waiting?.resolve(reply.value as never);
    else waiting?.reject(revive(reply.failure));
  }
}

/** Answers requests inside a thread. A thrown error goes back to the one who asked. */
export function serveThread<Kinds extends Requests>(handlers: {
  readonly [Kind in keyof Kinds]: (input: Kinds[Kind]["input"]) => Kinds[Kind]["answer"];
}): void {
  const port = parentPort;
  if (port === null) throw new Error("not a worker thread");
  port.on("message", ({ call, kind, input }: Call) => {
    let reply: Reply;
    try {
      const handler = handlers[kind];
      if (handler === undefined) throw new Error(`unknown request "${kind}"`);
      reply = { call, value: handler(input) };
    } catch (error) {
      reply = { call, failure: describe(error) };
    }
    port.postMessage(reply);
  });
}

function describe(error: unknown): Failure {
  if (!(error instanceof OnpointError)) {
    return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  return {
    message: error.message,
    code: error.code,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error instanceof DamageError ? { damage: { segment: error.segment, file: error.file } } : {}),
  };
}

function revive({ message, code, hint, damage }: Failure): Error {
  if (damage !== undefined) return new DamageError(damage.segment, damage.file, message);
  if (code === undefined) return new OnpointError("internal", message);
  return new OnpointError(code, message, hint === undefined ? {} : { hint });
}
