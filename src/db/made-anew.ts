import { systemClock } from "#base/clock.ts";
import { transaction } from "./connection.ts";
import type { Db, Trx } from "./connection.ts";
import { projectionPosition, saveProjectionPosition } from "./outbox.ts";

/** By which rules a program makes what it keeps: `name` is where the last rules are kept, `version` those of today. */
export type Rules = { readonly name: string; readonly version: number };

/** How many were read and how many of them came out otherwise. */
export type MadeAnew = { readonly read: number; readonly changed: number };

/** Some of what is kept, from behind the id `after` on; `last` is the id to go on behind, none where the end is reached. */
export type MakeSome = (trx: Trx, after: string) => Promise<MadeAnew & { readonly last: string | undefined }>;

/** One turn of such work; `isDone` where nothing is left to do. */
export type Turn = MadeAnew & { readonly isDone: boolean };
export type TakeTurn = () => Promise<Turn>;

/**
 * Makes anew what an older program made by other rules, a transaction and a `makeSome` for each turn. That writes only what
 * comes out otherwise, so a program that was stopped begins again at no cost but the reading. Where today's rules, or a
 * newer program's, made all of it, nothing is read.
 */
export function makingAnew(db: Db, { name, version }: Rules, makeSome: MakeSome): TakeTurn {
  let after = "";
  return async () => {
    if ((await projectionPosition(db, name)) >= version) return { read: 0, changed: 0, isDone: true };
    const { read, changed, last } = await transaction(db, async (trx) => makeSome(trx, after));
    after = last ?? "";
    if (last === undefined) await saveProjectionPosition(db, name, version, systemClock);
    return { read, changed, isDone: last === undefined };
  };
}

/** Takes turns until nothing is left to do, or the signal comes. */
export async function turnsUntilDone(take: TakeTurn, signal?: AbortSignal): Promise<MadeAnew> {
  const done = { read: 0, changed: 0 };
  for (let isDone = false; !isDone;) {
    if (signal?.aborted === true) return done;
    const taken = await take();
    done.read += taken.read;
    done.changed += taken.changed;
    isDone = taken.isDone;
  }
  return done;
}
