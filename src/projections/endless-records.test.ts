import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "#base/clock.ts";
import { silentLogger } from "#base/log.ts";
import { createCitator, forgetCitator } from "#citator/citator.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { writeFilings } from "#dockets/filings/write.ts";
import { entry, sighting } from "#dockets/sightings.fixture.ts";
import { docketsById } from "#dockets/store/read.ts";
import { FOLD_BUDGET } from "#dockets/store/refold.ts";
import { refoldDockets } from "#dockets/store/refold-all.ts";
import { writeDockets } from "#dockets/store/write.ts";
import { writeLaws } from "#laws/store/write.ts";
import { COMPARE_BUDGET } from "#opinions/store/compare-texts.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { readHeadsDue } from "#opinions/store/read-heads.ts";
import { HEAD_BUDGET } from "#opinions/store/reread.ts";
import { reassignWorks } from "#opinions/store/works.ts";
import { law, writeInventedLaws } from "#test/contracts/invented-laws.ts";
import { hashedWords } from "#test/embedding/hashed-words.ts";
import { MemoryEngine } from "#test/oracle/memory-engine.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision, idsOfDecision, testFiling } from "#test/records.ts";
import { ENDLESS } from "#test/threads/endless.ts";
import { createMemoryLog } from "#test/threads/memory-log.ts";
import { createCollectionIndexer } from "./collection-indexing.ts";
import { verifyCollection } from "./collection-status.ts";
import { DOCUMENT_BUDGET, noCitingWords } from "./documents.ts";
import { FOLLOWED_FILINGS } from "./filings/filing-indexing.ts";
import { UNIT_BUDGET } from "./followed-collection.ts";
import { createIndexer } from "./indexing.ts";
import { followedLaws } from "./laws/law-indexing.ts";
import { recordsPassedOver } from "./passed-over.ts";
import { PassedOverLog } from "./passed-over-log.ts";
import { PASSAGES_BUDGET } from "./vectors/embed-documents.ts";
import { followVectors } from "./vectors/follow-vectors.ts";
import { vectorsOfOpinions } from "./vectors/opinion-vectors.ts";

/** Whether readers go on for ever where a text is endless; else they read as they do. */
const readers = vi.hoisted(() => ({ areEndless: false, makesDocuments: false }));
const endlessIn = vi.hoisted(() => (texts: readonly unknown[]): void => {
  while (readers.areEndless && texts.some((text) => typeof text === "string" && text.includes("without end")));
});
vi.mock(import("#opinions/head/read-head.ts"), async (original) => {
  const real = await original();
  return { ...real, readHead: (head) => (endlessIn([head.text]), real.readHead(head)) };
});
vi.mock(import("#opinions/shingles.ts"), async (original) => {
  const real = await original();
  return { ...real, shinglesOf: (text) => (readers.makesDocuments || endlessIn([text]), real.shinglesOf(text)) };
});
vi.mock(import("#dockets/fold/entries.ts"), async (original) => {
  const real = await original();
  return {
    ...real,
    foldEntries: (sightings) => (
      endlessIn(sightings.flatMap(({ entries }) => entries.map(({ description }) => description))),
      real.foldEntries(sightings)
    ),
  };
});
vi.mock(import("#search/opinions.ts"), async (original) => {
  const real = await original();
  return {
    ...real,
    opinionDocument: (of) => (readers.makesDocuments || endlessIn([of.body]), real.opinionDocument(of)),
  };
});
vi.mock(import("#search/laws.ts"), async (original) => {
  const real = await original();
  return { ...real, lawDocument: (of) => (endlessIn([of.text]), real.lawDocument(of)) };
});
vi.mock(import("#search/filings.ts"), async (original) => {
  const real = await original();
  return { ...real, filingDocument: (of) => (endlessIn([of.text]), real.filingDocument(of)) };
});
vi.mock(import("#text/passages.ts"), async (original) => {
  const real = await original();
  return { ...real, splitPassages: (text) => (endlessIn([text]), real.splitPassages(text)) };
});

/** Enough for what comes to an end, on a busy machine too. */
const ENOUGH_MS = 300;

beforeEach(() => {
  const heads = HEAD_BUDGET.decision_ms_max;
  const compared = COMPARE_BUDGET.decision_ms_max;
  const folds = FOLD_BUDGET.docket_ms_max;
  const works = DOCUMENT_BUDGET.work_ms_max;
  const units = UNIT_BUDGET.unit_ms_max;
  const passages = PASSAGES_BUDGET.document_ms_max;
  onTestFinished(() => {
    readers.areEndless = false;
    readers.makesDocuments = false;
    HEAD_BUDGET.decision_ms_max = heads;
    COMPARE_BUDGET.decision_ms_max = compared;
    FOLD_BUDGET.docket_ms_max = folds;
    DOCUMENT_BUDGET.work_ms_max = works;
    UNIT_BUDGET.unit_ms_max = units;
    PASSAGES_BUDGET.document_ms_max = passages;
  });
  readers.areEndless = true;
  HEAD_BUDGET.decision_ms_max = ENOUGH_MS;
  COMPARE_BUDGET.decision_ms_max = ENOUGH_MS;
  FOLD_BUDGET.docket_ms_max = ENOUGH_MS;
  DOCUMENT_BUDGET.work_ms_max = ENOUGH_MS;
  UNIT_BUDGET.unit_ms_max = ENOUGH_MS;
  PASSAGES_BUDGET.document_ms_max = ENOUGH_MS;
});

const HEAD = "Decided December 18, 1944.";
const ALDER = { name: "Alder v. Birch", texts: [HEAD] };
const ENDING = { name: "Hazel v. Ivy", texts: [`${HEAD} ${ENDLESS}`] };
const CEDAR = { name: "Cedar v. Elm", texts: [HEAD] };
const REASON = "reading it takes more time than it is given";

async function addDecisions(db: Db): Promise<void> {
  await transaction(db, async (trx) => {
    for (const decision of [ALDER, ENDING, CEDAR]) await addDecision(trx, decision);
  });
}

describeEachDatabase("a record with which reading does not end stops nothing and is named", (store) => {
  test("a head: its decision stands as its source says, and those beside it are read", async () => {
    const db = await store.open();
    await addDecisions(db);
    await db.updateTable("clusters").set({ reading_version: 0 }).execute();
    expect(await readHeadsDue(db)).toMatchObject({ decisions: 3 });
    const read = await db.selectFrom("head_readings").select("cluster_id").distinct().execute();
    expect(read.map(({ cluster_id }) => cluster_id).toSorted()).toEqual(
      [ALDER, CEDAR].map((decision) => idsOfDecision(decision).clusterId).toSorted(),
    );
    expect(await recordsPassedOver(db)).toEqual([
      {
        reader: "heads",
        kind: "decision",
        recordId: idsOfDecision(ENDING).clusterId,
        name: "Hazel v. Ivy",
        reason: REASON,
      },
    ]);
    expect(await readHeadsDue(db)).toMatchObject({ decisions: 0 });
    readers.areEndless = false;
    await db.updateTable("clusters").set({ reading_version: 0 }).execute();
    await readHeadsDue(db);
    expect(await recordsPassedOver(db)).toEqual([]);
  });

  test("a text that is compared: it is like no other", async () => {
    const db = await store.open();
    const one = { ...ENDING, source: "one", dateFiled: "1944-12-18" };
    const other = { ...one, source: "other" };
    const ids = [one, other].map((decision) => idsOfDecision(decision).clusterId);
    await transaction(db, async (trx) => {
      for (const decision of [one, other]) await addDecision(trx, decision);
    });
    await transaction(db, async (trx) => void (await reassignWorks(trx, ids)));
    const passed = await recordsPassedOver(db);
    expect(passed).toMatchObject([
      { reader: "copies", kind: "decision", name: "Hazel v. Ivy", reason: REASON },
      { reader: "copies" },
    ]);
    expect(new Set(passed.map(({ recordId }) => recordId))).toEqual(new Set(ids));
  });

  test("an opinion: it is in no index of words, and comes in when it can be read", async () => {
    const db = await store.open();
    await addDecisions(db);
    const engine = new MemoryEngine();
    const { log, lines } = createMemoryLog();
    const indexer = createIndexer({ db, engine, log });
    expect(await indexer.runUntilCaughtUp()).toMatchObject({ documents: 2, skipped: 1 });
    const recordId = idsOfDecision(ENDING).opinionIds[0];
    const passed = { reader: "index", kind: "opinion", recordId, name: "Hazel v. Ivy", reason: REASON };
    expect(await recordsPassedOver(db)).toEqual([passed]);
    const told = new PassedOverLog(db, log);
    await told.tell();
    await told.tell();
    expect(lines.filter(({ msg }) => msg === "a record cannot be read and is passed over")).toMatchObject([passed]);
    await indexer.rebuild();
    expect(engine.documents.size).toBe(2);
    expect(await recordsPassedOver(db)).toEqual([passed]);
    readers.areEndless = false;
    await indexer.rebuild();
    expect(engine.documents.size).toBe(3);
    expect(await recordsPassedOver(db)).toEqual([]);
  });

  test("the passages of an opinion: it has no vectors, and those beside it have", async () => {
    const db = await store.open();
    await addDecisions(db);
    const engine = new MemoryEngine();
    const follow = async (): Promise<boolean> =>
      followVectors({
        db,
        source: vectorsOfOpinions(noCitingWords, silentLogger),
        engine,
        embedder: hashedWords(64),
        log: silentLogger,
        clock: systemClock,
      });
    readers.makesDocuments = true;
    expect(await follow()).toBe(true);
    expect([...engine.documents.values()].filter(({ passages = [] }) => passages.length > 0)).toHaveLength(2);
    expect(await recordsPassedOver(db)).toMatchObject([{ reader: "vectors", kind: "opinion", name: "Hazel v. Ivy" }]);
  });

  test("a law and a filing: they are in no index, which is whole without them", async () => {
    const db = await store.open();
    await transaction(db, async (trx) => {
      await writeInventedLaws(trx);
      const draft = law({ sourceId: "9", path: "t1.s9", citation: "Avalon Code § 9", text: ENDLESS });
      await writeLaws(trx, "avalon-code", [{ kind: "draft", draft }]);
      const filings = ["Answer.", ENDLESS].map((text, at) => testFiling({ sourceId: `${at}`, text, title: text }));
      await writeFilings(trx, "papers", filings, decisionDays);
    });
    for (const [followed, documents] of [
      [followedLaws(), 11],
      [FOLLOWED_FILINGS, 1],
    ] as const) {
      const engine = new MemoryEngine();
      const indexer = createCollectionIndexer({ followed, db, engine, log: silentLogger });
      expect(await indexer.runUntilCaughtUp()).toMatchObject({ documents });
      expect(engine.documents.size).toBe(documents);
      expect((await verifyCollection(followed, db, engine)).records).toMatchObject({ ok: true, expected: documents });
      expect(await indexer.rebuild()).toBe(documents);
    }
    expect((await recordsPassedOver(db)).map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
      `filing Heron v. Marsh ${ENDLESS}`,
      "law Avalon Code § 9",
    ]);
  });

  test("a docket: it stays as it was, or has its number alone, and is made when it can be read", async () => {
    const db = await store.open();
    const heron = sighting({ docketNumber: "1:20-cv-00001", facts: { caption: "Heron v. Ivy" } });
    const hazel = sighting({ docketNumber: "1:20-cv-00002", facts: { caption: "Hazel v. Ivy" } });
    const more = { asOf: "2021-06-01", entries: [entry("1", ENDLESS)] };
    const write = async (...told: readonly (typeof heron)[]): Promise<readonly string[]> =>
      transaction(db, async (trx) => (await writeDockets(trx, told, decisionDays)).ids);
    const [held = ""] = await write(heron);
    const [, fresh = ""] = await write({ ...heron, ...more }, { ...hazel, ...more });
    expect(await docketsById(db, [held, fresh])).toMatchObject([
      { caption: "Heron v. Ivy", coverage: { entries: 0 } },
      { caption: null, docketNumber: "1:20-cv-00002", coverage: { entries: 0 } },
    ]);
    expect((await recordsPassedOver(db)).map(({ reader, name }) => `${reader} ${name}`).toSorted()).toEqual([
      "dockets 1:20-cv-00002",
      "dockets Heron v. Ivy",
    ]);
    readers.areEndless = false;
    await refoldDockets(db, decisionDays);
    expect(await docketsById(db, [held, fresh])).toMatchObject([
      { caption: "Heron v. Ivy", coverage: { entries: 1 } },
      { caption: "Hazel v. Ivy", coverage: { entries: 1 } },
    ]);
    expect(await recordsPassedOver(db)).toEqual([]);
  });

  test("an opinion that the citator cannot read is named until it can, or the citator starts over", async () => {
    const db = await store.open();
    await addDecisions(db);
    const [opinionId = ""] = idsOfDecision(ENDING).opinionIds;
    const readOpinions = async (): Promise<{ opinionId: string; fault: string }[]> => [{ opinionId, fault: REASON }];
    expect(await createCitator({ db, log: silentLogger, readOpinions }).runUntilCaughtUp()).toMatchObject({
      skipped: 1,
    });
    expect(await recordsPassedOver(db)).toMatchObject([
      { reader: "citator", recordId: opinionId, name: "Hazel v. Ivy" },
    ]);
    await forgetCitator(db);
    expect(await recordsPassedOver(db)).toEqual([]);
  });

  test("a record that is gone is not named any more", async () => {
    const db = await store.open();
    await addDecisions(db);
    await createIndexer({ db, engine: new MemoryEngine(), log: silentLogger }).runUntilCaughtUp();
    expect(await recordsPassedOver(db)).toHaveLength(1);
    await db.deleteFrom("clusters").where("id", "=", idsOfDecision(ENDING).clusterId).execute();
    expect(await recordsPassedOver(db)).toEqual([]);
  });
});
