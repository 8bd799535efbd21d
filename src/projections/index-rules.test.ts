import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { completenessOf } from "#projections/completeness/completeness.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { MemoryEngine } from "#test/oracle/memory-engine.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision, testFiling } from "#test/records.ts";
import { writeFilings } from "#dockets/filings/write.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { IndexChanges, IndexDocument, SearchEngine } from "#index/index.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { OPINIONS } from "#search/opinions.ts";
import { createCollectionIndexer } from "./collection-indexing.ts";
import { verifyCollection } from "./collection-status.ts";
import { FOLLOWED_FILINGS } from "./filings/filing-indexing.ts";
import { indexRules, rulesOfIndex } from "./index-rules.ts";
import { createIndexer } from "./indexing.ts";
import type { Indexer } from "./indexing.ts";
import { verifyAgainstRecords } from "./status.ts";
import { INDEX_PROJECTION } from "./tables.ts";

const OLD = { terms: 1, documents: 1 };
const TODAY = { terms: 2, documents: 1 };

const indexerBy = (db: Db, engine: SearchEngine, rules: typeof OLD): Indexer =>
  createIndexer({ db, engine, log, rules });

/** As a program that folds one letter otherwise would make it. */
const folded = (document: IndexDocument): IndexDocument =>
  JSON.parse(JSON.stringify(document).replaceAll("negligence", "neqligence")) as IndexDocument;

async function standing(db: Db, engine: MemoryEngine, terms: number): Promise<string> {
  const completeness = completenessOf({
    db,
    indexes: { opinions: { status: async () => engine.status(), stamps: async () => [] } },
    vectors: async () => undefined,
    failure: () => undefined,
    isFollowed: async () => true,
    now_ms: () => performance.now(),
    terms,
  });
  const lacks = await completeness.lacks(["opinions"], "denies");
  return `${(await completeness.state("opinions")).standing}: ${lacks("denies").join(" ")}`;
}

describeEachDatabase("an index that other rules built", (store) => {
  test("is known to be, is built again while the old one answers, and is whole then", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await transaction(db, async (trx) => addDecision(trx, { name: "Alder v. Birch", texts: ["negligence"] }));
    await indexerBy(db, engine, OLD).runUntilCaughtUp();
    expect(await standing(db, engine, OLD.terms)).toBe("whole: ");
    expect(await verifyAgainstRecords(db, engine, undefined, OLD)).toMatchObject({ ok: true });

    expect(await standing(db, engine, TODAY.terms)).toMatch(/^outdated: .*built by another version/u);
    expect(await verifyAgainstRecords(db, engine, undefined, TODAY)).toMatchObject({
      ok: false,
      rules: { made: OLD, today: TODAY },
    });
    const replaced = vi.spyOn(engine, "replaceAll");
    const indexer = indexerBy(db, engine, TODAY);
    await indexer.tend();
    await indexer.tend();
    expect(replaced).toHaveBeenCalledTimes(1);
    expect(await standing(db, engine, TODAY.terms)).toBe("whole: ");
    expect(await verifyAgainstRecords(db, engine, undefined, TODAY)).toMatchObject({ ok: true });
    expect(await rulesOfIndex(db, INDEX_PROJECTION)).toEqual(TODAY);
  });

  test("finds a word that was folded otherwise when it is built again, and goes on finding the others", async () => {
    const db = await store.open();
    for (let at = 0; at < 16; at += 1)
      await transaction(db, async (trx) =>
        addDecision(trx, { name: `Alder${at} v. Birch`, texts: ["The negligence of the pilot was found."] }),
      );
    const engine = await openEmbeddedIndex({ schema: OPINIONS, dir: join(db.dataDir, "index"), workers: 1, log });
    onTestFinished(async () => engine.close());
    const asOld: SearchEngine = Object.assign(Object.create(engine) as SearchEngine, {
      status: async () => engine.status(),
      missing: async (ids: readonly string[]) => engine.missing(ids),
      apply: async ({ upserts, ...changes }: IndexChanges) =>
        engine.apply({ ...changes, upserts: upserts.map(folded) }),
    });
    await indexerBy(db, asOld, OLD).runUntilCaughtUp();
    const found = async (text: string): Promise<number | undefined> => {
      const tree = { kind: "term", text, exact: true, at: { start: 0, end: 0 } } as const;
      const asked = { tree, filters: [], offset: 0, limit: 1, facets: [], total: true, explain: false };
      return (await engine.search(asked)).total;
    };
    expect([await found("negligence"), await found("pilot")]).toEqual([0, 16]);
    const replaceAll = engine.replaceAll.bind(engine);
    const during: (number | undefined)[] = [];
    vi.spyOn(engine, "replaceAll").mockImplementation(async (batches) =>
      replaceAll(
        (async function* () {
          for await (const batch of batches) {
            yield batch;
            during.push(await found("pilot"));
          }
        })(),
      ),
    );
    await indexerBy(db, engine, TODAY).tend();
    expect(during).toContain(16);
    expect([await found("negligence"), await found("pilot")]).toEqual([16, 16]);
  });

  test("of a program that kept no numbers is built again once, also after a newer program", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await transaction(db, async (trx) => addDecision(trx, { name: "Alder v. Birch" }));
    await indexerBy(db, engine, TODAY).runUntilCaughtUp();
    await db.deleteFrom("projections").where("name", "in", ["index terms", "index documents"]).execute();
    const replaced = vi.spyOn(engine, "replaceAll");
    await indexerBy(db, engine, TODAY).tend();
    await indexerBy(db, engine, TODAY).tend();
    expect(replaced).toHaveBeenCalledTimes(1);
    await indexerBy(db, engine, OLD).tend();
    expect(replaced).toHaveBeenCalledTimes(2);
    expect(await rulesOfIndex(db, INDEX_PROJECTION)).toEqual(OLD);
  });

  test("an empty one is filled by today's rules and not built again", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const replaced = vi.spyOn(engine, "replaceAll");
    await indexerBy(db, engine, OLD).runUntilCaughtUp();
    await transaction(db, async (trx) => addDecision(trx, { name: "Alder v. Birch" }));
    const indexer = indexerBy(db, engine, TODAY);
    await indexer.tend();
    await indexer.runUntilCaughtUp();
    await indexer.tend();
    expect(replaced).not.toHaveBeenCalled();
    expect(await rulesOfIndex(db, INDEX_PROJECTION)).toEqual(TODAY);
    expect(engine.documents.size).toBe(1);
  });

  test("of other collections is built again too", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await transaction(db, async (trx) =>
      writeFilings(trx, "papers", [testFiling({ sourceId: "pier", text: "A pier burned." })], decisionDays),
    );
    const by = (rules: typeof OLD) => createCollectionIndexer({ followed: FOLLOWED_FILINGS, db, engine, log, rules });
    await by(OLD).runUntilCaughtUp();
    const verified = async (rules: typeof OLD) =>
      (await verifyCollection({ ...FOLLOWED_FILINGS, rules }, db, engine)).records;
    expect(await verified(OLD)).toMatchObject({ ok: true });
    expect(await verified(TODAY)).toMatchObject({ ok: false, rules: { made: OLD, today: TODAY } });
    const replaced = vi.spyOn(engine, "replaceAll");
    await by(TODAY).tend();
    await by(TODAY).tend();
    expect(replaced).toHaveBeenCalledTimes(1);
    expect(await verified(TODAY)).toMatchObject({ ok: true });
    expect(indexRules("filing_documents").terms).toBeGreaterThan(0);
  });
});
