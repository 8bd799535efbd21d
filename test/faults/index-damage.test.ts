import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { silentLogger } from "#base/log.ts";
import type { IndexDocument } from "#index/index.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import type { DocumentSource } from "#projections/document-source.ts";
import { repairIndex } from "#projections/repair.ts";
import { OPINIONS } from "#search/opinions.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import {
  FORMAT_VERSION,
  MANIFEST,
  MANIFEST_COPY,
  readManifest,
  writeManifest,
} from "#index/embedded/segment/manifest.ts";
import { filesOf } from "#index/embedded/segment/segment-files.ts";

import { changesOfStep, requestFor, stateAfter, stateOf, versionOf } from "./index-states.ts";

const STEPS = 3;
const records = new Map<string, IndexDocument>();
for (const [id, step] of stateAfter(STEPS)) records.set(id, versionOf(Number(id.slice(-3)), step));

const source: DocumentSource = {
  async *ids() {
    yield [...records.keys()].slice(0, 10);
    yield [...records.keys()].slice(10);
  },
  documentsOf: async (ids) => ids.map((id) => records.get(id)!),
};

let dir = "";
let index: EmbeddedIndex | undefined;

async function open(): Promise<EmbeddedIndex> {
  index = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 2, log: silentLogger, mergeInBackground: false });
  return index;
}

async function close(): Promise<void> {
  await index?.close();
  index = undefined;
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-damage-"));
  const fresh = await open();
  for (let step = 1; step <= STEPS; step++) await fresh.apply(changesOfStep(step));
});

afterEach(async () => {
  await close();
  rmSync(dir, { recursive: true });
});

/** Turns one bit round in the middle of the first file of this kind that is in use, and answers the file's name. */
function flip(kind: string): string {
  const manifest = readManifest(dir);
  const used = manifest === "damaged" ? [] : manifest.segments.flatMap(filesOf);
  const file = [MANIFEST, MANIFEST_COPY, ...used].find((name) => name.endsWith(kind));
  if (file === undefined) throw new Error(`no file ends with ${kind}`);
  const bytes = readFileSync(join(dir, file));
  if (bytes.length === 0) throw new Error(`${file} is empty`);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = bytes[middle]! ^ 0x10;
  writeFileSync(join(dir, file), bytes);
  return file;
}

async function expectWhole(whole: EmbeddedIndex): Promise<void> {
  expect((await whole.status()).damaged).toEqual([]);
  expect(await stateOf(whole, STEPS)).toEqual(stateAfter(STEPS));
  expect((await whole.verify()).faults).toEqual([]);
}

test("an index of an earlier format says what is missing and is rebuilt from the records", async () => {
  await close();
  const manifest = readManifest(dir);
  if (manifest === "damaged") throw new Error("the manifest is damaged");
  writeManifest(dir, { ...manifest, version: FORMAT_VERSION - 1 });
  const opened = await open();
  expect((await opened.status()).damaged.map((part) => part.reason)).toEqual(
    manifest.segments.map(() => "it was written in an earlier format of the index"),
  );
  expect((await opened.search(requestFor(`v${STEPS}x`))).warnings).toHaveLength(1);
  expect(await repairIndex(opened, source, silentLogger)).toBe(records.size);
  await expectWhole(opened);
  await close();
  await expectWhole(await open());
});

const KINDS = [".terms", ".cols", ".sums", ".docs", ".pos", ".pass", ".place", ".del"];

describe.each(KINDS)("a flipped bit in a %s file", (kind) => {
  test("is found by verify, named, set aside, and repaired from the records while searches go on", async () => {
    const file = flip(kind);
    const report = await index!.verify();
    expect(report.faults.map((fault) => fault.file)).toEqual([file]);
    expect((await index!.status()).damaged.map((part) => part.file)).toEqual([file]);
    const partial = await index!.search(requestFor(`v${STEPS}x`));
    expect(partial.warnings.join()).toMatch(/missing from this answer/u);
    const [repaired] = await Promise.all([repairIndex(index!, source, silentLogger), index!.search(requestFor("the"))]);
    expect(repaired).toBeGreaterThan(0);
    await expectWhole(index!);
  });

  test("is found when the index is opened or first read", async () => {
    await close();
    const file = flip(kind);
    const opened = await open();
    await opened.search(requestFor("the"));
    await stateOf(opened, STEPS);
    await opened.search({ ...requestFor("held"), leaveOutSource: "someone" });
    await opened.search({ ...requestFor("the"), excerpts: { before_bytes: 1, after_bytes: 1 } });
    await opened.search({
      ...requestFor(""),
      tree: {
        kind: "phrase",
        words: ["the", "end"].map((text) => ({ kind: "term", text, exact: true, at: { start: 0, end: 0 } })),
        at: { start: 0, end: 0 },
      },
    });
    expect((await opened.status()).damaged.map((part) => part.file)).toEqual([file]);
    await repairIndex(opened, source, silentLogger);
    await expectWhole(opened);
  });
});

describe("the manifest", () => {
  test.each(["manifest.json", "manifest.copy.json"])("a flipped bit in %s costs nothing", async (file) => {
    await close();
    flip(file);
    const opened = await open();
    expect(await stateOf(opened, STEPS)).toEqual(stateAfter(STEPS));
    expect((await opened.verify()).faults.map((fault) => fault.file)).toEqual([file]);
    await expectWhole(opened);
  });

  test("with both copies damaged everything comes back from the records", async () => {
    await close();
    flip("manifest.json");
    flip("manifest.copy.json");
    const opened = await open();
    expect((await opened.status()).damaged.map((part) => part.file)).toEqual(["manifest.json"]);
    expect((await opened.search(requestFor("the"))).warnings.join()).toMatch(/unknown number/u);
    expect(await repairIndex(opened, source, silentLogger)).toBe(records.size);
    await expectWhole(opened);
  });
});

test("a search thread that dies is replaced", async () => {
  for (let i = 0; i < 3; i++) {
    await index!.crashOneSearcher();
    expect(await stateOf(index!, STEPS)).toEqual(stateAfter(STEPS));
  }
});
