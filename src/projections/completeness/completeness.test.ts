import { expect, test, vi } from "vitest";
import { systemClock } from "#base/clock.ts";
import { silentLogger as log } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import type { Claim, Completeness, ProjectionName } from "#completeness/completeness.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { forgetProjection, outboxEnd, readOutbox, saveProjectionPosition } from "#db/outbox.ts";
import type { DamagedPart } from "#index/index.ts";
import { noteBegun } from "#projections/filling.ts";
import { vectorsProjection } from "#projections/vectors/vector-names.ts";
import { createIndexer } from "#projections/indexing.ts";
import type { Indexer } from "#projections/indexing.ts";
import { IndexStamp } from "#projections/stamp.ts";
import type { StampStore } from "#projections/stamp.ts";
import { counted } from "#test/counted-rows.ts";
import { MemoryEngine } from "#test/oracle/memory-engine.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { completenessOf } from "./completeness.ts";
import type { CompletenessSources, KnownIndex } from "./completeness.ts";

const add = async (db: Db, ...names: string[]): Promise<void> => {
  for (const name of names) await transaction(db, async (trx) => addDecision(trx, { name }));
};

/** The stamps of an index, on a disk that fails after so many writes. */
class KeptStamps implements StampStore {
  writesLeft = Infinity;
  #own: readonly number[] | undefined;

  async read(): Promise<readonly number[] | undefined> {
    return this.#own;
  }

  async write(stamps: readonly number[]): Promise<void> {
    if (this.writesLeft-- <= 0) throw new Error("killed");
    this.#own = stamps;
  }
}

/** A process with an index of its own, and what it knows of how complete it is. */
function server(db: Db, options: Partial<CompletenessSources> = {}) {
  const engine = new MemoryEngine();
  const stamps = new KeptStamps();
  const index: KnownIndex = { status: async () => engine.status(), stamps: async () => stamps.read() };
  let asked = 0;
  const completeness = completenessOf({
    db,
    indexes: { opinions: index },
    vectors: async () => undefined,
    failure: () => undefined,
    isFollowed: async () => true,
    // A clock on which nothing is believed, whoever asks.
    now_ms: () => (asked += 10_000),
    ...options,
  });
  const indexer = (batchEntries = 100): Indexer =>
    createIndexer({ db, engine, log, batchEntries, stamp: new IndexStamp(stamps) });
  return { engine, stamps, completeness, indexer };
}

const said = async (
  completeness: Completeness,
  needs: readonly ProjectionName[],
  claim: Claim,
): Promise<readonly string[]> => (await completeness.lacks(needs, claim))(claim);
const told = async (completeness: Completeness): Promise<(readonly string[])[]> => [
  await said(completeness, ["opinions"], "finds"),
  await said(completeness, ["opinions"], "denies"),
];

describeEachDatabase("how complete a projection is", (store) => {
  test("with nothing to follow all is whole, and nothing is said", async () => {
    const db = await store.open();
    const { completeness, indexer } = server(db);
    for (const name of completeness.projections)
      expect(await completeness.state(name)).toMatchObject({ standing: "whole", lag: 0 });
    await add(db, "Alder v. Birch");
    await indexer().runUntilCaughtUp();
    expect(await completeness.state("opinions")).toMatchObject({ standing: "whole", lag: 0 });
    expect(await told(completeness)).toEqual([[], []]);
  });

  test("records without an index, as after a restore, are being read in until all of them are", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch", "Cedar v. Dogwood", "Elm v. Fir");
    const { completeness, indexer, engine } = server(db);
    expect(await completeness.state("opinions")).toMatchObject({ standing: "filling", held: 3, has: 0, pending: 3 });
    const none =
      "0 of 3 opinions can be searched so far; the others are still being read in, so this answer may be incomplete.";
    expect(await told(completeness)).toEqual([[none], [none]]);
    const dying = server(db);
    dying.stamps.writesLeft = 1;
    await expect(dying.indexer(2).runUntilCaughtUp()).rejects.toThrow("killed");
    expect(await dying.completeness.state("opinions")).toMatchObject({ standing: "filling", held: 3, has: 2 });
    await indexer(2).runUntilCaughtUp();
    expect(engine.documents.size).toBe(3);
    expect(await said(completeness, ["opinions"], "denies")).toEqual([]);
    expect(await told(completeness)).toEqual([[], []]);
  });

  test("what came a moment ago is no noise for who is shown something, and no lie to who is denied something", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch", "Cedar v. Dogwood");
    const { completeness, indexer } = server(db);
    await indexer().runUntilCaughtUp();
    expect(await told(completeness)).toEqual([[], []]);
    await add(db, "Elm v. Fir");
    expect(await completeness.state("opinions")).toMatchObject({ standing: "following", held: 3, has: 2, pending: 1 });
    const [finds, denies] = await told(completeness);
    expect(finds).toEqual([]);
    expect(denies).toEqual([expect.stringContaining("2 of 3 opinions can be searched so far")]);
  });

  test("what nobody follows, or what is in the way, is said to everyone", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch");
    let failure: string | undefined;
    let isFollowed = true;
    const { completeness, indexer } = server(db, { failure: () => failure, isFollowed: async () => isFollowed });
    await indexer().runUntilCaughtUp();
    isFollowed = false;
    expect(await completeness.state("opinions")).toMatchObject({ standing: "whole" });
    await add(db, "Cedar v. Dogwood");
    const nobody = { standing: "stopped", reason: "nobody follows the records at the moment" };
    expect(await completeness.state("opinions")).toMatchObject(nobody);
    failure = "the disk is full";
    expect(await completeness.state("opinions")).toMatchObject({ standing: "stopped", reason: failure });
    expect(await said(completeness, ["opinions"], "finds")).toHaveLength(1);
  });

  test("a position that does not move for minutes is told of", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch");
    let now_ms = 0;
    const { completeness, indexer } = server(db, { now_ms: () => now_ms });
    await indexer().runUntilCaughtUp();
    await add(db, "Cedar v. Dogwood");
    expect(await said(completeness, ["opinions"], "finds")).toEqual([]);
    now_ms += 3_600_000;
    expect(await completeness.state("opinions")).toMatchObject({ standing: "following", isSlow: true });
    expect(await said(completeness, ["opinions"], "finds")).toHaveLength(1);
  });

  test("of two with an index each the one that the records are followed past says so", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch");
    const [older, newer] = [server(db), server(db)];
    await older.indexer().runUntilCaughtUp();
    expect(await newer.completeness.state("opinions")).toMatchObject({ standing: "filling", has: 0, held: 1 });
    await add(db, "Cedar v. Dogwood");
    await newer.indexer().runUntilCaughtUp();
    expect(await newer.completeness.state("opinions")).toMatchObject({ standing: "whole" });
    expect(await older.completeness.state("opinions")).toMatchObject({ standing: "elsewhere" });
    const past = ["The search index of opinions does not follow the records held: this answer may be incomplete."];
    expect(await told(older.completeness)).toEqual([past, past]);
  });

  test("an index that was lost, and one of which a part was, are not whole", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch", "Cedar v. Dogwood");
    const { completeness, indexer, engine } = server(db);
    await indexer().runUntilCaughtUp();
    engine.damage([...engine.documents.keys()][0] ?? "");
    expect(await completeness.state("opinions")).toMatchObject({ standing: "damaged", held: 2 });
    expect(await said(completeness, ["opinions"], "denies")).toEqual([expect.stringContaining("was damaged")]);
    engine.isDamaged = false;
    engine.documents.clear();
    expect(await completeness.state("opinions")).toMatchObject({ standing: "filling", held: 2, has: 0 });
  });

  test("an index that is made anew is being filled until it has what was held then", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch");
    const { completeness, indexer } = server(db);
    await indexer().runUntilCaughtUp();
    await saveProjectionPosition(db, "index", 0);
    expect(await completeness.state("opinions")).toMatchObject({ standing: "filling" });
  });

  test("an index of an older program, of which no beginning was noted, is whole when it has everything", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch");
    const { completeness, indexer } = server(db);
    await indexer().runUntilCaughtUp();
    await forgetProjection(db, "index filled to");
    expect(await completeness.state("opinions")).toMatchObject({ standing: "whole" });
  });

  test("changes of other records are behind, and nothing is missing for them", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch");
    const { completeness, indexer } = server(db);
    await indexer().runUntilCaughtUp();
    await createCitator({ db, log }).runUntilCaughtUp();
    await add(db, "Cedar v. Dogwood");
    expect(await completeness.state("laws")).toMatchObject({ standing: "whole", pending: 0 });
    expect((await completeness.state("laws")).lag).toBeGreaterThan(0);
    expect(await completeness.state("citator")).toMatchObject({ standing: "following", held: 2, has: 1 });
    expect(await said(completeness, ["citator"], "counts")).toEqual([
      "1 of 2 opinions have been read for what they cite so far; the others are still being read in, so who cites a decision, and how it stands, may be incomplete.",
    ]);
  });

  test("in the quiet state two statements tell, and within two seconds none; no record is counted", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch");
    const { reader, rows } = counted(db);
    let now_ms = 0;
    const { completeness, indexer } = server(db, { db: reader, now_ms: () => now_ms });
    await indexer().runUntilCaughtUp();
    const statements = async (claim: "finds" | "counts" | "denies"): Promise<number> => {
      const before = rows.length;
      await said(completeness, ["opinions"], claim);
      return rows.length - before;
    };
    expect(await statements("finds")).toBe(2);
    expect([await statements("finds"), await statements("counts"), await statements("denies")]).toEqual([0, 0, 2]);
    now_ms = 300;
    expect([await statements("finds"), await statements("counts"), await statements("counts")]).toEqual([0, 2, 0]);
    now_ms = 2_500;
    expect([await statements("finds"), await statements("finds")]).toEqual([2, 0]);
  });

  test("while records come in they are counted seldom, and what is denied is told all the same", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch");
    const { reader, rows } = counted(db);
    const { completeness, indexer } = server(db, { db: reader, now_ms: () => 0 });
    await indexer().runUntilCaughtUp();
    for (const name of ["Cedar v. Dogwood", "Elm v. Fir", "Gum v. Holly"]) {
      await add(db, name);
      const before = rows.length;
      expect(await said(completeness, ["opinions"], "denies")).toHaveLength(1);
      expect(rows.length - before).toBe(name === "Cedar v. Dogwood" ? 5 : 3);
    }
  });

  test("vectors of which the half is made are being filled, and say so; those of which a part was lost are damaged", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch", "Cedar v. Dogwood");
    let damaged: readonly DamagedPart[] = [];
    const { completeness } = server(db, { vectors: async () => ({ id: "v1", status: async () => ({ damaged }) }) });
    expect(await completeness.state("opinion vectors")).toMatchObject({ standing: "filling", held: 2, has: 0 });
    const projection = vectorsProjection("v1", "opinions");
    await noteBegun(db, projection, systemClock);
    const [first] = await readOutbox(db, 0, 100);
    await saveProjectionPosition(db, projection, first!.seq, systemClock);
    expect(await completeness.state("opinion vectors")).toMatchObject({ standing: "filling", held: 2 });
    expect(await said(completeness, ["opinion vectors"], "finds")).toEqual([
      expect.stringMatching(/of 2 opinions can be found by meaning so far/u),
    ]);
    await saveProjectionPosition(db, projection, await outboxEnd(db), systemClock);
    expect(await completeness.state("opinion vectors")).toMatchObject({ standing: "whole" });
    damaged = [{ name: "1", documents: 1, file: "1.vec", reason: "it is damaged" }];
    expect(await completeness.state("opinion vectors")).toMatchObject({ standing: "damaged", held: 2, has: 1 });
  });

  test("how many are held of each kind", async () => {
    const db = await store.open();
    await add(db, "Alder v. Birch", "Cedar v. Dogwood");
    expect(await server(db).completeness.held()).toEqual({ opinions: 2, laws: 0, filings: 0, dockets: 0 });
  });

  test("a failure to read is not believed", async () => {
    const db = await store.open();
    const status = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue({ documents: 0, damaged: [] });
    const { completeness } = server(db, { indexes: { opinions: { status, stamps: async () => [] } } });
    await expect(said(completeness, ["opinions"], "finds")).rejects.toThrow("away");
    expect(await said(completeness, ["opinions"], "finds")).toEqual([]);
  });
});
