import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { document, entry, sighting } from "../sightings.fixture.ts";
import { heldDocuments, listEntries, monthsOfEntries, wordsOfEntries } from "./list-entries.ts";
import { filingsOfEntries } from "./read-entries.ts";
import { writeFilingTexts } from "./texts.ts";
import { writeDockets } from "./write.ts";

const SHEET = sighting({
  entries: [
    entry("1", "COMPLAINT", {
      dateFiled: "2020-01-01",
      documents: [document(0), document(1, { description: "Lease" })],
    }),
    entry("2", "NOTICE", { dateFiled: null, dateEntered: "2020-01-05", documents: [document(0)] }),
    entry(null, "Minute Entry", { dateFiled: "2020-02-01", dateEntered: "2020-01-02" }),
    entry("3", "ORDER", { dateFiled: "2020-03-01", documents: [document(0)] }),
    entry("4", "LETTER", { dateFiled: null }),
  ],
});

describeEachDatabase("entries of a docket, listed", (store) => {
  test("by the day they were filed, or entered where that alone is told, in either order, page by page", async () => {
    const db = await store.open();
    const { ids } = await transaction(db, async (trx) => writeDockets(trx, [SHEET], async () => new Map()));
    const docketId = ids[0]!;
    const words = (await wordsOfEntries(db, docketId, {}, 100))!;
    const numbers = new Map(words.map(({ id, description }) => [id, description]));
    const list = async (days: object, isNewestFirst = false, offset = 0, limit = 10) => {
      const { ids: found, total } = await listEntries(db, docketId, days, { isNewestFirst, offset, limit });
      return [found.map((id) => numbers.get(id)).join(" "), total];
    };
    const [whole] = await list({});
    expect((whole as string).split(" ").toSorted()).toEqual([
      "COMPLAINT",
      "Entry",
      "LETTER",
      "Minute",
      "NOTICE",
      "ORDER",
    ]);
    expect(await list({ first: "2020-01-05" })).toEqual(["NOTICE Minute Entry ORDER", 3]);
    expect(await list({ last: "2020-01-05" })).toEqual(["COMPLAINT NOTICE", 2]);
    expect(await list({ first: "2020-01-05", last: "2020-02-01" }, true)).toEqual(["Minute Entry NOTICE", 2]);
    expect(await list({ first: "2020-01-01" }, true, 1, 2)).toEqual(["Minute Entry NOTICE", 4]);
    expect(await list({ first: "2021-01-01" })).toEqual(["", 0]);
    expect(await monthsOfEntries(db, docketId)).toEqual([
      { month: "2020-01", count: 2 },
      { month: "2020-02", count: 1 },
      { month: "2020-03", count: 1 },
    ]);
    const january = await wordsOfEntries(db, docketId, { last: "2020-01-31" }, 100);
    expect(january?.map(({ documents }) => documents.map(({ description }) => description))).toEqual([
      [null, "Lease"],
      [null],
    ]);
    expect(await wordsOfEntries(db, docketId, {}, 5)).toBeUndefined();
  });

  test("with the documents whose words are held, counted", async () => {
    const db = await store.open();
    const { ids } = await transaction(db, async (trx) => writeDockets(trx, [SHEET], async () => new Map()));
    const docketId = ids[0]!;
    expect(await heldDocuments(db, docketId, 10)).toEqual({ told: 4, held: 0, ids: [] });
    const lines = (await wordsOfEntries(db, docketId, {}, 100))!;
    const filings = await filingsOfEntries(
      db,
      lines.map(({ id }) => id),
    );
    const told = filings.filter(({ attachment }) => attachment === 0).map(({ id }) => id);
    await transaction(db, async (trx) =>
      writeFilingTexts(
        trx,
        told.map((filingId) => ({
          filingId,
          text: "words",
          pageStarts: [0],
          readBy: "pdf",
          obtained: { source: "test", at: null, cost_cents: null },
        })),
      ),
    );
    const held = await heldDocuments(db, docketId, 2);
    expect(held).toMatchObject({ told: 4, held: 3 });
    expect(held.ids).toHaveLength(2);
    expect((await heldDocuments(db, docketId, 9)).ids.toSorted()).toEqual(told.toSorted());
    const marks = (await wordsOfEntries(db, docketId, {}, 100))!.flatMap(({ documents }) =>
      documents.map(({ isHeld }) => isHeld),
    );
    expect(marks.filter(Boolean)).toHaveLength(3);
  });
});
