import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect } from "vitest";

/**
 * Runs a child on a data directory in a process of its own, killed so long after it first prints; tells how long it
 * ran, and whether it died of that. One that ends by itself must have succeeded.
 */
export async function runOrDie(
  script: string,
  dataDir: string,
  killAfter_ms?: number,
): Promise<{ readonly died: boolean; readonly ran_ms: number }> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (part: Buffer) => (errors += part.toString()));
  const closed = once(child, "close");
  await Promise.race([once(child.stdout, "data"), closed]);
  const began_ms = performance.now();
  const timer = killAfter_ms === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter_ms);
  const [status, signal] = (await closed) as [number | null, string | null];
  clearTimeout(timer);
  if (signal !== "SIGKILL") expect(status, errors.slice(0, 2000)).toBe(0);
  return { died: signal === "SIGKILL", ran_ms: performance.now() - began_ms };
}
