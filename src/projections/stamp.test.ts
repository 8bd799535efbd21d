import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { outboxEnd, projectionPosition, saveProjectionPosition } from "#db/outbox.ts";
import { MemoryEngine } from "#test/oracle/memory-engine.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { createIndexer } from "./indexing.ts";
import type { Indexer } from "./indexing.ts";
import { IndexStamp, isFollowedInto, stampFile } from "./stamp.ts";
import { verifyAgainstRecords } from "./status.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "onpoint-stamp-"));
});
afterEach(async () => rm(dir, { recursive: true, force: true }));

/** A server with an index of its own, as it is after a start. */
const started = (db: Db, engine: MemoryEngine, name: string): Indexer =>
  createIndexer({ db, engine, log, stamp: new IndexStamp(stampFile(join(dir, name))) });

const add = async (db: Db, name: string): Promise<void> => {
  await transaction(db, async (trx) => addDecision(trx, { name }));
};

/** The saved position and stamp, as a backup would hold them. */
async function saved(db: Db): Promise<{ bringBack: () => Promise<void> }> {
  const states = await Promise.all(["index", "index stamp"].map(async (name) => projectionPosition(db, name)));
  return {
    bringBack: async () => {
      await saveProjectionPosition(db, "index", states[0] ?? 0);
      await saveProjectionPosition(db, "index stamp", states[1] ?? 0);
    },
  };
}

describeEachDatabase("an index and its records", (store) => {
  test("an index that another took the place of is told from one that is followed", async () => {
    const db = await store.open();
    const isFollowed = async (name: string): Promise<boolean> =>
      isFollowedInto(async () => stampFile(join(dir, name)).read(), db);
    expect(await isFollowed("one")).toBe(true);
    await add(db, "Alder v. Birch");
    const [first, second] = [new MemoryEngine(), new MemoryEngine()];
    await started(db, first, "one").runUntilCaughtUp();
    expect([await isFollowed("one"), await isFollowed("two")]).toEqual([true, false]);
    await started(db, second, "two").runUntilCaughtUp();
    expect([await isFollowed("one"), await isFollowed("two")]).toEqual([false, true]);
    expect(await isFollowedInto(async () => undefined, db)).toBe(false);
  });

  test("an index that goes on while it is asked about is not taken for left behind", async () => {
    const db = await store.open();
    await saveProjectionPosition(db, "index stamp", 1);
    let own = 1;
    const goesOn = async (): Promise<readonly number[]> => {
      if (own < 4) await saveProjectionPosition(db, "index stamp", ++own + 1);
      return [own + 1, own];
    };
    expect(await isFollowedInto(goesOn, db)).toBe(true);
  });

  test("belong together from start to start, also where both are older than stamps", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, "Alder v. Birch");
    await createIndexer({ db, engine, log }).runUntilCaughtUp();
    await add(db, "Cedar v. Dogwood");
    expect((await started(db, engine, "a").runUntilCaughtUp()).documents).toBe(1);
    await add(db, "Elm v. Fir");
    expect((await started(db, engine, "a").runUntilCaughtUp()).documents).toBe(1);
    expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: true });
  });

  test("an index of another server takes nothing for its own: it holds all, and the first one says that it does not", async () => {
    const db = await store.open();
    const [first, second] = [new MemoryEngine(), new MemoryEngine()];
    const one = started(db, first, "one");
    await add(db, "Alder v. Birch");
    await one.runUntilCaughtUp();
    const two = started(db, second, "two");
    await two.runUntilCaughtUp();
    expect(second.documents.size).toBe(1);
    await add(db, "Cedar v. Dogwood");
    const refusal = { code: "conflict", message: /another server follows these records/u };
    await expect(one.runUntilCaughtUp()).rejects.toMatchObject({ code: refusal.code });
    await expect(one.runUntilCaughtUp()).rejects.toThrow(refusal.message);
    await two.runUntilCaughtUp();
    expect(second.documents.size).toBe(2);
    await started(db, first, "one").runUntilCaughtUp();
    expect(first.documents.size).toBe(2);
    await expect(two.runUntilCaughtUp()).rejects.toThrow(refusal.message);
  });

  test.each([
    ["of another server", "two"],
    ["made anew", "one"],
  ])("an empty index %s is given each document once, damaged though it counts", async (_name, its) => {
    const db = await store.open();
    await add(db, "Alder v. Birch");
    await started(db, new MemoryEngine(), "one").runUntilCaughtUp();
    const engine = new MemoryEngine();
    engine.damage();
    const rebuilt = vi.spyOn(engine, "replaceAll");
    const indexer = started(db, engine, its);
    await indexer.tend();
    await indexer.runUntilCaughtUp();
    expect([engine.documents.size, engine.batches]).toEqual([1, [1]]);
    await indexer.tend();
    expect([engine.isDamaged, engine.batches, rebuilt.mock.calls.length]).toEqual([false, [1], 0]);
  });

  test("an index that bears no stamp where one is noted may be any: it is made anew, and a rebuild leaves a stamp", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch");
    await started(db, new MemoryEngine(), "one").runUntilCaughtUp();
    const engine = new MemoryEngine();
    let own: readonly number[] | undefined;
    const stamps = { read: async () => own, write: async (next: readonly number[]) => void (own = next) };
    const unstamped = (): Indexer => createIndexer({ db, engine, log, stamp: new IndexStamp(stamps) });
    await engine.apply({ upserts: [{ id: "old", texts: {}, values: {} }], deletes: [] });
    await unstamped().runUntilCaughtUp();
    expect([...engine.documents.keys()]).not.toContain("old");
    expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: true });
    await unstamped().rebuild();
    expect(await isFollowedInto(async () => stamps.read(), db)).toBe(true);
  });

  test("records brought back from an earlier day do not fit, though they have passed the old position since", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, "Alder v. Birch");
    await started(db, engine, "a").runUntilCaughtUp();
    const backup = await saved(db);
    await add(db, "Cedar v. Dogwood");
    await started(db, engine, "a").runUntilCaughtUp();
    const position = await projectionPosition(db, "index");
    await backup.bringBack();
    await db.deleteFrom("clusters").where("case_name", "=", "Cedar v. Dogwood").execute();
    await add(db, "Elm v. Fir");
    await add(db, "Gum v. Holly");
    expect(await outboxEnd(db)).toBeGreaterThan(position);
    await started(db, engine, "a").runUntilCaughtUp();
    expect([...engine.documents.values()].map(({ texts }) => texts["name"] as string).toSorted()).toEqual([
      "Alder v. Birch",
      "Elm v. Fir",
      "Gum v. Holly",
    ]);
    expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: true });
  });

  test("a batch that died before it was noted is done again, and nothing more", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, "Alder v. Birch");
    await started(db, engine, "a").runUntilCaughtUp();
    const dying = new IndexStamp(stampFile(join(dir, "a")));
    expect(await dying.fits(db)).toBe(true);
    await dying.prepare();
    await add(db, "Cedar v. Dogwood");
    expect((await started(db, engine, "a").runUntilCaughtUp()).documents).toBe(1);
  });

  test("a stamp that cannot be read, or is gone, is that of no index", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, "Alder v. Birch");
    await started(db, engine, "a").runUntilCaughtUp();
    for (const torn of ["", "[1", '{"stamps": 1}', "[]"]) {
      writeFileSync(join(dir, "a"), torn);
      engine.documents.clear();
      await started(db, engine, "a").runUntilCaughtUp();
      expect(engine.documents.size).toBe(1);
      expect(readFileSync(join(dir, "a"), "utf8")).toMatch(/^\[\d+(?:,\d+)?\]$/u);
    }
  });
});
