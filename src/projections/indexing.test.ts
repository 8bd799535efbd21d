import { array, assert, asyncProperty, boolean, constantFrom, integer, oneof, record } from "fast-check";
import type { Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { insertRows } from "#db/rows.ts";
import { compactOutbox } from "#db/outbox-compaction.ts";
import { appendOutbox, outboxEnd, projectionPosition, saveProjectionPosition } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import type { EngineVerification, IndexDocument } from "#index/index.ts";
import { MemoryEngine } from "#test/oracle/memory-engine.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision, idsOfDecision } from "#test/records.ts";
import type { TestDecision, TestDecisionIds } from "#test/records.ts";
import type { CitingPassage, CitingWordsOf } from "./documents.ts";
import { createIndexer } from "./indexing.ts";
import type { Indexer, IndexProgress } from "./indexing.ts";
import { takeReport } from "./report.ts";
import type { IndexReport } from "./report.ts";
import { isRequested, requestOfIndex } from "./requests.ts";
import { indexStatus, verifyAgainstRecords } from "./status.ts";

const add = async (db: Db, decision: TestDecision): Promise<TestDecisionIds> =>
  transaction(db, async (trx) => addDecision(trx, decision));

const announce = async (db: Db, ...changes: Change[]): Promise<void> =>
  transaction(db, async (trx) => appendOutbox(trx, changes));

/** Deletes a decision as the store does: the rows, then a line for each. */
const remove = async (db: Db, { clusterId, opinionIds }: TestDecisionIds): Promise<void> =>
  transaction(db, async (trx) => {
    await trx.deleteFrom("clusters").where("id", "=", clusterId).execute();
    await appendOutbox(trx, [
      ...opinionIds.map((recordId): Change => ({ kind: "opinion", recordId, op: "delete" })),
      { kind: "cluster", recordId: clusterId, op: "delete" },
    ]);
  });

const runOutOfSpace = async (batches: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of batches) continue;
  throw new OnpointError("storage_full", "no space");
};

const loseTheDisk = async (): Promise<never> => Promise.reject(new Error("the disk is gone"));

const catchUp = async (
  db: Db,
  engine: MemoryEngine,
  options: { citingWordsOf?: CitingWordsOf; batchEntries?: number } = {},
): Promise<IndexProgress> => createIndexer({ db, engine, log, ...options }).runUntilCaughtUp();

const ALDER: TestDecision = {
  name: "Alder v. Birch",
  courtId: "ca9",
  dateFiled: "2001-02-03",
  docketNumber: "99-1234",
  judges: "Reed, Stone",
  citedAs: ["1 Samp. 2", "3 Samp. App. 4"],
  texts: ["The lead opinion.\n\nIts end.", "A dissent."],
};
const SHARED_WORK = "shared-work";

const saidOfTheFirst: CitingWordsOf = async (_, [clusterId = ""]) =>
  new Map([[clusterId, [{ opinionId: "citer", text: "said" }]]]);

describeEachDatabase("the indexer", (store) => {
  test("an opinion becomes a document", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const { opinionIds } = await add(db, ALDER);
    expect(await catchUp(db, engine)).toEqual({ done: 3, total: 3, documents: 2, skipped: 0 });
    expect(engine.documents.get(opinionIds[0]!)).toEqual({
      id: opinionIds[0],
      texts: {
        name: "Alder v. Birch",
        body: "The lead opinion.\n\nIts end.",
        citing: [],
        cites: [],
        called: [],
        docket: "99-1234",
        cite: ["1 Samp. 2", "3 Samp. App. 4"],
        judge: expect.stringContaining("Reed"),
      },
      values: {
        courtId: "ca9",
        courtAbbreviation: "9th Cir.",
        jurisdiction: "Federal Appellate",
        state: "Federal",
        publishStatus: "published",
        dateFiled: "2001-02-03",
        filedFirst: "2001-02-03",
        filedLast: "2001-02-03",
        decision: null,
        placeInDecision: 0,
        repeats: "",
        timesCited: 0,
        opinionType: "lead",
        author: [],
      },
    });
    expect(await catchUp(db, engine)).toMatchObject({ done: 0, documents: 0 });
    expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: true, expected: 2, inEngine: 2 });
  });

  test("a document says where its opinion stands in the decision, what only repeats others, and how often it is cited", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const [lead = "", dissent = ""] = ["tenancy", "lapsed"].map((word) =>
      Array.from({ length: 60 }, (_, at) => `${word}${at}`).join(" "),
    );
    const { opinionIds, workId } = await add(db, { ...ALDER, texts: [`${lead} ${dissent}`, lead, dissent] });
    const summary = { status: "Neutral", citation_count: 4, negative: 0, caution: 0, history: "[]", more: 0 };
    const cautions = { distinguished: 0, distinguished_binding: 0, cautioned: 0, cautioned_binding: 0 };
    const tally = { court_id: "ca9", relied: 0, ...cautions, ended: 0 };
    await transaction(db, (trx) => insertRows(trx, "treatment_summaries", [{ work_id: workId, ...summary, ...tally }]));
    const [row] = await db.selectFrom("clusters").select("public_number").execute();
    await catchUp(db, engine, { citingWordsOf: saidOfTheFirst });
    const held = opinionIds.map((id) => engine.documents.get(id)!);
    const decision = row?.public_number;
    expect(held.map(({ values }) => values)).toMatchObject([
      { decision, placeInDecision: 2, repeats: "yes", timesCited: 4 },
      { decision, placeInDecision: 0, repeats: "", timesCited: 4 },
      { decision, placeInDecision: 1, repeats: "", timesCited: 4 },
    ]);
    expect(held.map(({ texts }) => texts["citing"])).toEqual([[], [{ source: "citer", text: "said" }], []]);
  });

  test("a court nobody knows is no reason to lose an opinion", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, { ...ALDER, courtId: "nosuchcourt", dateFiled: null });
    await catchUp(db, engine);
    expect(engine.held()[0]?.values).toMatchObject({
      courtAbbreviation: "nosuchcourt",
      jurisdiction: "",
      dateFiled: null,
      filedFirst: null,
      filedLast: null,
    });
  });

  test("of copies one is shown, and found under what the others are called", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const long = await add(db, { ...ALDER, source: "cap", workId: SHARED_WORK });
    const short = await add(db, {
      name: "Alder",
      source: "courtlistener",
      workId: SHARED_WORK,
      texts: ["Short."],
      citedAs: ["9 Other 9"],
      docketNumber: "99-1235",
    });
    await catchUp(db, engine);
    expect(engine.held().map((document) => document.id)).toEqual(long.opinionIds.toSorted());
    expect(engine.held()[0]?.texts).toMatchObject({
      cite: ["1 Samp. 2", "3 Samp. App. 4", "9 Other 9"],
      docket: "99-1234\n\n99-1235",
    });
    expect(await indexStatus(db)).toMatchObject({ indexed: 2, copies: 1, lag: 0 });

    await remove(db, long);
    await catchUp(db, engine);
    expect(engine.held()).toMatchObject([{ id: short.opinionIds[0], texts: { cite: ["9 Other 9"] } }]);
    await remove(db, short);
    await catchUp(db, engine);
    expect(engine.held()).toEqual([]);
    expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: true, expected: 0, surplus: 0 });
  });

  test("a copy takes the place of another in one step", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, { name: "Alder", source: "courtlistener", workId: SHARED_WORK, texts: ["Short."] });
    await catchUp(db, engine);
    const seen: number[] = [];
    engine.afterApply = () => void seen.push(engine.documents.size);
    await add(db, { ...ALDER, source: "cap", workId: SHARED_WORK });
    await catchUp(db, engine);
    expect(seen).not.toContain(0);
    expect(seen).not.toContain(3);
    expect(engine.documents.size).toBe(2);
  });

  test("a copy that turns out to be another decision is shown beside it", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, { ...ALDER, source: "cap", workId: SHARED_WORK });
    const other = await add(db, { name: "Cedar v. Dogwood", workId: SHARED_WORK, texts: ["Short."] });
    await catchUp(db, engine);
    expect(engine.documents.size).toBe(2);
    await db.updateTable("clusters").set({ work_id: "own-work" }).where("id", "=", other.clusterId).execute();
    await announce(db, { kind: "cluster", recordId: other.clusterId, op: "upsert" });
    await catchUp(db, engine);
    expect(engine.documents.size).toBe(3);
  });

  test("the words of those who cite go to the main opinion, from whichever copy they cite", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const shown = await add(db, { ...ALDER, source: "cap", workId: SHARED_WORK });
    const hidden = await add(db, { name: "Alder", source: "courtlistener", workId: SHARED_WORK, texts: ["Short."] });
    const words = new Map<string, CitingPassage[]>();
    const citingWordsOf: CitingWordsOf = async (_, clusterIds) =>
      new Map([...words].filter(([id]) => clusterIds.includes(id)));
    await catchUp(db, engine, { citingWordsOf });
    words.set(shown.clusterId, [{ opinionId: "x", text: "we follow Alder" }]);
    words.set(hidden.clusterId, [
      { opinionId: "y", text: "but see Alder", name: "Alder v. Birch" },
      { opinionId: "z", text: "", name: "Alder" },
    ]);
    await announce(db, { kind: "citing_words", recordId: hidden.clusterId, op: "upsert" });
    await catchUp(db, engine, { citingWordsOf });
    expect(engine.documents.get(shown.opinionIds[0]!)?.texts["citing"]).toEqual(
      [
        { source: "x", text: "we follow Alder" },
        { source: "y", text: "but see Alder" },
      ].toSorted(
        (left, right) => (shown.clusterId < hidden.clusterId ? 1 : -1) * (left.source < right.source ? -1 : 1),
      ),
    );
    expect(engine.documents.get(shown.opinionIds[0]!)?.texts["called"]).toEqual([
      { source: "y", text: "Alder v. Birch" },
      { source: "z", text: "Alder" },
    ]);
    expect(engine.documents.get(shown.opinionIds[1]!)?.texts["citing"]).toEqual([]);
  });

  test("changes that are already in what was built are not built again", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const ids: TestDecisionIds[] = [];
    for (let at = 0; at < 4; at++) ids.push(await add(db, { name: `Case ${at}` }));
    for (const { clusterId } of ids) await announce(db, { kind: "citing_words", recordId: clusterId, op: "upsert" });
    expect(await catchUp(db, engine, { batchEntries: 8 })).toMatchObject({ done: 12, total: 12, documents: 4 });
    for (const { clusterId } of ids) await announce(db, { kind: "citing_words", recordId: clusterId, op: "upsert" });
    expect(await catchUp(db, engine, { batchEntries: 3 })).toMatchObject({ done: 4, documents: 4 });
  });

  test.each([
    ["a plain error", new RangeError("too deep")],
    ["a worker's report", new OnpointError("internal", "too deep")],
  ])(
    "a document the engine refuses with %s is passed over, the others are kept, and it comes back when it is mended",
    async (_, refusal) => {
      const db = await store.open();
      const engine = new MemoryEngine();
      const ids: TestDecisionIds[] = [];
      for (let at = 0; at < 9; at++) ids.push(await add(db, { name: `Case ${at}` }));
      const poison = ids[5]!.opinionIds[0]!;
      engine.beforeApply = (documents) => {
        if (documents.some((document) => document.id === poison)) throw refusal;
      };
      expect(await catchUp(db, engine)).toMatchObject({ documents: 8, skipped: 1 });
      expect(await indexStatus(db)).toMatchObject({ indexed: 8, skipped: 1, lag: 0 });
      expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: true, expected: 9, inEngine: 8, skipped: 1 });
      engine.beforeApply = () => undefined;
      await announce(db, { kind: "opinion", recordId: poison, op: "upsert" });
      await catchUp(db, engine);
      expect(engine.documents.size).toBe(9);
    },
  );

  test("an older form of a document that is now refused does not stay", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const { clusterId } = await add(db, { name: "Alder v. Birch" });
    await catchUp(db, engine);
    engine.beforeApply = (documents) => {
      if (documents.length > 0) throw new RangeError("too deep");
    };
    await announce(db, { kind: "cluster", recordId: clusterId, op: "upsert" });
    expect(await catchUp(db, engine)).toMatchObject({ documents: 0, skipped: 1 });
    expect(engine.held()).toEqual([]);
  });

  test.each([
    ["no space", new OnpointError("storage_full", "no space")],
    ["the system", Object.assign(new Error("gone"), { code: "EIO" })],
  ])("a failure of the engine (%s) passes nothing over: the position stays", async (_, failure) => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, ALDER);
    engine.beforeApply = () => {
      throw failure;
    };
    await expect(catchUp(db, engine)).rejects.toBe(failure);
    expect(await indexStatus(db)).toMatchObject({ position: 0, skipped: 0, lag: 3 });
    engine.beforeApply = () => undefined;
    expect(await catchUp(db, engine)).toMatchObject({ documents: 2, skipped: 0 });
  });

  test("an engine that refuses everything is at fault itself", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, ALDER);
    engine.beforeApply = () => {
      throw new OnpointError("internal", "broken");
    };
    await expect(catchUp(db, engine)).rejects.toThrow("broken");
    expect(await projectionPosition(db, "index")).toBe(0);
  });

  test("an index that was removed is filled again; so is one that is ahead of restored records", async () => {
    const db = await store.open();
    await add(db, ALDER);
    await catchUp(db, new MemoryEngine());
    const engine = new MemoryEngine();
    await catchUp(db, engine);
    expect(engine.documents.size).toBe(2);
    await saveProjectionPosition(db, "index", 99);
    await catchUp(db, engine);
    expect(await projectionPosition(db, "index")).toBe(await outboxEnd(db));
    expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: true });
  });

  test("what is ahead of restored records is thrown away, also when the first try dies", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, ALDER);
    await catchUp(db, engine);
    engine.documents.set("of a decision that is gone", engine.held()[0]!);
    await saveProjectionPosition(db, "index", 99);
    const replaceAll = engine.replaceAll.bind(engine);
    engine.replaceAll = runOutOfSpace;
    await expect(catchUp(db, engine)).rejects.toMatchObject({ code: "storage_full" });
    engine.replaceAll = replaceAll;
    const indexer = createIndexer({ db, engine, log });
    await indexer.tend();
    await indexer.runUntilCaughtUp();
    expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: true });
    expect(await isRequested(db, "rebuild")).toBe(false);
  });

  test("verification finds what is missing and what is too much", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const { opinionIds } = await add(db, ALDER);
    await catchUp(db, engine);
    engine.documents.delete(opinionIds[0]!);
    expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: false, inEngine: 1, noted: 2 });
    await db.deleteFrom("indexed_opinions").where("opinion_id", "=", opinionIds[0]!).execute();
    expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: false, missing: 1, examples: [opinionIds[0]] });
    await db.deleteFrom("opinions").execute();
    expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: false, expected: 0, surplus: 1 });
  });

  test("a following indexer shows a change soon, survives a failure and stops when told", async () => {
    const db = await store.open();
    const elsewhere = await store.reopen(db);
    const engine = new MemoryEngine();
    const indexer = createIndexer({ db, engine, log });
    const stop = new AbortController();
    const following = indexer.follow(stop.signal);
    await add(elsewhere, ALDER);
    await expect.poll(() => engine.documents.size, { timeout: 2000 }).toBe(2);
    engine.beforeApply = () => {
      throw new OnpointError("storage_full", "no space");
    };
    await add(elsewhere, { name: "Cedar v. Dogwood" });
    await expect.poll(() => indexer.lastFailure(), { timeout: 5000 }).toBe("no space");
    engine.beforeApply = () => undefined;
    await expect.poll(() => engine.documents.size, { timeout: 5000 }).toBe(3);
    // Told once the engine's work is also noted in the records.
    await expect.poll(() => indexer.lastFailure(), { timeout: 5000 }).toBeUndefined();
    stop.abort();
    await following;
  });

  test("a rebuild takes the place of what was there, and what changed meanwhile follows", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const gone = await add(db, { name: "Gone v. Before" });
    await add(db, { ...ALDER, source: "cap", workId: SHARED_WORK });
    await add(db, { name: "Alder", workId: SHARED_WORK, texts: ["Short."] });
    const late = await add(db, { name: "Late v. Deleted" });
    await remove(db, gone);
    await catchUp(db, engine);
    engine.documents.set("ghost", engine.held()[0]!);
    const slow = new MemoryEngine();
    engine.replaceAll = async (batches: AsyncIterable<readonly IndexDocument[]>): Promise<void> => {
      await slow.replaceAll(batches);
      engine.documents = slow.documents;
      await remove(db, late);
      await add(db, { name: "New v. Meanwhile" });
    };
    const indexer = createIndexer({ db, engine, log });
    const [built, followed] = await Promise.all([indexer.rebuild(), indexer.runUntilCaughtUp()]);
    expect(built).toEqual({ documents: 3, skipped: 0 });
    expect(followed).toMatchObject({ done: 4, documents: 1 });
    expect(engine.documents.has("ghost")).toBe(false);
    expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: true, expected: 3 });
  });

  test("a rebuild that dies leaves the old index and its place", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const { opinionIds } = await add(db, ALDER);
    await catchUp(db, engine);
    await remove(db, { ...idsOfDecision(ALDER), opinionIds });
    engine.replaceAll = runOutOfSpace;
    const indexer = createIndexer({ db, engine, log });
    await expect(indexer.rebuild()).rejects.toMatchObject({ code: "storage_full" });
    expect(engine.documents.size).toBe(2);
    await indexer.runUntilCaughtUp();
    expect(engine.documents.size).toBe(0);
  });

  test("the following indexer repairs a damaged index, and rebuilds it when another process asks", async () => {
    const db = await store.open();
    const elsewhere = await store.reopen(db);
    const engine = new MemoryEngine();
    const { opinionIds } = await add(db, ALDER);
    await add(db, { name: "Cedar v. Dogwood" });
    await catchUp(db, engine);
    const stop = new AbortController();
    const following = createIndexer({ db, engine, log }).follow(stop.signal);
    engine.damage(opinionIds[0]!);
    await expect.poll(() => engine.isDamaged, { timeout: 5000 }).toBe(false);
    expect(engine.documents.size).toBe(3);
    engine.documents.set("ghost", engine.held()[0]!);
    await requestOfIndex(elsewhere, "rebuild", systemClock);
    await expect.poll(async () => isRequested(elsewhere, "rebuild", "opinions"), { timeout: 5000 }).toBe(false);
    expect(engine.documents.size).toBe(3);
    stop.abort();
    await following;
  });

  test("an index found to be damaged as a whole after it was tended is repaired at the next turn, not taken for another's", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const { opinionIds } = await add(db, ALDER);
    await catchUp(db, engine);
    const indexer = createIndexer({ db, engine, log });
    await indexer.tend();
    engine.damage(...opinionIds);
    expect(await indexer.runUntilCaughtUp()).toMatchObject({ done: 0 });
    expect(engine.isDamaged).toBe(true);
    await indexer.tend();
    expect([engine.isDamaged, engine.documents.size]).toEqual([false, opinionIds.length]);
  });

  test("a document that the index refuses does not keep the others from coming back", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const { opinionIds } = await add(db, ALDER);
    await catchUp(db, engine);
    engine.beforeApply = (documents) => {
      if (documents.some(({ id }) => id === opinionIds[0])) throw new OnpointError("invalid_input", "too long");
    };
    engine.damage(...opinionIds);
    await createIndexer({ db, engine, log }).tend();
    expect([engine.isDamaged, [...engine.documents.keys()]]).toEqual([false, [opinionIds[1]]]);
  });

  test("an index that was made empty is given each document once, and counts as whole after that", async () => {
    const db = await store.open();
    const made = (): { engine: MemoryEngine; indexer: Indexer } => {
      const engine = new MemoryEngine();
      engine.damage();
      return { engine, indexer: createIndexer({ db, engine, log }) };
    };
    const before = made();
    await before.indexer.tend();
    expect(before.engine.isDamaged).toBe(false);

    await add(db, ALDER);
    const { engine, indexer } = made();
    await indexer.tend();
    expect(engine).toMatchObject({ batches: [], isDamaged: true });
    await indexer.runUntilCaughtUp();
    await indexer.tend();
    expect(engine).toMatchObject({ batches: [2], isDamaged: false });

    const another = made();
    await another.indexer.tend();
    await another.indexer.runUntilCaughtUp();
    expect(another.engine).toMatchObject({ batches: [2], isDamaged: false });
  });

  test("the following indexer verifies the index when another process asks, what was changed before included", async () => {
    const db = await store.open();
    const elsewhere = await store.reopen(db);
    const engine = new MemoryEngine();
    await add(db, ALDER);
    await catchUp(db, engine);
    const own = engine.verify.bind(engine);
    const verified = async (readBlocks = own): Promise<IndexReport> => {
      engine.verify = readBlocks;
      await requestOfIndex(elsewhere, "verify", systemClock);
      await createIndexer({ db, engine, log }).tend();
      expect(await isRequested(elsewhere, "verify", "opinions")).toBe(false);
      return takeReport(elsewhere);
    };
    await add(db, { name: "Cedar v. Dogwood" });
    const blocks = { documents: 3, terms: 0, postings: 0, faults: [] };
    expect(await verified()).toMatchObject({ blocks, records: { ok: true, lag: 0, expected: 3 } });
    await expect(takeReport(elsewhere)).rejects.toMatchObject({ code: "unavailable" });

    const whileItWrites = async (): Promise<EngineVerification> => {
      await add(db, { name: "Elder v. Fern" });
      return own();
    };
    const { records } = await verified(whileItWrites);
    expect(records).toMatchObject({ ok: false, missing: 1 });
    expect(records.lag).toBeGreaterThan(0);

    await expect(verified(loseTheDisk)).rejects.toThrow("the disk is gone");
    expect(await verified()).toMatchObject({ records: { ok: true, expected: 4 } });
  });

  test("whatever happens to the records, and wherever it dies, the index ends as a rebuild would make it", async () => {
    const runs = store.dialect === "sqlite" ? 40 : 4;
    await assert(
      asyncProperty(array(step(), { maxLength: 14 }), async (steps) => {
        const db = await store.open();
        const engine = new MemoryEngine();
        for (const one of steps) await take(db, engine, one);
        engine.afterApply = () => undefined;
        await catchUp(db, engine, { batchEntries: 2 });
        const fresh = new MemoryEngine();
        await createIndexer({ db, engine: fresh, log }).rebuild();
        expect(engine.held()).toEqual(fresh.held());
        expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: true });
        await db.close();
      }),
      { numRuns: runs },
    );
  });
});

type Step =
  | { readonly kind: "write"; readonly decision: TestDecision }
  | { readonly kind: "remove" | "join" | "leave"; readonly name: string; readonly source: string }
  | { readonly kind: "follow"; readonly dies: boolean }
  | { readonly kind: "compact" };

const NAMES = ["a", "b", "c"];
const SOURCES = ["cap", "courtlistener"];

function step(): Arbitrary<Step> {
  const named = { name: constantFrom(...NAMES), source: constantFrom(...SOURCES) };
  const texts = array(constantFrom("", "short", "a longer text"), { maxLength: 3 });
  const decision = record({ ...named, texts, workId: constantFrom("work-1", "work-2") });
  return oneof(
    record({ kind: constantFrom("write" as const), decision }),
    record({ kind: constantFrom("remove" as const, "join" as const, "leave" as const), ...named }),
    record({ kind: constantFrom("follow" as const), dies: boolean() }),
    integer().map((): Step => ({ kind: "follow", dies: false })),
    record({ kind: constantFrom("compact" as const) }),
  );
}

async function take(db: Db, engine: MemoryEngine, one: Step): Promise<void> {
  if (one.kind === "compact") {
    await compactOutbox(db, { clock: systemClock, growthMin: 1, recordsMax: 5 });
    return;
  }
  if (one.kind === "follow") {
    engine.afterApply = () => {
      if (one.dies) throw new OnpointError("unavailable", "killed");
    };
    await catchUp(db, engine, { batchEntries: 3 }).catch((thrown: unknown) => {
      if (!(thrown instanceof OnpointError)) throw thrown;
    });
    return;
  }
  const named = one.kind === "write" ? one.decision : { name: one.name, source: one.source };
  const { caseId, clusterId } = idsOfDecision(named);
  const opinions = await db.selectFrom("opinions").select("id").where("cluster_id", "=", clusterId).execute();
  const isHeld = (await db.selectFrom("clusters").select("id").where("id", "=", clusterId).execute()).length > 0;
  if (one.kind === "write" || one.kind === "remove") {
    if (isHeld) await remove(db, { ...idsOfDecision(named), opinionIds: opinions.map(({ id }) => id) });
    await db.deleteFrom("cases").where("id", "=", caseId).execute();
    if (one.kind === "write") await add(db, one.decision);
  } else if (isHeld) {
    const work_id = one.kind === "join" ? "work-1" : `own-${clusterId}`;
    await transaction(db, async (trx) => {
      await trx.updateTable("clusters").set({ work_id }).where("id", "=", clusterId).execute();
      await appendOutbox(trx, [{ kind: "cluster", recordId: clusterId, op: "upsert" }]);
    });
  }
}
