import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openOpenSearchIndex } from "#index/opensearch/opensearch.ts";
import type { ClusterIndex } from "#index/opensearch/opensearch.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { deleteLawsOfSource } from "#laws/store/delete.ts";
import { createCollectionIndexer } from "#projections/collection-indexing.ts";
import type { CollectionIndexer } from "#projections/collection-indexing.ts";
import { createIndexer } from "#projections/indexing.ts";
import type { Indexer } from "#projections/indexing.ts";
import { indexStamp } from "#projections/index-stamp.ts";
import { LAW_INDEX_PROJECTION } from "#projections/laws/law-indexing.ts";
import { followedLaws } from "#projections/laws/law-indexing.ts";
import { isFollowedInto, stampName } from "#projections/stamp.ts";
import { openRecords } from "#schema/open.ts";
import { LAWS } from "#search/laws.ts";
import { OPINIONS } from "#search/opinions.ts";
import { writeInventedLaws } from "#test/contracts/invented-laws.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { addDecision } from "#test/records.ts";

vi.setConfig({ testTimeout: 120_000 });

const reason = whyNoOpenSearch();
const skipped = reason === undefined ? "" : `: ${reason}`;

async function records(): Promise<Db> {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-cluster-stamps-"));
  const db = await openRecords({ dataDir: dir });
  onTestFinished(async () => {
    await db.close();
    rmSync(dir, { recursive: true });
  });
  return db;
}

/** As a process with this prefix has it. */
async function indexOf(prefix: string, schema: CollectionSchema): Promise<ClusterIndex> {
  const url = inject("openSearchUrl");
  const shape = { shards: 1, replicas: 0 };
  const engine = await openOpenSearchIndex({ urls: [url], schema, prefix, shape, readers: 1, log });
  onTestFinished(async () => {
    await engine.close();
    await fetch(`${url}/${prefix}-*`, { method: "DELETE" });
  });
  return engine;
}

const follower = (db: Db, engine: ClusterIndex): Indexer =>
  createIndexer({ db, engine, log, stamp: indexStamp(db, "opinions", engine.stamps) });
const lawFollower = (db: Db, engine: ClusterIndex): CollectionIndexer =>
  createCollectionIndexer({ followed: followedLaws(), db, engine, log, stamp: indexStamp(db, "laws", engine.stamps) });

const held = async (engine: ClusterIndex): Promise<number> => (await engine.status()).documents;

test.skipIf(reason !== undefined)(
  `an index that was built anew is known as the one the records are followed into${skipped}`,
  async () => {
    const db = await records();
    await transaction(db, async (trx) => addDecision(trx, { name: "Alder v. Birch" }));
    const [one, another] = [await indexOf(`a-${process.pid}`, OPINIONS), await indexOf(`b-${process.pid}`, OPINIONS)];
    await follower(db, one).runUntilCaughtUp();
    await follower(db, one).rebuild();
    const isFollowed = async ({ stamps }: ClusterIndex): Promise<boolean> =>
      isFollowedInto(async () => stamps.readNearby(), db);
    expect([await isFollowed(one), await isFollowed(another)]).toEqual([true, false]);
    const replaced = vi.spyOn(one, "replaceAll");
    await follower(db, one).runUntilCaughtUp();
    expect(replaced).not.toHaveBeenCalled();
    await follower(db, another).runUntilCaughtUp();
    expect([await isFollowed(one), await isFollowed(another)]).toEqual([false, true]);
  },
);

test.skipIf(reason !== undefined)(
  `prefix a, then b, then a again: what changed meanwhile is not missed, nor is the index of a taken for whole${skipped}`,
  async () => {
    const db = await records();
    await transaction(db, writeInventedLaws);
    const [one, another] = [await indexOf(`c-${process.pid}`, LAWS), await indexOf(`d-${process.pid}`, LAWS)];
    const isFollowed = async ({ stamps }: ClusterIndex): Promise<boolean> =>
      isFollowedInto(async () => stamps.readNearby(), db, stampName(LAW_INDEX_PROJECTION));
    await lawFollower(db, one).runUntilCaughtUp();
    expect([await held(one), await isFollowed(one), await isFollowed(another)]).toEqual([11, true, false]);
    await lawFollower(db, another).runUntilCaughtUp();
    await deleteLawsOfSource(db, "sample");
    await lawFollower(db, another).runUntilCaughtUp();
    expect([await held(another), await held(one), await isFollowed(one)]).toEqual([0, 11, false]);
    await lawFollower(db, one).runUntilCaughtUp();
    expect([await held(one), await isFollowed(one), await isFollowed(another)]).toEqual([0, true, false]);
  },
);
