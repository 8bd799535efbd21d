import { expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { counted } from "#test/counted-rows.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision, idsOfDecision } from "#test/records.ts";
import { createCitator } from "./citator.ts";
import { readCitingPage } from "./citing.ts";
import { readSummaries } from "./read.ts";

const CITED = { name: "Alder v. Birch", courtId: "scotus", dateFiled: "1950-01-01", citedAs: ["310 U.S. 101"] };
const ALDER = "Alder v. Birch, 310 U.S. 101 (1950)";
/** What the first citers say: enough of each kind that can be listed. */
const SAYS = [
  ...Array<string>(2).fill(`We overrule ${ALDER}.`),
  ...Array<string>(8).fill(`We limit ${ALDER} to its facts.`),
  ...Array<string>(10).fill(`${ALDER}, is distinguishable.`),
];

async function addCiter(db: Db, at: number, text: string, citedAs: readonly string[] = []): Promise<void> {
  const dateFiled = `19${60 + (at % 40)}-01-01`;
  await transaction(db, async (trx) =>
    addDecision(trx, { name: `Citer ${at}`, courtId: "scotus", dateFiled, texts: [text], citedAs }),
  );
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
const follow = async (db: Db): Promise<unknown> => createCitator({ db, log }).runUntilCaughtUp();

/** The rows that are read and written when one more cites a decision that so many cite. */
async function rowsOfOneMore(db: Db, citers: number, text: string): Promise<{ read: number; written: number }> {
  await transaction(db, async (trx) => addDecision(trx, { ...CITED, texts: ["The writ is denied."] }));
  for (let at = 0; at < citers; at += 1) await addCiter(db, at, SAYS[at] ?? `See ${ALDER}.`);
  await follow(db);
  await addCiter(db, citers, text);
  const { reader, rows, written } = counted(db);
  const { dialect, dataDir, databaseUrl } = db;
  await follow(Object.assign(reader, { dialect, dataDir, databaseUrl }) as Db);
  const [id = ""] = idsOfDecision({ ...CITED, texts: [""] }).opinionIds;
  expect((await readSummaries(db, [id])).get(id)?.citationCount).toBe(citers + 1);
  return { read: sum(rows), written: sum(written) };
}

describeEachDatabase("what a batch costs", (store) => {
  test.each([`See ${ALDER}.`, `We limit ${ALDER} to its facts.`, `We overrule ${ALDER}.`])(
    "one more citer costs no more where many cite than where few do: %s",
    { timeout: 300_000 },
    async (text) => {
      const few = await rowsOfOneMore(await store.open(), 30, text);
      const many = await rowsOfOneMore(await store.open(), 150, text);
      expect(many.written).toBe(few.written);
      // Of many that cite it ten who distinguish are no caution, and are not read.
      expect(many.read).toBeLessThanOrEqual(few.read);
      expect(few.read).toBeLessThan(100);
    },
  );
});

describeEachDatabase("who counts", (store) => {
  test("the list of citers and the count of them are one, without the own work and anybody twice", async () => {
    const db = await store.open();
    const own = ["310 U.S. 101", "60 S. Ct. 501"];
    const cites = `310 U.S. 101. We follow ${ALDER}. See also Alder v. Birch, 60 S. Ct. 501 (1950).`;
    await transaction(db, async (trx) => {
      await addDecision(trx, { ...CITED, citedAs: own, workId: "alder", texts: ["310 U.S. 101. The writ is denied."] });
      await addDecision(trx, { ...CITED, source: "copy", citedAs: own, workId: "alder", texts: [cites] });
      for (const source of ["one", "other"]) {
        const citing = {
          name: "Cedar v. Dogwood",
          source,
          courtId: "scotus",
          dateFiled: "1960-01-01",
          workId: "cedar",
        };
        await addDecision(trx, { ...citing, texts: [cites, `I dissent. ${cites}`] });
      }
    });
    await addCiter(db, 1, cites);
    await follow(db);
    const [id = ""] = idsOfDecision({ ...CITED, texts: [""] }).opinionIds;
    const { total, citing } = await readCitingPage(db, id, {}, { offset: 0, limit: 10 });
    expect(citing.map(({ caseName }) => caseName)).toEqual(["Cedar v. Dogwood", "Citer 1"]);
    expect(total).toBe(2);
    expect((await readSummaries(db, [id])).get(id)?.citationCount).toBe(2);
    const linked = await db
      .selectFrom("citing_edges as edge")
      .innerJoin("citing_opinions as by", "by.id", "edge.citing_id")
      .innerJoin("clusters as citing", "citing.id", "by.cluster_id")
      .innerJoin("clusters as cited", "cited.id", "edge.cited_cluster_id")
      .select(["citing.work_id as from", "cited.work_id as to"])
      .execute();
    expect(linked.length).toBeGreaterThan(2);
    expect(linked.filter(({ from, to }) => from === to)).toEqual([]);
  });
});
