import { assert, asyncProperty, string } from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { checkContents } from "#db/stored-contents.ts";
import type { ContentsOptions, ContentsReport } from "#db/stored-contents.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { opinionIdOf } from "../ids.ts";
import { OPINION_TEXTS } from "./text-sums.ts";
import { writeDecisions } from "./write.ts";
import type { WriteOutcome } from "./write.ts";

const ALDER = opinionIdOf("court-a", "Alder v. Birch");

/** A decision of one opinion. */
async function write(db: Db, text: string, caseName = "Alder v. Birch"): Promise<WriteOutcome> {
  const named = { source: "court-a", publishStatus: "published" as const, judges: [] };
  const cluster = {
    ...named,
    sourceId: caseName,
    case: { sourceId: caseName, docketNumber: null, caption: caseName, dateFiled: null, dateTerminated: null },
    courtId: "ca9",
    caseName,
    filed: { date: "2019-05-06", precision: "day" as const },
    citations: [],
    headmatterHtml: null,
  };
  const draft = {
    ...named,
    sourceId: caseName,
    clusterSourceId: caseName,
    ordinal: 0,
    type: "lead" as const,
    author: null,
    joinedBy: null,
    perCuriam: false,
    enBanc: false,
    precedentialNote: null,
    paginationCitation: null,
    textSource: "html",
    text: { html: `<p>${text}</p>`, text, offsetMap: new Uint8Array([0, 255]) },
  };
  return transaction(db, async (trx) =>
    writeDecisions(trx, { clusters: [cluster], opinions: [{ draft, contentHash: text }], whole: new Map() }),
  );
}

const check = async (db: Db, options?: ContentsOptions): Promise<ContentsReport> =>
  checkContents(db, [OPINION_TEXTS], options);

describeEachDatabase("the sums of stored texts", (store) => {
  test("what was written is whole, whatever its characters", async () => {
    const db = await store.open();
    await assert(
      asyncProperty(string({ unit: "binary", maxLength: 40 }), async (text) => {
        await write(db, `${text}\0\ud800`);
        expect(await check(db)).toEqual({ checked: 1, summed: 0, findings: [] });
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ["text", sql`update opinion_texts set text = 'the rant is due'`],
    ["HTML", sql`update opinion_texts set html = '<p>the rent is due<p>'`],
    ["map between the two", sql`update opinion_texts set offset_map = ${new Uint8Array([1])}`],
  ])("a changed %s is named, and mended by writing it again", async (_, harm) => {
    const db = await store.open();
    await write(db, "the rent is due");
    await harm.execute(db);
    expect((await check(db)).findings).toEqual([
      {
        severity: "problem",
        what: "texts of opinions that are no longer what was written",
        count: 1,
        examples: [`${ALDER} Alder v. Birch, lead, court-a Alder v. Birch`],
      },
    ]);
    await write(db, "the rent is due");
    expect((await check(db)).findings).toEqual([]);
  });

  test("a text from before sums is told, until its sum is kept or it is written again", async () => {
    const db = await store.open();
    await write(db, "one");
    await transaction(db, async (trx) => addDecision(trx, { name: "Cedar v. Dogwood", texts: ["a", "b"] }));
    await sql`update opinion_texts set text_sum = null`.execute(db);
    expect((await check(db)).findings).toMatchObject([{ severity: "notice", count: 3 }]);
    expect(await write(db, "one")).toMatchObject({ opinions: { unchanged: 1, updated: 0 } });
    expect((await check(db)).findings).toMatchObject([{ severity: "notice", count: 2 }]);
    expect(await check(db, { keepSums: true })).toEqual({ checked: 3, summed: 2, findings: [] });
    expect(await check(db)).toEqual({ checked: 3, summed: 0, findings: [] });
  });

  test("texts are read some at a time, and how far it has come is told", async () => {
    const db = await store.open();
    for (const name of ["Alder v. Birch", "Cedar v. Dogwood", "Elm v. Fir"])
      await write(db, "long ".repeat(500_000), name);
    const told: [number, number][] = [];
    const report = await check(db, { onProgress: (_, done, total) => told.push([done, total]) });
    expect(report).toEqual({ checked: 3, summed: 0, findings: [] });
    expect(told).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  test("a check that is stopped ends", async () => {
    const db = await store.open();
    await write(db, "one");
    await expect(check(db, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });
});
