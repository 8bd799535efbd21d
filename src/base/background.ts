import { setPriority } from "node:os";

/** Of 19: enough that requests come first, not so much that the work starves. */
const NICENESS = 10;

/**
 * Lets the calling thread, and threads it starts later, give way to those that answer requests. On Linux, where a
 * priority is a thread's own; elsewhere it would be the whole process's, so nothing is done. Nor where a sandbox
 * forbids it: the work is then only in the way a little more.
 */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, NICENESS);
  } catch {
    return;
  }
}
