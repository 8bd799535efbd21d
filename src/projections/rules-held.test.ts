import { expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { transaction } from "#db/connection.ts";
import { saveProjectionPosition } from "#db/outbox.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import { MemoryEngine } from "#test/oracle/memory-engine.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { createIndexer } from "./indexing.ts";
import { RemakingTurns, remakingSteps } from "./remaking.ts";
import { followsToday, noteRulesOfEmptyStore, rulesHeld, rulesInWords } from "./rules-held.ts";

describeEachDatabase("by which rules stored data stands", (store) => {
  test("is told of all of it, counted where each has a number, and by a newer program's too", async () => {
    const db = await store.open();
    expect((await rulesHeld(db)).filter((held) => !followsToday(held))).toEqual([]);
    await noteRulesOfEmptyStore(db);
    const alder = "Alder v. Birch, 310 U.S. 101 (1950)";
    await transaction(db, async (trx) => {
      await addDecision(trx, {
        name: "Alder v. Birch",
        courtId: "scotus",
        dateFiled: "1950-05-06",
        citedAs: ["310 U.S. 101"],
      });
      await addDecision(trx, {
        name: "Cedar v. Birch",
        courtId: "scotus",
        dateFiled: "1960-05-06",
        texts: [`We follow ${alder}.`],
      });
    });
    await createCitator({ db, log, rules: { readings: 0, standings: 0 } }).runUntilCaughtUp();
    await createIndexer({ db, engine: new MemoryEngine(), log, rules: { terms: 0, documents: 0 } }).runUntilCaughtUp();
    await db.updateTable("clusters").set({ reading_version: 0 }).execute();
    await saveProjectionPosition(db, "works", DERIVATIONS.works.number + 1);
    const others = async (): Promise<object> =>
      Object.fromEntries(
        (await rulesHeld(db)).flatMap((held) => (followsToday(held) ? [] : [[held.name, [held.older, held.newer]]])),
      );
    expect(await others()).toEqual({
      heads: [2, 0],
      works: [0, 1],
      treatments: [2, 0],
      standings: [1, 0],
      opinion_documents: [1, 0],
    });
    const words = (await rulesHeld(db)).map(rulesInWords).join("\n");
    expect(words).toMatch(/^2 heads of decisions made by older rules than this version's/mu);
    expect(words).toMatch(/^works made by newer rules than this version's/mu);
    expect(words).toMatch(/^matters made by this version's rules/mu);

    const turns = new RemakingTurns(remakingSteps({ db, log }), log);
    expect(await turns.take(AbortSignal.abort())).toBe(true);
    expect(await turns.take(new AbortController().signal)).toBe(false);
    expect(await others()).toEqual({ works: [0, 1], opinion_documents: [1, 0] });
  });
});
