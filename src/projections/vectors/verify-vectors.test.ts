import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { writeFilings } from "#dockets/filings/write.ts";
import type { VectorVersion } from "#embedding/embedder.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { leaveReport, takeReport } from "#projections/report.ts";
import { isRequested, requestOfIndex } from "#projections/requests.ts";
import { hashedWords } from "#test/embedding/hashed-words.ts";
import { MemoryEngine } from "#test/oracle/memory-engine.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision, testFiling } from "#test/records.ts";
import { followVectors } from "./follow-vectors.ts";
import type { VectorSource } from "./vector-source.ts";
import { vectorSources } from "./vector-sources.ts";
import { vectorStamp } from "./vector-stamp.ts";
import type { VectorIndexes } from "./vector-turn.ts";
import { answerVerification, verifyVectors } from "./verify-vectors.ts";

const EMBEDDER = hashedWords(64);
const { version } = EMBEDDER;
const sources = vectorSources(log);

class Engines implements VectorIndexes {
  readonly held = new Map<string, MemoryEngine>();
  readonly of = ({ collection }: { readonly collection: string }): MemoryEngine => {
    const engine = this.held.get(collection) ?? new MemoryEngine();
    this.held.set(collection, engine);
    return engine;
  };
  readonly verify: VectorIndexes["verify"] = async ({ collection }) => this.held.get(collection)?.verify();
  readonly current: VectorIndexes["current"];
  readonly use: VectorIndexes["use"] = async () => undefined;

  constructor(current?: VectorVersion) {
    this.current = async () => current;
  }
}

async function follow(db: Db, engines: Engines, source: VectorSource): Promise<void> {
  const index = { version, collection: source.collection };
  const stamp = vectorStamp(index, { dataDir: db.dataDir, store: undefined });
  const engine = engines.of(index);
  await followVectors({ db, source, engine, embedder: EMBEDDER, log, clock: systemClock, stamp });
}

async function followed(db: Db): Promise<Engines> {
  await transaction(db, async (trx) => {
    const texts = ["A pier burned.", "A dissent about the pier."];
    const { opinionIds } = await addDecision(trx, { name: "Heron v. Marsh", texts });
    const noted = opinionIds.map((opinion_id) => ({
      opinion_id,
      cluster_id: "c",
      work_id: "w",
      state: "indexed" as const,
    }));
    await trx.insertInto("indexed_opinions").values(noted).execute();
    await writeFilings(trx, "papers", [testFiling({ sourceId: "0", text: "A fire on the pier." })], decisionDays);
  });
  const engines = new Engines(version);
  for (const source of sources) await follow(db, engines, source);
  return engines;
}

describeEachDatabase("a verification of vectors", (store) => {
  test("compares each collection with the records", async () => {
    const db = await store.open();
    const report = await verifyVectors(db, sources, await followed(db));
    expect(report?.version).toBe(version.id);
    const agreeing = { ok: true, lag: 0, missing: 0, surplus: 0, examples: [] };
    expect(report?.collections).toEqual([
      expect.objectContaining({
        collection: "opinions",
        belongs: true,
        records: { ...agreeing, expected: 2, inEngine: 2 },
      }),
      expect.objectContaining({
        collection: "filings",
        belongs: true,
        records: { ...agreeing, expected: 1, inEngine: 1 },
      }),
    ]);
  });

  test("tells what is missing and what is surplus", async () => {
    const db = await store.open();
    const engines = await followed(db);
    const { documents } = engines.of({ collection: "opinions" });
    const [[lost, document]] = [...documents] as [[string, NonNullable<ReturnType<typeof documents.get>>]];
    documents.delete(lost);
    documents.set("another", { ...document, id: "another" });
    const [opinions] = (await verifyVectors(db, sources, engines))?.collections ?? [];
    expect(opinions?.records).toMatchObject({ ok: false, missing: 1, surplus: 1, examples: [lost] });
  });

  test("does not miss what the index of words refused too", async () => {
    const db = await store.open();
    const engines = await followed(db);
    const { documents } = engines.of({ collection: "opinions" });
    const [opinion_id = ""] = documents.keys();
    documents.delete(opinion_id);
    await transaction(db, async (trx) =>
      trx.updateTable("indexed_opinions").set({ state: "skipped" }).where("opinion_id", "=", opinion_id).execute(),
    );
    const [opinions] = (await verifyVectors(db, sources, engines))?.collections ?? [];
    expect(opinions?.records).toMatchObject({ ok: true, expected: 1, missing: 0 });
  });

  test("tells an index that is of other records by its stamp", async () => {
    const db = await store.open();
    const engines = await followed(db);
    rmSync(join(db.dataDir, `vectors-${version.id}-filings.stamp`));
    const report = await verifyVectors(db, sources, engines);
    expect(report?.collections.map(({ belongs, records }) => [belongs, records.ok])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test("misses all of an index that is gone, and nothing of one that was never needed", async () => {
    const db = await store.open();
    const engines = await followed(db);
    engines.held.clear();
    const report = await verifyVectors(db, sources, engines);
    expect(report?.collections.map(({ records }) => [records.ok, records.missing])).toEqual([
      [false, 2],
      [false, 1],
    ]);
    const empty = await store.open();
    expect(await verifyVectors(empty, sources, new Engines(version))).toEqual({ version: version.id, collections: [] });
    expect(await verifyVectors(db, sources, new Engines())).toBeNull();
  });

  test("is answered once, where it was asked for", async () => {
    const db = await store.open();
    await leaveReport(db, "vectors", Promise.resolve("an older one"));
    await answerVerification(db, async () => Promise.reject(new Error("nobody asked")));
    await requestOfIndex(db, "verify", systemClock);
    await answerVerification(db, async () => null);
    expect(await isRequested(db, "verify", "vectors")).toBe(false);
    expect(await takeReport(db, "vectors")).toBeNull();
  });
});
