import { setTimeout as sleep } from "node:timers/promises";
import { monotonicMs, systemClock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import type { Db } from "#db/connection.ts";
import { clearRequest, isRequested, requestOfIndex } from "#projections/requests.ts";
import type { IndexRequest } from "#projections/requests.ts";
import { isCluster, isFollowed } from "../index-lock.ts";
import type { Places } from "../index-lock.ts";
import { note } from "../terminal.ts";

const SERVER_POLL_MS = 250;
/** Of several processes another takes the place of one that has gone, and does what that one was asked. */
const ABSENT_MS_MAX = 15_000;

export type Patience = { readonly absent_ms_max?: number };

/** Asks the server that holds the index and waits until it has done it, or is gone. */
export async function askServer(
  places: Places,
  db: Db,
  request: IndexRequest,
  { absent_ms_max = isCluster(places) ? ABSENT_MS_MAX : 0 }: Patience = {},
): Promise<void> {
  await requestOfIndex(db, request, systemClock);
  note(`index: a server follows these records and has been asked to ${request}`);
  let followed_ms = monotonicMs();
  while (await isRequested(db, request)) {
    await sleep(SERVER_POLL_MS);
    if (await isFollowed(places, db)) {
      followed_ms = monotonicMs();
      continue;
    }
    if (monotonicMs() - followed_ms < absent_ms_max) continue;
    if (!(await isRequested(db, request))) return;
    await clearRequest(db, request);
    const hint = "Run the command again.";
    throw new OnpointError("unavailable", `the server has stopped before it could ${request} the index`, { hint });
  }
}
