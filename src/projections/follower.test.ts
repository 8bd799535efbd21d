import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "#base/clock.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import { openRecords } from "#schema/open.ts";

import { addDecision } from "#test/records.ts";
import { createMemoryLog } from "#test/threads/memory-log.ts";
import type { LogLine } from "#test/threads/memory-log.ts";
import { collections } from "./collections.ts";
import { startFollower } from "./follower.ts";
import type { Follower } from "./follower.ts";
import { isRequested, requestOfIndex } from "./requests.ts";

const WAIT = { timeout: 25_000, interval: 50 };

let dataDir: string;
let db: Db;
let index: EmbeddedIndex;
let indexes: Readonly<Record<CollectionName, EmbeddedIndex>>;
let follower: Follower;
let log: Logger;
let lines: readonly LogLine[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-follower-"));
  db = await openRecords({ dataDir });
  ({ log, lines } = createMemoryLog());
  const opened = collections().map(async ({ name, schema }) => {
    const dir = join(dataDir, name === "opinions" ? "index" : `index-${name}`);
    return [name, await openEmbeddedIndex({ schema, dir, workers: 1, log })] as const;
  });
  indexes = Object.fromEntries(await Promise.all(opened)) as typeof indexes;
  index = indexes.opinions;
  follower = startFollower(db, indexes, log, { level: "silent", format: "json" });
});

afterEach(async () => {
  await follower.stop();
  await Promise.all(Object.values(indexes).map(async (one) => one.close()));
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function addAndAwait(name: string, wanted: number): Promise<void> {
  await transaction(db, async (trx) => addDecision(trx, { name, texts: [`The words of ${name}.`] }));
  await vi.waitFor(async () => expect((await index.status()).documents).toBe(wanted), WAIT);
}

test("the records are followed into an index that another thread holds, and it is rebuilt when that is asked", async () => {
  await addAndAwait("Alder v. Birch", 1);
  await addAndAwait("Elm v. Fir", 2);
  const { generation } = await index.status();
  await requestOfIndex(db, "rebuild", systemClock);
  await vi.waitFor(async () => expect(await isRequested(db, "rebuild")).toBe(false), WAIT);
  expect((await index.status()).documents).toBe(2);
  expect((await index.status()).generation).toBeGreaterThan(generation);
  expect(follower.failure()).toBeUndefined();
});

test("when its thread dies another takes its place, and the failure is told until then", async () => {
  await addAndAwait("Alder v. Birch", 1);
  await follower.crash();
  await vi.waitFor(() => expect(follower.failure()).toMatch(/a thread that follows the records stopped/u), WAIT);
  await addAndAwait("Elm v. Fir", 2);
  await vi.waitFor(() => expect(follower.failure()).toBeUndefined(), WAIT);
  expect(lines.map(({ msg }) => msg)).toEqual([
    "the thread that follows the records has died; another takes its place",
  ]);
});

test("a stop while it works is no failure", async () => {
  await transaction(db, async (trx) => {
    for (let at = 0; at < 50; at++) await addDecision(trx, { name: `Alder v. No. ${at}`, texts: ["Words of it."] });
  });
  await follower.stop();
  expect(follower.failure()).toBeUndefined();
  expect(lines).toEqual([]);
});
