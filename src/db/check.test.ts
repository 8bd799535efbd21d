import { sql } from "kysely";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { SCHEMA } from "#schema/schema.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { checkDatabase } from "./check.ts";
import { CITATOR_PROJECTION } from "#citator/tables.ts";
import { vectorsProjection, vectorStampName } from "#projections/vectors/vector-names.ts";
import { collections, embeddedCollections } from "#projections/collections.ts";
import { transaction } from "./connection.ts";
import type { Db } from "./connection.ts";
import { compactOutbox } from "./outbox-compaction.ts";
import { appendOutbox, saveProjectionPosition } from "./outbox.ts";

const DECISION = { name: "Alder v. Birch", texts: ["one", "two"], citedAs: ["1 Samp. 2"] };

describeEachDatabase("the check of the records", (store) => {
  const filled = async (): Promise<Db> => {
    const db = await store.open();
    await transaction(db, async (trx) => addDecision(trx, DECISION));
    return db;
  };

  test("finds nothing in an empty database, nor in a sound one, and counts it", async () => {
    const empty = await store.open();
    expect((await checkDatabase(empty, SCHEMA)).findings).toEqual([]);
    const report = await checkDatabase(await filled(), SCHEMA);
    expect(report.findings).toEqual([]);
    expect(report.ok).toBe(true);
    expect(report.counts).toMatchObject({ cases: 1, clusters: 1, opinions: 2, opinion_texts: 2, outbox: 3 });
    expect(report.checks.length).toBeGreaterThan(10);
  });

  test.each([
    ["an opinion without its text", sql`delete from opinion_texts`, "opinions has its opinion_texts", 2],
    ["a change nobody was told of", sql`delete from outbox where seq = 3`, "tells of each row of opinions", 1],
    ["a gap in the outbox", sql`delete from outbox where seq = 2`, "have no gap", 1],
    ["a record that is gone without a word", sql`delete from opinions`, "last wrote to opinions is there", 2],
    ["a counter that fell back", sql`update counters set value = 1 where name = 'outbox'`, "last number", 1],
  ])("finds %s", async (_, harm, what, count) => {
    const db = await filled();
    await harm.execute(db);
    const report = await checkDatabase(db, SCHEMA);
    expect(report.ok).toBe(false);
    const finding = report.findings.find((one) => one.what.includes(what));
    expect(finding).toMatchObject({ severity: "problem", count });
    expect(finding?.examples).toHaveLength(Math.min(count, 5));
  });

  test("a decision without opinions is a notice", async () => {
    const db = await store.open();
    await transaction(db, async (trx) => addDecision(trx, { name: "Cedar v. Dogwood", texts: [] }));
    const report = await checkDatabase(db, SCHEMA);
    expect(report).toMatchObject({ ok: true, findings: [{ severity: "notice", count: 1 }] });
  });

  test.each([CITATOR_PROJECTION, ...collections().map(({ projection }) => projection)])(
    "a projection ahead of the records is found: %s",
    async (name) => {
      const db = await filled();
      await saveProjectionPosition(db, name, 99);
      expect((await checkDatabase(db, SCHEMA)).findings).toMatchObject([{ severity: "problem", examples: [name] }]);
    },
  );

  test("so are vectors ahead of the records", async () => {
    const db = await filled();
    const names = [vectorsProjection("corpus-1a2b", "opinions"), vectorsProjection("corpus-1a2b", "filings")];
    for (const name of names) await saveProjectionPosition(db, name, 99);
    expect((await checkDatabase(db, SCHEMA)).findings).toMatchObject([{ severity: "problem", count: 2 }]);
  });

  test("numbers of other kinds that stand beside positions are no places in the outbox", async () => {
    const db = await filled();
    for (const { name: collection } of embeddedCollections()) {
      await saveProjectionPosition(db, vectorStampName("corpus-1a2b", collection), 2 ** 40);
    }
    const others = ["index stamp", "docket-keys", "docket-folds", "index-verify-request", "outbox lines kept"];
    for (const name of others) await saveProjectionPosition(db, name, 2 ** 40);
    expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
  });

  test("lines that were taken out because later ones replace them are no gap; what is missing behind them is", async () => {
    const db = await filled();
    const again = async (): Promise<void> =>
      transaction(db, async (trx) => {
        const { id: recordId } = await trx.selectFrom("opinions").select("id").orderBy("id").executeTakeFirstOrThrow();
        await appendOutbox(trx, [
          { kind: "opinion", recordId, op: "upsert" },
          { kind: "opinion", recordId, op: "upsert" },
        ]);
      });
    await again();
    await again();
    expect(await compactOutbox(db, { clock: systemClock, growthMin: 1 })).toMatchObject({ removed: 4 });
    expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
    await again();
    await sql`delete from outbox where seq = 8`.execute(db);
    expect((await checkDatabase(db, SCHEMA)).findings).toMatchObject([{ severity: "problem", examples: ["9"] }]);
  });

  test("so are those taken out by work that was ended before its end", async () => {
    const db = await filled();
    await transaction(db, async (trx) => {
      const { id: recordId } = await trx.selectFrom("opinions").select("id").executeTakeFirstOrThrow();
      await appendOutbox(
        trx,
        Array.from({ length: 1500 }, () => ({ kind: "opinion" as const, recordId, op: "upsert" as const })),
      );
    });
    const ending = new AbortController();
    const signal = new Proxy(ending.signal, {
      get: (of, name) => {
        if (name !== "aborted") return Reflect.get(of, name) as unknown;
        const isAborted = of.aborted;
        ending.abort();
        return isAborted;
      },
    });
    expect(await compactOutbox(db, { clock: systemClock, growthMin: 1, signal })).toBeUndefined();
    const { rows } = await sql<{ count: number }>`select count(*) as count from outbox`.execute(db);
    expect(rows[0]?.count).toBeLessThan(1000);
    expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
  });
});
