import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import { openRecords } from "#schema/open.ts";
import { OPINIONS } from "#search/opinions.ts";
import { MemoryEngine } from "#test/oracle/memory-engine.ts";
import { addDecision } from "#test/records.ts";
import { createIndexer } from "./indexing.ts";
import { indexStatus, verifyAgainstRecords } from "./status.ts";

let dataDir: string;
let db: Db;
let index: EmbeddedIndex | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-index-faults-"));
  db = await openRecords({ dataDir });
  await transaction(db, async (trx) => {
    for (const name of ["Alder", "Birch", "Cedar"]) await addDecision(trx, { name, texts: [`Words of ${name}.`] });
  });
});

afterEach(async () => {
  await index?.close();
  index = undefined;
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

test.runIf(process.platform === "linux")(
  "an input/output error of the index's disk is tried again and no document's fault",
  async () => {
    const dir = join(dataDir, "index");
    index = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log });
    // What is written at the beginning of this file of the kernel is refused with EIO.
    await symlink("/proc/self/mem", join(dir, "segment-1.docs"));
    const indexer = createIndexer({ db, engine: index, log });
    await expect(indexer.runUntilCaughtUp()).rejects.toMatchObject({ code: "EIO", syscall: "write" });
    expect(await indexStatus(db)).toMatchObject({ indexed: 0, skipped: 0, position: 0 });
    expect(await indexer.runUntilCaughtUp()).toMatchObject({ documents: 3, skipped: 0 });
    expect(await verifyAgainstRecords(db, index)).toMatchObject({ ok: true, expected: 3, skipped: 0 });
  },
);

test.each(["EIO", "ENOSPC", "EMFILE", "EACCES"])("%s is an engine's fault, whichever document it met", async (code) => {
  const engine = new MemoryEngine();
  engine.beforeApply = (documents) => {
    if (documents.length === 0) return;
    throw Object.assign(new Error(`${code}: refused, write`), { code, errno: -5, syscall: "write" });
  };
  const indexer = createIndexer({ db, engine, log });
  await expect(indexer.runUntilCaughtUp()).rejects.toMatchObject({ code });
  expect(await indexStatus(db)).toMatchObject({ indexed: 0, skipped: 0, position: 0 });
  engine.beforeApply = () => undefined;
  expect(await indexer.runUntilCaughtUp()).toMatchObject({ documents: 3, skipped: 0 });
});

test("an error that is about a value is the fault of the document it met, and the others are indexed", async () => {
  const engine = new MemoryEngine();
  engine.beforeApply = (documents) => {
    if (!documents.some(({ texts }) => texts["name"] === "Birch")) return;
    throw Object.assign(new RangeError("out of range"), { code: "ERR_OUT_OF_RANGE" });
  };
  const indexer = createIndexer({ db, engine, log });
  expect(await indexer.runUntilCaughtUp()).toMatchObject({ documents: 2, skipped: 1 });
});
