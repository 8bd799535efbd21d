import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { onpoint, temporaryDirectory } from "./program.ts";

vi.setConfig({ testTimeout: 180_000 });

const FOR_ALL = 0o755;

/** Everything in a directory that somebody other than its owner can reach, and how much there is. */
function reachable(dir: string): { readonly open: readonly string[]; readonly seen: number } {
  let seen = 0;
  const look = (path: string): string[] => {
    seen += 1;
    const found = statSync(path);
    const isOpen = (found.mode & 0o077) !== 0;
    if (!found.isDirectory()) return isOpen ? [path] : [];
    const inside = readdirSync(path).flatMap((name) => look(join(path, name)));
    return isOpen ? [path, ...inside] : [];
  };
  const open = readdirSync(dir).flatMap((name) => look(join(dir, name)));
  return { open: open.map((path) => path.slice(dir.length + 1)), seen };
}

test.skipIf(process.platform === "win32")(
  "in a data directory that is open to all nobody else can reach what the program makes",
  async () => {
    const dataDir = join(await temporaryDirectory(), "data");
    mkdirSync(dataDir, { mode: FOR_ALL });
    // As an earlier program left them.
    for (const name of ["index", "index-laws", "rejects", "scratch"]) mkdirSync(join(dataDir, name), { mode: FOR_ALL });
    for (const name of ["index", "index-laws", "rejects", "scratch"]) chmodSync(join(dataDir, name), FOR_ALL);
    const settings = { ONPOINT_DATA_DIR: dataDir };
    const bad = join(await temporaryDirectory(), "bad.jsonl");
    writeFileSync(bad, '{"id":"1"}\n');
    for (const [args, status] of [
      [["sample", "load"], 0],
      [["import", "jsonl", bad], 1],
    ] as const) {
      const { code, stderr } = await onpoint(settings, args);
      expect(code, stderr).toBe(status);
    }
    const { open, seen } = reachable(dataDir);
    expect(seen).toBeGreaterThan(15);
    expect(readdirSync(join(dataDir, "rejects"))).not.toEqual([]);
    expect(open).toEqual([]);
  },
);

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

test.skipIf(process.platform === "win32")(
  "a report that is asked for by name is as open as the user's umask has it; one that was there stays as it was",
  async () => {
    const dir = await temporaryDirectory();
    const settings = { ONPOINT_DATA_DIR: join(dir, "data") };
    const brief = join(dir, "brief.txt");
    writeFileSync(brief, "See Hart v. Morrow, 3 F.4th 17.\n");
    const [fresh, kept] = [join(dir, "fresh.html"), join(dir, "kept.html")];
    writeFileSync(kept, "an older report, which was longer than nothing");
    chmodSync(kept, 0o640);
    const before = process.umask(0o027);
    try {
      for (const report of [fresh, kept]) await onpoint(settings, ["cite", "check", brief, "--html", report]);
      await onpoint(settings, ["backup", join(dir, "backup")]);
    } finally {
      process.umask(before);
    }
    expect([fresh, kept].map(modeOf)).toEqual([0o640, 0o640]);
    expect(readFileSync(kept, "utf8")).toMatch(/^<!doctype html>/iu);
    // A backup holds secrets.
    const held = reachable(join(dir, "backup"));
    expect(held.seen).toBeGreaterThan(1);
    expect(held.open).toEqual([]);
  },
);
