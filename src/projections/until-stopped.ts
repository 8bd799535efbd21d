import { OnpointError } from "#base/errors.ts";

/** The object until `stop` is aborted: then nothing more is asked of it, and batches that are given to it break off. */
export function untilStopped<Target extends object>(target: Target, stop: AbortSignal): Target {
  const check = (): void => {
    if (stop.aborted) throw new OnpointError("unavailable", "the server is stopping");
  };
  async function* checked(batches: AsyncIterable<unknown>): AsyncGenerator {
    for await (const batch of batches) {
      check();
      yield batch;
    }
  }
  return new Proxy(target, {
    get: (_, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return async (...given: unknown[]): Promise<unknown> => {
        check();
        return Reflect.apply(
          method,
          target,
          given.map((one) => (isAsyncIterable(one) ? checked(one) : one)),
        ) as unknown;
      };
    },
  });
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
