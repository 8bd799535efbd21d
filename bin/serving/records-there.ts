import { setTimeout as sleep } from "node:timers/promises";
import { OnpointError } from "#base/errors.ts";
import type { Db } from "#db/connection.ts";
import { createProbes } from "#http/probes.ts";
import { listen } from "#http/listen.ts";
import { openRecords } from "#schema/open.ts";
import type { Context } from "../context.ts";
import type { Place } from "./place.ts";

const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 5_000;

/**
 * Opens the records. While their server cannot be reached the process waits for it, answers probes, and tells whoever
 * asks for more that it cannot answer yet; undefined when it was told to stop meanwhile.
 */
export async function recordsWhenThere(
  context: Context,
  place: Place,
  stopAsked: Promise<unknown>,
): Promise<Db | undefined> {
  try {
    return await opened(context);
  } catch (thrown) {
    return waitedFor(context, place, { stopAsked, outOfReach: reasonIn(thrown) });
  }
}

async function opened({ config: { dataDir, databaseUrl } }: Context): Promise<Db> {
  return openRecords({ dataDir, databaseUrl: databaseUrl ?? undefined });
}

async function waitedFor(
  context: Context,
  place: Place,
  { stopAsked, outOfReach }: { readonly stopAsked: Promise<unknown>; readonly outOfReach: OnpointError },
): Promise<Db | undefined> {
  const { config, log } = context;
  let reason = outOfReach;
  const records = { name: "records", check: async () => Promise.reject(reason) };
  const probes = createProbes({
    checks: [records],
    refusal: () => ({ message: reason.message, hint: "The service starts as soon as it can be; try again then." }),
    baseUrl: place.baseUrl,
  });
  const server = await listen(probes, place);
  const stopping = new AbortController();
  void stopAsked.then(() => stopping.abort());
  log.warn(
    { reason: reason.message, hint: reason.hint, address: server.address },
    "the records cannot be opened yet; waiting for them",
  );
  try {
    for (let wait_ms = RETRY_MS_MIN; ; wait_ms = Math.min(wait_ms * 2, RETRY_MS_MAX)) {
      await sleep(wait_ms, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return undefined;
      try {
        return await opened(context);
      } catch (thrown) {
        reason = reasonIn(thrown);
      }
    }
  } finally {
    await server.stop(stopping.signal.aborted ? config.shutdownTimeout_ms : 0);
  }
}

/** What waiting may help against; everything else is thrown again. SQLite has no server to wait for. */
function reasonIn(thrown: unknown): OnpointError {
  if (thrown instanceof OnpointError && thrown.code === "unavailable") return thrown;
  throw thrown;
}
