import { existsSync, readFileSync, statSync } from "node:fs";

/** The locks of POSIX on a file, as Linux tells them. */
export type FileLock = { readonly pid: number; readonly kind: "READ" | "WRITE"; readonly first_byte: number };

const TABLE = "/proc/locks";
/** Where the first byte of those is that all who have an SQLite file open share (sqlite.org/src, os.h). */
export const SHARED_FIRST = 0x40000002;

export const canTellLocks: boolean = existsSync(TABLE);

/** `1: POSIX  ADVISORY  READ 4711 fd:01:1234567 1073741826 1073742335`, with `->` behind the number of one that waits. */
const LINE = /^\d+: POSIX +\w+ +(?<kind>READ|WRITE) +(?<pid>\d+) [\da-f]+:[\da-f]+:(?<inode>\d+) (?<first>\d+) /u;

export function locksOn(path: string): FileLock[] {
  const inode = String(statSync(path, { bigint: true }).ino);
  return readFileSync(TABLE, "utf8")
    .split("\n")
    .flatMap((line) => {
      const found = LINE.exec(line)?.groups;
      if (found === undefined || found["inode"] !== inode) return [];
      return [
        { pid: Number(found["pid"]), kind: found["kind"] as FileLock["kind"], first_byte: Number(found["first"]) },
      ];
    });
}

/** The processes that hold an SQLite file as whoever has it open does. */
export function holdersOf(path: string): number[] {
  return locksOn(path)
    .filter(({ first_byte }) => first_byte === SHARED_FIRST)
    .map(({ pid }) => pid);
}
