import { chmodSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { OnpointError, systemCodeOf } from "./errors.ts";

const ALL_OF_OWNER = 0o700;
const ANY_OF_OTHERS = 0o007;

/** A directory for its owner alone, made when absent. */
export function privateDirectory(path: string): void {
  ownDirectory(path);
  closeToOthers(path);
}

/**
 * A directory, made with those above it when absent, each for its owner alone. Throws `invalid_configuration` where a
 * file stands there. One after another: the system's "no such directory" to a parent that exists (`/proc/x`) is no reason
 * for Node's recursive `mkdir` to end.
 */
export function ownDirectory(path: string): void {
  const missing: string[] = [];
  let at = resolve(path);
  for (let found = statOf(at); found?.isDirectory() !== true; found = statOf(at)) {
    if (found !== undefined)
      throw new OnpointError("invalid_configuration", `${at} is a file, and a directory is needed there`, {
        hint: "Move the file, or name another directory.",
      });
    missing.unshift(at);
    at = dirname(at);
  }
  for (const one of missing) {
    try {
      mkdirSync(one, { mode: ALL_OF_OWNER });
    } catch (thrown) {
      // Another process was first.
      if (statOf(one)?.isDirectory() === true) continue;
      if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
      throw new OnpointError("invalid_configuration", `${one} cannot be made: no directory can be made there`, {
        hint: "Name another directory.",
        cause: thrown,
      });
    }
  }
}

function statOf(path: string): ReturnType<typeof statSync> {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (thrown) {
    // Below a file: that is found further up.
    if (systemCodeOf(thrown) === "ENOTDIR") return undefined;
    throw thrown;
  }
}

/**
 * Leaves what anybody could read to its owner. What a group may read and others may not was set so by somebody, and stays.
 * By path: whoever opens a database file for this and closes it again drops the locks of the whole process on it.
 */
export function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & ANY_OF_OTHERS) === 0 || process.platform === "win32") return;
  try {
    chmodSync(path, found.mode & ALL_OF_OWNER);
  } catch (thrown) {
    // Another user's, on a file system without owners or mounted for reading; or gone by now.
    if (!["EPERM", "ENOENT", "EROFS", "ENOTSUP"].includes(systemCodeOf(thrown) ?? "")) throw thrown;
  }
}
