import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import { writeLaws } from "#laws/store/write.ts";
import { deleteSource } from "#opinions/store/delete.ts";
import { openRecords } from "#schema/open.ts";
import { createLawSearch } from "#search/law-search.ts";
import { LAWS } from "#search/laws.ts";
import { law, writeInventedLaws } from "#test/contracts/invented-laws.ts";
import { addDecision } from "#test/records.ts";
import { createCollectionIndexer } from "../collection-indexing.ts";
import { followedLaws } from "./law-indexing.ts";

const clock = (): Date => new Date("2024-06-15T12:00:00Z");

type Store = { readonly db: Db; readonly engine: EmbeddedIndex };

async function opened(): Promise<Store> {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-cited-laws-"));
  const db = await openRecords({ dataDir });
  const dir = join(dataDir, "index-laws");
  const engine = await openEmbeddedIndex({ schema: LAWS, dir, workers: 1, log: silentLogger });
  onTestFinished(async () => {
    await engine.close();
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await transaction(db, writeInventedLaws);
  return { db, engine };
}

const decided = async (db: Db, source: string, text: string): Promise<void> => {
  await transaction(db, async (trx) => addDecision(trx, { name: `${source} v. Birch`, source, texts: [text] }));
};

async function follow({ db, engine }: Store): Promise<void> {
  await createCitator({ db, log: silentLogger }).runUntilCaughtUp();
  await createCollectionIndexer({
    followed: followedLaws(clock),
    db,
    engine,
    log: silentLogger,
    clock,
  }).runUntilCaughtUp();
}

const found = async ({ db, engine }: Store, query: string, byWordsAlone = false): Promise<number> =>
  (await createLawSearch({ engine, db })({ query, byWordsAlone, filters: {}, page: 1, pageSize: 10 })).total;

test("a provision is found by the words of those who cite it, as the citator knows them", async () => {
  const store = await opened();
  await decided(store.db, "Alder", "A foghorn is heard as evidence. 99 U.S.C. § 7001(b). The rest says nothing.");
  await decided(store.db, "Cedar", "Under 99 U.S.C. § 7001 a lantern is no almanac.");
  await follow(store);
  expect(await found(store, "foghorn")).toBe(2);
  expect(await found(store, "lantern")).toBe(2);
  expect(await found(store, "foghorn", true)).toBe(0);
  expect(await found(store, "foghorn AND evidence")).toBe(0);
  await deleteSource(store.db, "Alder");
  await decided(store.db, "Alder", "A whistle is heard as evidence. 99 U.S.C. § 7001(b). The rest says nothing.");
  await follow(store);
  expect([await found(store, "foghorn"), await found(store, "whistle")]).toEqual([0, 2]);
  await deleteSource(store.db, "Alder");
  await follow(store);
  expect([await found(store, "whistle"), await found(store, "lantern")]).toEqual([0, 2]);
});

test("a provision is found by the headings above it, under whatever name they have", async () => {
  const store = await opened();
  await follow(store);
  expect(await found(store, "harbours pilots")).toBeGreaterThan(0);
  const draft = law({ sourceId: "t1", path: "t1", nodeType: "PARENT", number: "1", title: "Anchorages" });
  await transaction(store.db, async (trx) => writeLaws(trx, "avalon-code", [{ kind: "draft", draft }]));
  await follow(store);
  expect(await found(store, "anchorages pilots")).toBeGreaterThan(0);
});
