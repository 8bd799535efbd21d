import { parentPort } from "node:worker_threads";
import { OnpointError } from "../errors.ts";
import { CallPort } from "./call-port.ts";
import type { Handlers, Requests } from "./call-port.ts";

let parent: CallPort<Requests> | undefined;

/** The other end of the thread's own channel: what the one who started it answers can be asked here. */
export function parentThread<Asks extends Requests>(): CallPort<Asks> {
  if (parentPort === null) throw new OnpointError("internal", "this module runs only on its own thread");
  parent ??= new CallPort<Requests>(parentPort);
  return parent as unknown as CallPort<Asks>;
}

/**
 * Answers requests inside a thread. Handlers that are still being made (records to be opened) keep requests waiting;
 * when they cannot be made, those are refused with the reason and the thread ends, so that the next is served by another.
 */
export function serveThread<Kinds extends Requests>(handlers: Handlers<Kinds> | Promise<Handlers<Kinds>>): void {
  const port = parentThread();
  if (!(handlers instanceof Promise)) {
    port.serve<Kinds>(handlers);
    return;
  }
  port.serveLater(handlers);
  handlers.catch(() => setImmediate(() => parentPort?.close()));
}
