import { OnpointError } from "../errors.ts";
import type { CallPort, Requests } from "./call-port.ts";

/** The methods of an object that can be called from another thread: those that answer by promise or iterate. */
export type Remote<Target> = {
  readonly [
    Name in keyof Target as Target[Name] extends (...given: never[]) => unknown ? Name : never
  ]: Target[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Awaited<Answer>>
    : never;
};

type Call = { readonly object: string; readonly method: string; readonly given: readonly Given[] };
/** What is given to a method: by value, as the signal of the call, or as batches that are pulled one by one. */
type Given =
  | { readonly as: "value"; readonly value: unknown }
  | { readonly as: "signal" }
  | { readonly as: "batches"; readonly id: number };

type ObjectRequests = {
  "object.call": { input: Call; answer: unknown };
  "object.pull": { input: number; answer: IteratorResult<unknown, unknown> };
  "object.end": { input: number; answer: null };
};

/** Batches given to calls that are under way, by the port over which they are pulled. */
const given = new WeakMap<object, Map<number, AsyncIterator<unknown>>>();
let batchesCount = 0;

/**
 * The object that is served under `name` at the other end of `port`, as far as it can be called from here. Signals and
 * async iterables may be given to its methods, not inside other values: a batch is fetched when the other side asks for
 * it, and one that cannot be made is thrown there.
 */
export function remote<Target extends object>(port: CallPort<Requests>, name: string): Remote<Target> {
  const calls = port as unknown as CallPort<ObjectRequests>;
  const batches = batchesOf(port);
  const call = async (method: string, values: readonly unknown[]): Promise<unknown> => {
    const opened: number[] = [];
    let signal: AbortSignal | undefined;
    const wrapped = values.map((value): Given => {
      if (value instanceof AbortSignal) {
        signal = value;
        return { as: "signal" };
      }
      if (!isAsyncIterable(value)) return { as: "value", value };
      const id = batchesCount++;
      batches.set(id, value[Symbol.asyncIterator]());
      opened.push(id);
      return { as: "batches", id };
    });
    try {
      return await calls.ask("object.call", { object: name, method, given: wrapped }, { signal });
    } finally {
      for (const id of opened) await endBatches(batches, id);
    }
  };
  return new Proxy({} as Remote<Target>, {
    // A proxy that had `then` would be taken for a promise.
    get: (_, method) =>
      typeof method !== "string" || method === "then"
        ? undefined
        : async (...values: unknown[]) => call(method, values),
  });
}

/** Lets the other end of `port` call the methods of these objects, each under its name. */
export function serveObjects(port: CallPort<Requests>, objects: Readonly<Record<string, object>>): void {
  const calls = port as unknown as CallPort<ObjectRequests>;
  port.serve<Pick<ObjectRequests, "object.call">>({
    "object.call": async ({ object, method, given: wrapped }, { signal }) => {
      const target = objects[object] as Record<string, unknown> | undefined;
      const called = target?.[method];
      if (typeof called !== "function") throw new TypeError(`nothing here answers "${object}.${method}"`);
      const values = wrapped.map((one) => {
        if (one.as === "signal") return signal;
        return one.as === "value" ? one.value : pulled(calls, one.id, signal);
      });
      return (await Reflect.apply(called, target, values)) as unknown;
    },
  });
}

/** The batches as the other side makes them, one at a time. */
async function* pulled(port: CallPort<ObjectRequests>, id: number, signal: AbortSignal): AsyncGenerator {
  try {
    for (;;) {
      const next = await port.ask("object.pull", id, { signal });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await port.ask("object.end", id).catch(() => null);
  }
}

function batchesOf(port: CallPort<Requests>): Map<number, AsyncIterator<unknown>> {
  const known = given.get(port);
  if (known !== undefined) return known;
  const batches = new Map<number, AsyncIterator<unknown>>();
  given.set(port, batches);
  port.serve<Pick<ObjectRequests, "object.pull" | "object.end">>({
    "object.pull": async (id) => {
      const iterator = batches.get(id);
      // Never as an end: what was made of the batches so far would be taken for the whole.
      if (iterator === undefined) throw new OnpointError("unavailable", "the batches were given up");
      return iterator.next();
    },
    "object.end": async (id) => {
      await endBatches(batches, id);
      return null;
    },
  });
  return batches;
}

async function endBatches(batches: Map<number, AsyncIterator<unknown>>, id: number): Promise<void> {
  const iterator = batches.get(id);
  batches.delete(id);
  await iterator?.return?.();
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
