import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import type { Db } from "#db/connection.ts";
import { clearRequest, isRequested, requestOfIndex } from "#projections/requests.ts";
import type { IndexRequest } from "#projections/requests.ts";
import type { Context } from "../context.ts";
import { tryLockUnserved } from "../index-lock.ts";
import { note } from "../terminal.ts";

const SERVER_POLL_MS = 250;

/** Asks the server that holds the index and waits until it has done it, or is gone. */
export async function askServer({ config }: Context, db: Db, request: IndexRequest): Promise<void> {
  await requestOfIndex(db, request, systemClock);
  note(`index: a server follows these records and has been asked to ${request}`);
  while (await isRequested(db, request)) {
    await sleep(SERVER_POLL_MS);
    const lock = await tryLockUnserved(config);
    if (lock === undefined) continue;
    await lock.release();
    if (!(await isRequested(db, request))) return;
    await clearRequest(db, request);
    const hint = "Run the command again.";
    throw new OnpointError("unavailable", `the server has stopped before it could ${request} the index`, { hint });
  }
}
