import { setTimeout as sleep } from "node:timers/promises";
import { OnpointError } from "#base/errors.ts";

const FIRST_MS = 100;

/**
 * Before another try: twice as long each time, half of it by chance, so that many askers do not come back together. Throws
 * `unavailable` when the asker gives up.
 */
export async function pause(attempt: number, signal?: AbortSignal): Promise<void> {
  const most = FIRST_MS * 2 ** attempt;
  await sleep(most / 2 + (Math.random() * most) / 2, undefined, signal === undefined ? {} : { signal }).catch(
    (cause: unknown) => {
      throw new OnpointError("unavailable", "the search was given up", { cause });
    },
  );
}
