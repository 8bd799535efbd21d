import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder of real public-domain law, beside the repository unless `ONPOINT_SHARED_DATA` says otherwise. */
export const SHARED_DATA: string = resolve(
  process.env["ONPOINT_SHARED_DATA"] ?? join(import.meta.dirname, "../../../shared/data"),
);

/** For benches and evaluations: ends the process with a word where the data they read is not there. */
export function requireSharedData(place: string = SHARED_DATA): void {
  if (existsSync(place)) return;
  process.stderr.write(`${place} does not exist: the real decisions are read from there.\n`);
  process.stderr.write("Put them there, or name the folder that holds them in ONPOINT_SHARED_DATA.\n");
  process.exit(2);
}

/** For `describe.skipIf`: says on standard error why the suite is skipped, and fails where it must not be. */
export function lacksSharedData(): boolean {
  if (existsSync(SHARED_DATA)) return false;
  if (process.env["ONPOINT_SHARED_DATA"] !== undefined)
    throw new Error(`ONPOINT_SHARED_DATA: ${SHARED_DATA} does not exist`);
  process.stderr.write(`skipped: ${SHARED_DATA} does not exist (ONPOINT_SHARED_DATA names another place)\n`);
  return true;
}
