import { chmodSync, mkdirSync, statSync } from "node:fs";
import { systemCodeOf } from "./errors.ts";

const ALL_OF_OWNER = 0o700;
const ANY_OF_OTHERS = 0o007;

/** A directory for its owner alone, made when absent. */
export function privateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: ALL_OF_OWNER });
  closeToOthers(path);
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
