import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A control group of the kernel: its processes are killed when they take more memory than it may have. */
export type LimitedGroup = {
  /** From now on the process, and what it starts, counts here. */
  add(pid: number): void;
  /** The most that was taken, pages of files that could have been given back among it. */
  peak_bytes(): number;
  /** After its processes have ended. */
  remove(): void;
};

const ROOT = "/sys/fs/cgroup";
let made = 0;

/** Within the group of this process. Undefined where the system lets none be made: not on Linux, or not as root. */
export function limitedGroup(bytes_max: number): LimitedGroup | undefined {
  const [place, files] = placeOfGroups() ?? [];
  if (place === undefined || files === undefined) return undefined;
  const dir = join(place, `onpoint-test-${process.pid}-${made++}`);
  try {
    mkdirSync(dir);
    for (const [file, value] of files.bounds(bytes_max)) {
      if (existsSync(join(dir, file))) writeFileSync(join(dir, file), value);
    }
  } catch {
    if (existsSync(dir)) rmdirSync(dir);
    return undefined;
  }
  return {
    add: (pid) => writeFileSync(join(dir, "cgroup.procs"), String(pid)),
    peak_bytes: () => Number(readFileSync(join(dir, files.peak), "utf8")),
    remove: () => rmdirSync(dir),
  };
}

type Files = { readonly bounds: (bytes: number) => readonly (readonly [string, string])[]; readonly peak: string };

const VERSION_1: Files = {
  // The second bounds memory and swap together and cannot be less than the first.
  bounds: (bytes) => [
    ["memory.limit_in_bytes", String(bytes)],
    ["memory.memsw.limit_in_bytes", String(bytes)],
  ],
  peak: "memory.max_usage_in_bytes",
};
const VERSION_2: Files = {
  bounds: (bytes) => [
    ["memory.max", String(bytes)],
    ["memory.swap.max", "0"],
  ],
  peak: "memory.peak",
};

/** Where groups within that of this process are made, and how their files are called. */
function placeOfGroups(): readonly [string, Files] | undefined {
  if (!existsSync("/proc/self/cgroup")) return undefined;
  const lines = readFileSync("/proc/self/cgroup", "utf8").trim().split("\n");
  for (const line of lines) {
    const [, controllers = "", path = ""] = line.split(":");
    if (controllers.split(",").includes("memory")) return [join(ROOT, "memory", path), VERSION_1];
  }
  const path = lines.find((line) => line.startsWith("0::"))?.slice(3);
  if (path === undefined || !existsSync(join(ROOT, path, "memory.max"))) return undefined;
  return [join(ROOT, path), VERSION_2];
}
