import { readFileSync } from "node:fs";

/** Kernel clock ticks a second, in which /proc counts processor time. */
export const TICKS_PER_S = 100;

/** Processor time of a synchronous step, user and system, in milliseconds. */
export function cpuOf(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** User and system time of the children that have ended, where the system tells. */
export function childrenCpu_s(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_S;
  } catch {
    return 0;
  }
}
