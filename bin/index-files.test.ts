import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { OPINIONS } from "#search/opinions.ts";

import { lockDataDirectory } from "#db/lock.ts";
import { clusterOptions, indexDirectory, indexInWords, isOnCluster } from "./index-files.ts";
import { isServed, tryLockIndex, tryLockUnserved } from "./index-lock.ts";
import { loadConfig } from "./settings.ts";

const part = { name: "segment-1", file: "segment-1.pos", reason: "its checksum does not fit" };

test("what is missing from the index is said beside what it holds", () => {
  expect(indexInWords({ documents: 7187, damaged: [] })).toBe("7,187 documents");
  const two = {
    documents: 5957,
    damaged: [
      { ...part, documents: 1200 },
      { ...part, documents: 30 },
    ],
  };
  expect(indexInWords(two)).toBe("5,957 documents; 1,230 are missing and being brought back from the records");
  const everything = { documents: 0, damaged: [{ ...part, documents: 0 }] };
  expect(indexInWords(everything)).toBe("0 documents; some are missing and being brought back from the records");
});

test("each collection has a directory of its own, and the opinions the one they always had", () => {
  expect(indexDirectory({ dataDir: "data" })).toBe(join("data", "index"));
  expect(indexDirectory({ dataDir: "data" }, { ...OPINIONS, name: "laws" })).toBe(join("data", "index-laws"));
});

test("a file without a certificate is refused before anything is asked of a cluster", () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-ca-"));
  try {
    const file = join(dir, "ca.pem");
    const config = loadConfig({ ONPOINT_SEARCH_URL: "https://search.example.org", ONPOINT_SEARCH_CA_FILE: file });
    const searchCaFile = (): unknown => isOnCluster(config) && clusterOptions(config);
    expect(searchCaFile).toThrow(`${file} cannot be read`);
    writeFileSync(file, "-----BEGIN NOTHING-----\n");
    expect(searchCaFile).toThrow(`${file} has no certificate in PEM`);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test("a command takes no index of a running server, also while none of its processes holds it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "onpoint-lock-"));
  try {
    expect(isServed(dataDir)).toBe(false);
    const server = lockDataDirectory(dataDir, "server");
    expect(isServed(dataDir)).toBe(true);
    const config = { dataDir, databaseUrl: null, searchUrls: null };
    expect(await tryLockUnserved(config)).toBeUndefined();
    tryLockIndex(dataDir)?.release();
    server.release();
    expect(isServed(dataDir)).toBe(false);
    writeFileSync(join(dataDir, "server.pid"), JSON.stringify({ pid: 1, since: "", isReady: true }));
    expect(isServed(dataDir)).toBe(false);
    const index = await tryLockUnserved(config);
    expect(index).toBeDefined();
    await index?.release();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
