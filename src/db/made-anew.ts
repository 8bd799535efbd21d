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

/**
 * Makes anew what an older program made by other rules, a transaction for each `makeSome`. That writes only what comes
 * out otherwise, so a run that was stopped begins again at no cost but the reading. Where today's rules made all of it,
 * nothing is read.
 */
export async function madeAnew(
  db: Db,
  { name, version }: Rules,
  makeSome: MakeSome,
  signal?: AbortSignal,
): Promise<MadeAnew> {
  const done = { read: 0, changed: 0 };
  if ((await projectionPosition(db, name)) === version) return done;
  for (let after: string | undefined = ""; after !== undefined;) {
    if (signal?.aborted === true) return done;
    const from: string = after;
    const some = await transaction(db, async (trx) => makeSome(trx, from));
    done.read += some.read;
    done.changed += some.changed;
    after = some.last;
  }
  await saveProjectionPosition(db, name, version, systemClock);
  return done;
}
