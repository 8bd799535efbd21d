import { setPriority } from "node:os";

/** Of 19: enough that requests come first, not so much that the work starves. */
const NICENESS = 10;

/**
 * Lets the calling thread, and threads it starts later, give way to those that answer requests. On Linux, where a
 * priority is a thread's own; elsewhere it would be the whole process's, so nothing is done.
 */
export function giveWay(): void {
  if (process.platform === "linux") setPriority(0, NICENESS);
}
