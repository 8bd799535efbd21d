import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownDirectory } from "./private-files.ts";

test("a directory is made with those above it, each for its owner alone, and is left as it is when it is there", () => {
  const root = mkdtempSync(join(tmpdir(), "onpoint-own-"));
  const path = join(root, "one/two");
  ownDirectory(path);
  ownDirectory(path);
  expect([path, join(root, "one")].map((at) => statSync(at).mode & 0o777)).toEqual([0o700, 0o700]);
});

test.each(["a-file", "a-file/below/it"])("%s is refused where a file stands", (name) => {
  const root = mkdtempSync(join(tmpdir(), "onpoint-own-"));
  writeFileSync(join(root, "a-file"), "");
  expect(() => ownDirectory(join(root, name))).toThrow(
    `${join(root, "a-file")} is a file, and a directory is needed there`,
  );
});

test.skipIf(process.platform !== "linux")("a parent in which nothing can be made is told, and ends", () => {
  expect(() => ownDirectory("/proc/nowhere/below")).toThrow("/proc/nowhere cannot be made");
});
