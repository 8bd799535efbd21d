import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { OPINIONS } from "#search/opinions.ts";
import { DamageError } from "#index/embedded/segment/pages.ts";
import { sampleDocuments } from "#test/conformance/random/sample.ts";
import { createMemoryLog } from "#test/threads/memory-log.ts";

const BATCHES = 12;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-index-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Segments of one document each, which a writer that rests at once has written. */
async function restingIndex(): ReturnType<typeof openEmbeddedIndex> {
  const index = await openEmbeddedIndex({
    schema: OPINIONS,
    dir,
    log: silentLogger,
    mergeInBackground: false,
    writerIdle_ms: 1,
  });
  for (const document of documents) await index.apply({ upserts: [document], deletes: [] });
  await vi.waitFor(() => expect(index.isWriterRunning).toBe(false));
  return index;
}

function open(log = silentLogger, mergeInBackground = false): ReturnType<typeof openEmbeddedIndex> {
  return openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log, mergeInBackground });
}

const documents = sampleDocuments(BATCHES, 0, 5);

/** Segments enough for a merge, one of which does not hold what was written. */
async function damagedIndex(): Promise<string> {
  const index = await open();
  for (const document of documents) await index.apply({ upserts: [document], deletes: [] });
  await index.close();
  const file = readdirSync(dir).find((name) => name.endsWith(".docs"));
  if (file === undefined) throw new Error("no segment was written");
  const bytes = readFileSync(join(dir, file));
  bytes[0] = (bytes[0] ?? 0) ^ 0xff;
  writeFileSync(join(dir, file), bytes);
  return file;
}

test("a writer that rests leaves everything to the next one, which reads nothing again that is known", async () => {
  const index = await restingIndex();
  try {
    // Were it read again, its segment would be set aside.
    for (const name of readdirSync(dir).filter((file) => file.endsWith(".cols"))) rmSync(join(dir, name));
    await index.apply({ upserts: [], deletes: [documents[0]?.id ?? ""] });
    expect(await index.status()).toMatchObject({ documents: documents.length - 1, damaged: [] });
    expect(await index.missing(documents.map(({ id }) => id))).toEqual([documents[0]?.id]);
    await vi.waitFor(() => expect(index.isWriterRunning).toBe(false));
    await index.apply({ upserts: [documents[0]].filter((one) => one !== undefined), deletes: [] });
    expect(await index.missing(documents.map(({ id }) => id))).toEqual([]);
  } finally {
    await index.close();
  }
});

test("neither a merge nor an index that is being replaced loses what its writer keeps to a rest", async () => {
  const index = await restingIndex();
  try {
    await index.mergeNow({ all: true });
    expect(await index.status()).toMatchObject({ documents: documents.length, segments: [{ deleted: 0 }] });
    await index.replaceAll(slowly(documents.slice(1).map((document) => [document])));
    expect((await index.status()).documents).toBe(documents.length - 1);
    await vi.waitFor(() => expect(index.isWriterRunning).toBe(false));
    expect((await index.verify()).faults).toEqual([]);
  } finally {
    await index.close();
  }
});

async function* slowly<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) {
    await sleep(5);
    yield item;
  }
}

test("an error of the system comes from the writer's thread as one, so that no document is blamed", async () => {
  const index = await open();
  try {
    rmSync(dir, { recursive: true });
    const refused = index.apply({ upserts: documents, deletes: [] });
    await expect(refused).rejects.toMatchObject({ code: "ENOENT", errno: -2 });
  } finally {
    await index.close();
  }
});

test("damage that another thread meets comes back as damage", async () => {
  const file = await damagedIndex();
  const index = await open();
  try {
    const thrown = await index.mergeNow({ all: true }).catch((caught: unknown) => caught);
    expect(thrown).toBeInstanceOf(DamageError);
    expect(thrown).toMatchObject({ file, segment: file.slice(0, file.indexOf(".")), code: "corrupt" });
    expect((await index.status()).damaged).toHaveLength(1);
  } finally {
    await index.close();
  }
});

test("a merge that fails says why in the log", async () => {
  const file = await damagedIndex();
  const { log, lines } = createMemoryLog();
  const index = await open(log, true);
  try {
    await index.settled();
    const failed = lines.find(({ msg }) => msg === "merging segments failed; the index stays as it was");
    expect(failed?.["error"]).toMatchObject({
      code: "corrupt",
      message: expect.stringContaining(file) as string,
      stack: expect.stringContaining("merge") as string,
    });
  } finally {
    await index.close();
  }
});
