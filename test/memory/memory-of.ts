import { readFileSync, writeFileSync } from "node:fs";

export type Memory = {
  /** Resident, the program's own file among it. */
  readonly rss_mb: number;
  /** The most since the last time this was asked. */
  readonly peak_mb: number;
};

/** What a process takes of the machine's memory, as the kernel counts it. Linux only. */
export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mb = (name: string): number => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB`, "mu").exec(status)?.[1];
    if (kib === undefined) throw new Error(`/proc/${pid}/status has no ${name}`);
    return Math.round(Number(kib) / 1024);
  };
  const memory = { rss_mb: mb("VmRSS"), peak_mb: mb("VmHWM") };
  // The peak starts over (proc(5), clear_refs).
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return memory;
}
