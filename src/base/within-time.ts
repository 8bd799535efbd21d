import { Script } from "node:vm";
import { systemCodeOf } from "./errors.ts";

export const TOOK_TOO_LONG: unique symbol = Symbol("took too long");

const SLOT = Symbol.for("onpoint.within-time");
const script = new Script('globalThis[Symbol.for("onpoint.within-time")]()');

/**
 * What `work` returns or throws, or `TOOK_TOO_LONG` after so many milliseconds: it is broken off wherever it stands, in
 * a regular expression too. Nothing of it is undone and no `finally` of it runs: it must read, keep what it made only in
 * what it returns, and wait for nothing. To watch over one costs some tens of microseconds.
 */
export function withinTime<Value>(limit_ms: number, work: () => Value): Value | typeof TOOK_TOO_LONG {
  const outer: unknown = Reflect.get(globalThis, SLOT);
  let done: { readonly value: Value } | { readonly thrown: unknown } | undefined;
  Reflect.set(globalThis, SLOT, () => {
    try {
      done = { value: work() };
    } catch (thrown) {
      done = { thrown };
    }
  });
  try {
    script.runInThisContext({ timeout: limit_ms });
  } catch (thrown) {
    if (systemCodeOf(thrown) !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw thrown;
    if (done === undefined) return TOOK_TOO_LONG;
  } finally {
    Reflect.set(globalThis, SLOT, outer);
  }
  if (done === undefined) throw new Error("the work was not begun");
  if ("thrown" in done) throw done.thrown;
  return done.value;
}

/**
 * What `work` makes of each, in their order: of one with which it does not come to an end `TOOK_TOO_LONG`, and those
 * beside it are made. All are tried together first, since nearly always that is enough; what `work` keeps elsewhere must
 * bear to be kept twice.
 */
export function eachWithinTime<Item, Value>(
  items: readonly Item[],
  limit_ms: number,
  work: (item: Item) => Value,
): (Value | typeof TOOK_TOO_LONG)[] {
  const all = withinTime(limit_ms, () => items.map((item) => work(item)));
  return all === TOOK_TOO_LONG ? items.map((item) => withinTime(limit_ms, () => work(item))) : all;
}
