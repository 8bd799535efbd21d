import fc from "fast-check";
import { expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { turnsUntilDone } from "#db/made-anew.ts";
import type { MadeAnew } from "#db/made-anew.ts";
import { readEvents } from "#db/events.ts";
import { outboxEnd, readOutbox } from "#db/outbox.ts";
import { workIdsOfDecisions } from "#opinions/store/held.ts";
import { citatorRows } from "#test/citator-rows.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { createCitator, forgetCitator } from "./citator.ts";
import { readSummaries } from "./read.ts";
import { readStoredOpinions } from "./read-stored.ts";
import type { ReadOutcome } from "./read-stored.ts";
import { remakeCitator } from "./remaking.ts";

/** Numbers of rules: those of a program that does not know the verb *overrule*, and those of today's. */
const OLD = { readings: 1, standings: 1 };
const TODAY = { readings: 2, standings: 2 };

/** What a program reads whose table of verbs lacks *overrule*. */
const withoutOverrule =
  (db: Db) =>
  async (ids: readonly string[]): Promise<readonly ReadOutcome[]> =>
    (await readStoredOpinions(db, ids)).map((outcome) =>
      "fault" in outcome
        ? outcome
        : {
            ...outcome,
            cited: outcome.cited.map((one) => (one.treatment === "Overruled" ? { ...one, treatment: "Cited" } : one)),
          },
    );

const followAsOld = async (db: Db): Promise<unknown> =>
  createCitator({ db, log: silentLogger, rules: OLD, readOpinions: withoutOverrule(db) }).runUntilCaughtUp();
const followAsToday = async (db: Db): Promise<unknown> =>
  createCitator({ db, log: silentLogger, rules: TODAY }).runUntilCaughtUp();

async function remakeAll(db: Db): Promise<{ readonly readings: MadeAnew; readonly standings: MadeAnew }> {
  const remaking = remakeCitator({ db, log: silentLogger, rules: TODAY });
  return { readings: await turnsUntilDone(remaking.readings), standings: await turnsUntilDone(remaking.standings) };
}

async function decide(
  db: Db,
  name: string,
  { page, year = 1960, texts }: { readonly page: number; readonly year?: number; readonly texts: readonly string[] },
): Promise<{ readonly clusterId: string; readonly opinionIds: readonly string[] }> {
  return transaction(db, async (trx) =>
    addDecision(trx, {
      name: `${name} v. Birch`,
      courtId: "scotus",
      dateFiled: `${year}-05-06`,
      citedAs: [`310 U.S. ${page}`],
      texts,
    }),
  );
}

const ALDER = "Alder v. Birch, 310 U.S. 101 (1950)";

/** *Cedar* overrules *Alder*, *Elm* follows it, *Fir* cites nothing. */
async function hold(
  db: Db,
): Promise<Record<"alder" | "cedar" | "elm" | "fir", { clusterId: string; opinionId: string }>> {
  const made = {
    alder: await decide(db, "Alder", { page: 101, year: 1950, texts: ["The writ is denied."] }),
    cedar: await decide(db, "Cedar", { page: 202, year: 1960, texts: [`We overrule ${ALDER}.`] }),
    elm: await decide(db, "Elm", { page: 303, year: 1970, texts: [`We follow ${ALDER}.`] }),
    fir: await decide(db, "Fir", { page: 404, year: 1980, texts: ["The appeal is dismissed."] }),
  };
  const one = ({ clusterId, opinionIds: [opinionId = ""] }: (typeof made)["alder"]) => ({ clusterId, opinionId });
  return { alder: one(made.alder), cedar: one(made.cedar), elm: one(made.elm), fir: one(made.fir) };
}

async function statusOf(db: Db, opinionId: string): Promise<string | undefined> {
  return (await readSummaries(db, [opinionId])).get(opinionId)?.status;
}

describeEachDatabase("what older rules of the citator made", (store) => {
  test("is made anew by itself, as if today's rules had read everything, and the index hears of it", async () => {
    const db = await store.open();
    const { alder, cedar } = await hold(db);
    await followAsOld(db);
    await followAsToday(db);
    expect(await statusOf(db, alder.opinionId)).toBe("Positive");
    const end = await outboxEnd(db);
    expect(await remakeAll(db)).toEqual({ readings: { read: 4, changed: 1 }, standings: { read: 0, changed: 0 } });
    expect(await statusOf(db, alder.opinionId)).toBe("Negative");
    const told = (await readOutbox(db, end, 100)).map(({ kind, recordId }) => ({ kind, recordId }));
    expect(told).toEqual(
      [alder.clusterId, cedar.clusterId].toSorted().map((recordId) => ({ kind: "citing_words", recordId })),
    );
    const remade = await citatorRows(db);
    await forgetCitator(db);
    await followAsToday(db);
    expect(remade).toEqual(await citatorRows(db));
    expect(await remakeAll(db)).toEqual({ readings: { read: 0, changed: 0 }, standings: { read: 0, changed: 0 } });
  });

  test("comes to the same rows in whatever order programs and decisions came", { timeout: 120_000 }, async () => {
    const says = ["We overrule", "See", "We follow", "We decline to follow"];
    const citing = fc.record({
      of: fc.nat({ max: 3 }),
      what: fc.nat({ max: says.length - 1 }),
      by: fc.constantFrom("old" as const, "today" as const, "nobody" as const),
    });
    let remade = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(citing, { minLength: 2, maxLength: 8 }), async (steps) => {
        const db = await store.open();
        for (const [at, { of, what, by }] of steps.entries()) {
          const cited = `Alder${of} v. Birch, 310 U.S. ${500 + of} (1960)`;
          await decide(db, `Alder${at}`, { page: 500 + at, texts: [`${says[what]} ${cited}.`] });
          if (by === "old") await followAsOld(db);
          if (by === "today") await followAsToday(db);
        }
        await followAsToday(db);
        remade += (await remakeAll(db)).readings.changed;
        const rows = await citatorRows(db);
        await forgetCitator(db);
        await followAsToday(db);
        expect(rows).toEqual(await citatorRows(db));
        await db.close();
      }),
      { numRuns: store.dialect === "sqlite" ? 25 : 4 },
    );
    expect(remade).toBeGreaterThan(0);
  });

  test("is read the newest first, and the most cited among them", async () => {
    const db = await store.open();
    const { alder, cedar, elm, fir } = await hold(db);
    await followAsOld(db);
    const asked: string[] = [];
    const readOpinions = async (ids: readonly string[]): Promise<readonly ReadOutcome[]> => {
      asked.push(...ids);
      return readStoredOpinions(db, ids);
    };
    await turnsUntilDone(remakeCitator({ db, log: silentLogger, rules: TODAY, readOpinions }).readings);
    expect(asked).toEqual([fir, alder, elm, cedar].map(({ opinionId }) => opinionId));
  });

  test("of which no program noted that it read it is read, once", async () => {
    const db = await store.open();
    const { elm, alder } = await hold(db);
    await followAsOld(db);
    const work = await workIdsOfDecisions(db, [alder.clusterId]);
    for (const table of ["citing_edges", "citing_keys", "citing_laws"] as const) await db.deleteFrom(table).execute();
    await db.deleteFrom("citing_opinions").execute();
    await db.deleteFrom("treatment_summaries").where("work_id", "in", work).execute();
    let isBroken = 0;
    const readOpinions = async (ids: readonly string[]): Promise<readonly ReadOutcome[]> => {
      const outcomes = await readStoredOpinions(db, ids);
      return outcomes.map((outcome) => {
        if (outcome.opinionId !== elm.opinionId) return outcome;
        isBroken += 1;
        return { opinionId: outcome.opinionId, fault: "broken" };
      });
    };
    const remaking = remakeCitator({ db, log: silentLogger, rules: TODAY, readOpinions });
    expect(await turnsUntilDone(remaking.readings)).toEqual({ read: 4, changed: 3 });
    expect(await statusOf(db, alder.opinionId)).toBe("Negative");
    expect(await turnsUntilDone(remaking.readings)).toEqual({ read: 0, changed: 0 });
    expect(isBroken).toBe(1);
  });

  test("standings are made anew without a reading; what newer rules made is left", async () => {
    const db = await store.open();
    const { alder } = await hold(db);
    await followAsToday(db);
    const rows = await citatorRows(db);
    await db.updateTable("treatment_summaries").set({ status: "Neutral", relied: 7, rules: 1 }).execute();
    expect(await remakeAll(db)).toEqual({ readings: { read: 0, changed: 0 }, standings: { read: 1, changed: 1 } });
    expect(await citatorRows(db)).toEqual(rows);
    await db.updateTable("treatment_summaries").set({ status: "Neutral", rules: 3 }).execute();
    await db.updateTable("citing_opinions").set({ rules: 3 }).execute();
    expect(await remakeAll(db)).toEqual({ readings: { read: 0, changed: 0 }, standings: { read: 0, changed: 0 } });
    expect(await statusOf(db, alder.opinionId)).toBe("Neutral");
  });
});

const eventsOf = async (db: Db) =>
  (await readEvents(db, 0, { kinds: ["standing_changed", "decision_cited"], limit: 100 })).events;

describeEachDatabase("events of the citator", (store) => {
  test("tell who cites whom and how standings change from where it began; a rebuild tells nothing anew", async () => {
    const db = await store.open();
    const alder = await decide(db, "Alder", { page: 101, texts: ["Affirmed."] });
    const cedar = await decide(db, "Cedar", { page: 102, texts: ["Reversed."] });
    await decide(db, "Elm", { page: 103, year: 1970, texts: ["We follow Cedar v. Birch, 310 U.S. 102 (1960)."] });
    await followAsToday(db);
    expect(await eventsOf(db)).toEqual([]);

    const larch = await decide(db, "Larch", {
      page: 104,
      year: 1980,
      texts: ["We overrule Cedar v. Birch, 310 U.S. 102 (1960). See Alder v. Birch, 310 U.S. 101 (1960)."],
    });
    await followAsToday(db);
    const [workId] = await workIdsOfDecisions(db, [cedar.clusterId]);
    const told = [
      {
        kind: "standing_changed",
        recordId: workId,
        detail: {
          before: "Positive",
          after: "Negative",
          why: "citing",
          by: { category: "Overruled", documentId: larch.opinionIds[0] },
        },
      },
      {
        kind: "decision_cited",
        recordId: larch.opinionIds[0],
        detail: {
          clusterId: larch.clusterId,
          citedClusterIds: [alder.clusterId, cedar.clusterId].toSorted(),
        },
      },
    ];
    expect(await eventsOf(db)).toMatchObject(told);
    await forgetCitator(db);
    await followAsToday(db);
    expect(await eventsOf(db)).toMatchObject(told);
  });

  test("say that it was the rules where a newer program reads a standing otherwise", async () => {
    const db = await store.open();
    await decide(db, "Alder", { page: 101, texts: ["Affirmed."] });
    await followAsOld(db);
    await decide(db, "Elm", { page: 103, year: 1970, texts: ["We overrule Alder v. Birch, 310 U.S. 101 (1960)."] });
    await followAsOld(db);
    await remakeAll(db);
    const standings = (await eventsOf(db)).filter(({ kind }) => kind === "standing_changed");
    expect(standings.at(-1)).toMatchObject({
      detail: { after: "Negative", why: "rules", by: { category: "Overruled" } },
    });
  });
});
