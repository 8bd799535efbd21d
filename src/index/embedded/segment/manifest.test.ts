import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import {
  EMPTY_MANIFEST,
  FORMAT_VERSION,
  MANIFEST,
  MANIFEST_COPY,
  manifestFault,
  readManifest,
  writeManifest,
} from "./manifest.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-manifest-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const STATE = { ...EMPTY_MANIFEST, schema: "samples", generation: 7, nextSegment: 3 };

/** Turns every byte of a file, one at a time, and asks what `look` asks. */
function withEachByteTurned(file: string, look: () => void): void {
  const bytes = readFileSync(join(dir, file));
  for (let at = 0; at < bytes.length; at++) {
    const turned = Buffer.from(bytes);
    turned[at] = (turned[at] ?? 0) ^ 0x10;
    writeFileSync(join(dir, file), turned);
    look();
  }
  writeFileSync(join(dir, file), bytes);
}

test("a new directory holds the empty state", () => {
  expect(readManifest(dir)).toEqual(EMPTY_MANIFEST);
  expect(manifestFault(dir, MANIFEST)).toMatch(/missing/u);
});

test("what was written is read, and nothing else is left behind", () => {
  writeManifest(dir, STATE);
  expect(readManifest(dir)).toEqual(STATE);
  writeManifest(dir, { ...STATE, generation: 8 });
  expect(readManifest(dir)).toEqual({ ...STATE, generation: 8 });
  expect(readdirSync(dir).toSorted()).toEqual([MANIFEST_COPY, MANIFEST]);
  expect([MANIFEST, MANIFEST_COPY].map((file) => manifestFault(dir, file))).toEqual([undefined, undefined]);
});

test("either copy stands in for the other, whichever byte is damaged", () => {
  writeManifest(dir, STATE);
  for (const file of [MANIFEST, MANIFEST_COPY]) {
    withEachByteTurned(file, () => {
      expect(readManifest(dir)).toEqual(STATE);
      expect(manifestFault(dir, file)).toMatch(/checksum/u);
    });
    expect(manifestFault(dir, file)).toBeUndefined();
  }
});

test("with both damaged nothing is guessed", () => {
  writeManifest(dir, STATE);
  for (const file of [MANIFEST, MANIFEST_COPY]) writeFileSync(join(dir, file), "x");
  expect(readManifest(dir)).toBe("damaged");
});

test("a state of a newer program is refused, one of an older is read", () => {
  writeManifest(dir, { ...STATE, version: FORMAT_VERSION + 1 });
  expect(() => readManifest(dir)).toThrow(/newer version/u);
  writeManifest(dir, { ...STATE, version: FORMAT_VERSION - 1 });
  expect(readManifest(dir)).toEqual({ ...STATE, version: FORMAT_VERSION - 1 });
});
