import { expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { transaction } from "#db/connection.ts";
import { countWorks } from "#opinions/store/copies.ts";
import { workIdsOfOpinions } from "#opinions/store/held.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { trainingText } from "./training-text.ts";

async function all<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const batch of batches) items.push(...batch);
  return items;
}

const BIRCH = "A carrier answers for the goods. See Alder v. Birch, 1 Samp. 2 (1950). It is old law.";
const CEDAR = "Salvage rests on peril. Fir v. Oak, 99 Samp. 123 (1940), so holds. The ship was in none.";

describeEachDatabase("what the records offer to train on", (store) => {
  test("passages of each decision, and what one says of others, held or not", async () => {
    const db = await store.open();
    const decisions = await transaction(db, async (trx) => [
      await addDecision(trx, {
        name: "Alder v. Birch",
        dateFiled: "1950-02-03",
        citedAs: ["1 Samp. 2"],
        texts: ["Lead.", "Dissent."],
      }),
      await addDecision(trx, { name: "Birch v. Ash", dateFiled: "1960-02-03", citedAs: ["5 Samp. 6"], texts: [BIRCH] }),
      await addDecision(trx, { name: "Cedar v. Elm", dateFiled: "1961-02-03", citedAs: ["7 Samp. 8"], texts: [CEDAR] }),
    ]);
    await createCitator({ db, log }).runUntilCaughtUp();
    const works = await workIdsOfOpinions(
      db,
      decisions.flatMap(({ opinionIds }) => opinionIds),
    );
    const [alder, birch, cedar] = decisions.map(({ opinionIds }) => works.get(opinionIds[0] ?? "") ?? "");
    expect(await countWorks(db)).toBe(3);

    const text = trainingText(db, { works: 3 });
    expect((await all(text.passages)).toSorted((one, other) => (one.text < other.text ? -1 : 1))).toEqual([
      { decision: birch, text: BIRCH },
      { decision: alder, text: "Dissent." },
      { decision: alder, text: "Lead." },
      { decision: cedar, text: CEDAR },
    ]);
    const citing = await all(text.citing);
    expect(citing.find((one) => one.citing === birch)).toMatchObject({ cited: alder });
    expect(citing.find((one) => one.citing === birch)?.text).toContain("A carrier answers for the goods.");
    expect(citing.find((one) => one.citing === birch)?.text).not.toContain("1 Samp. 2");
    expect(citing.find((one) => one.citing === cedar)?.cited).toMatch(/^key /u);

    const without = trainingText(db, { works: 3, leavesOut: (id) => id === birch });
    expect((await all(without.citing)).map((one) => one.citing)).toEqual([cedar]);
    expect(await all(without.passages)).toHaveLength(4);
  });

  test("of more decisions than are read a part is drawn, the same every time", async () => {
    const db = await store.open();
    await transaction(db, async (trx) => {
      for (let at = 0; at < 60; at++)
        await addDecision(trx, { name: `Alder ${at} v. Birch`, texts: [`Number ${at}.`] });
    });
    const drawn = await all(trainingText(db, { works: 24_000 }).passages);
    expect(drawn.length).toBeGreaterThan(10);
    expect(drawn.length).toBeLessThan(50);
    expect(await all(trainingText(db, { works: 24_000 }).passages)).toEqual(drawn);
  });
});
