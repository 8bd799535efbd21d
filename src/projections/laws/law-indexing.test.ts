import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { checkDatabase } from "#db/check.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import { LAWS } from "#search/laws.ts";
import { createLawSearch } from "#search/law-search.ts";
import type { LawFilters } from "#search/laws.ts";
import { appendOutbox } from "#db/outbox.ts";
import { lawVersionIdOf } from "#laws/ids.ts";
import { nodeIdsAfter } from "#laws/store/read.ts";
import { IndexStamp, stampFile, stampName } from "../stamp.ts";
import { takeReport } from "../report.ts";
import { isRequested, requestOfIndex } from "../requests.ts";
import { writeInventedLaws } from "#test/contracts/invented-laws.ts";
import { deleteLawsOfSource } from "#laws/store/delete.ts";
import { lawDocuments } from "./law-documents.ts";
import { createCollectionIndexer } from "../collection-indexing.ts";
import type { CollectionIndexer } from "../collection-indexing.ts";
import { collectionStatus, verifyCollection } from "../collection-status.ts";
import type { CollectionReport } from "../collection-status.ts";
import { followedLaws, LAW_INDEX_PROJECTION } from "./law-indexing.ts";

const clock = (): Date => new Date("2024-06-15T12:00:00Z");

let dataDir: string;
let db: Db;
let engine: EmbeddedIndex;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-law-index-"));
  db = await openRecords({ dataDir });
  engine = await openIndex("index-laws");
  await transaction(db, writeInventedLaws);
});

afterEach(async () => {
  await engine.close();
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

function openIndex(name: string): Promise<EmbeddedIndex> {
  return openEmbeddedIndex({ schema: LAWS, dir: join(dataDir, name), workers: 1, log: silentLogger });
}

const indexer = (): CollectionIndexer =>
  createCollectionIndexer({ followed: followedLaws(clock), db, engine, log: silentLogger, clock });

async function found(query: string, filters: LawFilters = {}): Promise<number> {
  return (await createLawSearch({ engine, db })({ query, filters, page: 1, pageSize: 10 })).total;
}

test("every version is a document; following again gives the index nothing", async () => {
  expect(await indexer().runUntilCaughtUp()).toMatchObject({ documents: 11 });
  expect(await indexer().runUntilCaughtUp()).toMatchObject({ done: 0, documents: 0 });
  expect(await found("berthing")).toBe(3);
  expect(await found("berthing", { inForceOn: "2024-06-15" })).toBe(1);
  expect(await found("ballast", { inForceOn: "2009-12-31" })).toBe(1);
  expect(await found("ballast", { inForceOn: "2010-01-01" })).toBe(0);
  expect(await found("pilot", { inForceOn: "1500-01-01" })).toBe(1);
});

test("laws that are removed with their source leave the index, and come back", async () => {
  await indexer().runUntilCaughtUp();
  expect(await deleteLawsOfSource(db, "another")).toEqual({ collections: 0, versions: 0 });
  expect(await deleteLawsOfSource(db, "sample")).toMatchObject({ versions: 11 });
  expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
  await indexer().runUntilCaughtUp();
  expect(await found("berthing")).toBe(0);
  expect((await engine.status()).documents).toBe(0);
  await transaction(db, writeInventedLaws);
  await indexer().runUntilCaughtUp();
  expect(await found("berthing")).toBe(3);
});

test("an index that was lost is built again", async () => {
  await indexer().runUntilCaughtUp();
  await engine.close();
  engine = await openIndex("another");
  await indexer().runUntilCaughtUp();
  expect(await found("berthing")).toBe(3);
});

test("an index is not taken for whole when another has followed the records since, and that one says so", async () => {
  const started = (of: EmbeddedIndex, name: string): CollectionIndexer => {
    const stamp = new IndexStamp(stampFile(join(dataDir, `${name}.stamp`)), stampName(LAW_INDEX_PROJECTION));
    return createCollectionIndexer({ followed: followedLaws(clock), db, engine: of, log: silentLogger, clock, stamp });
  };
  const first = started(engine, "first");
  await first.runUntilCaughtUp();
  const other = await openIndex("another");
  const second = started(other, "second");
  await second.runUntilCaughtUp();
  expect((await other.status()).documents).toBe(11);
  await expect(first.runUntilCaughtUp()).rejects.toMatchObject({ code: "conflict" });
  await deleteLawsOfSource(db, "sample");
  await second.runUntilCaughtUp();
  await expect(first.runUntilCaughtUp()).rejects.toMatchObject({ code: "conflict" });
  expect((await engine.status()).documents).toBe(11);
  await started(engine, "first").runUntilCaughtUp();
  expect((await engine.status()).documents).toBe(0);
  expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
  await other.close();
});

test("it is rebuilt when that is asked", async () => {
  await indexer().runUntilCaughtUp();
  const { generation } = await engine.status();
  await requestOfIndex(db, "rebuild", clock);
  await indexer().tend();
  expect((await engine.status()).generation).toBeGreaterThan(generation);
  expect(await found("berthing")).toBe(3);
});

test("it is verified when that is asked: what is missing and what is too much is told", async () => {
  const verified = async (): Promise<CollectionReport> => {
    await requestOfIndex(db, "verify", clock);
    await indexer().tend();
    expect(await isRequested(db, "verify", "laws")).toBe(false);
    return takeReport<CollectionReport>(db, "laws");
  };
  expect(await collectionStatus(db, LAW_INDEX_PROJECTION)).toMatchObject({ updatedAt: null });
  const { blocks, records } = await verified();
  expect(blocks).toMatchObject({ documents: 11, faults: [] });
  expect(records).toEqual({ ok: true, lag: 0, expected: 11, inEngine: 11, missing: 0, surplus: 0, examples: [] });
  const [held] = (await lawDocuments(db, await nodeIdsAfter(db, "", 1), "2024-06-15")).documents;
  await engine.apply({ upserts: [], deletes: [held!.id] });
  expect((await verified()).records).toMatchObject({ ok: false, missing: 1, surplus: 0, examples: [held!.id] });
  await engine.apply({ upserts: [held!, { ...held!, id: lawVersionIdOf("avalon-code", "none", "1") }], deletes: [] });
  expect((await verified()).records).toMatchObject({ ok: false, missing: 0, surplus: 1 });
  await transaction(db, async (trx) => appendOutbox(trx, [{ kind: "law", recordId: held!.id, op: "delete" }]));
  expect(await collectionStatus(db, LAW_INDEX_PROJECTION)).toMatchObject({ lag: 1 });
  expect((await verifyCollection(followedLaws(clock), db, engine)).records).toMatchObject({ ok: false, lag: 1 });
});
