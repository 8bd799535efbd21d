import { existsSync, statfsSync } from "node:fs";

/** Where tests keep their files: in memory where there is room, for they wait for thousands of writes to reach the disk. */
const MEMORY = "/dev/shm";
const MEMORY_BYTES_MIN = 6e9;

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= MEMORY_BYTES_MIN;
}

if (process.env["TMPDIR"] === undefined && hasRoom(MEMORY)) process.env["TMPDIR"] = MEMORY;
