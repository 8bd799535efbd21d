import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

const CHILD = new URL("./index-full-child.ts", import.meta.url).pathname;

test("when there is no room, the change fails with storage_full and the old state goes on", () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-full-"));
  try {
    // A limit on file size, with its signal ignored, makes writes fail as a full disk does.
    const command = `trap '' XFSZ; ulimit -f 128; exec "$0" "$1" "$2"`;
    const output = execFileSync("bash", ["-c", command, process.execPath, CHILD, dir], { encoding: "utf8" });
    expect(JSON.parse(output)).toEqual({ whole: true, faults: [], before: 1, after: 2, goesOn: true });
  } finally {
    rmSync(dir, { recursive: true });
  }
}, 60_000);
