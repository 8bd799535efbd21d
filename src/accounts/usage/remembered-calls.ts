import { callsByDay } from "./statements.ts";
import type { DayOfCalls } from "./statements.ts";
import { BoundedMap } from "#base/bounded-map.ts";
import { monotonicMs } from "#base/clock.ts";
import type { Db } from "#db/connection.ts";

/** A payer who calls day and night has some hundred thousand lines a month, which take a fifth of a second to add up. */
const REMEMBERED_MS = 10_000;
const REMEMBERED_MAX = 200;

/** Calls by day, added up at most every ten seconds, however often their page is looked at. */
export type RememberedCalls = (db: Db, payerId: string, month: string, spenderId?: string) => Promise<DayOfCalls[]>;

export function rememberCalls(now_ms: () => number = monotonicMs): RememberedCalls {
  const remembered = new BoundedMap<string, Promise<DayOfCalls[]>>({
    name: "usage",
    weight_max: REMEMBERED_MAX,
    firstToGo: "set",
    timeToLive_ms: REMEMBERED_MS,
    now_ms,
  });
  return async (db, payerId, month, spenderId) => {
    const name = `${payerId} ${month} ${spenderId ?? ""}`;
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const adding = callsByDay(db, payerId, month, spenderId);
    remembered.set(name, adding);
    adding.catch(() => remembered.delete(name));
    return adding;
  };
}
