import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import { writeCases } from "#cases/store.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { spellingsOf } from "./record-spellings.ts";

const HELD: readonly (readonly [court: string, number: string])[] = [
  ["ilnd", "19 C 4471"],
  ["nysd", "1:19-cv-01234-ABC"],
  ["mad", "19-1234"],
  ["mad", "2:20-cv-00077"],
  ["ca9", "19-1234"],
  ["ca9", "20-77"],
  ["uscfc", "08-357C"],
];

describeEachDatabase("a docket number typed alone", (store) => {
  test.each([
    ["1:19-cv-04471", [{ text: "19 C 4471" }]],
    // A court of appeals prints no kind of case: only a trial court's may have left it out.
    ["19-cv-1234", [{ text: "1:19-cv-01234-ABC" }, { text: "19-1234", courtIds: ["mad"] }]],
    ["19-1234", [{ text: "19-1234" }]],
    ["08-357", [{ text: "08-357C", courtIds: ["uscfc"] }]],
    ["19-cr-1234", [{ text: "19-1234", courtIds: ["mad"] }]],
    ["20-cv-78", []],
  ])("%s", async (docket, spellings) => {
    const db = await store.open();
    const cases = HELD.map(([courtId, docketNumber], at) => ({
      id: String(at),
      source: "test",
      sourceId: String(at),
      courtId,
      docketNumber,
      caption: "Heron v. Marsh",
      dateFiled: null,
      dateTerminated: null,
    }));
    await transaction(db, async (trx) => writeCases(trx, cases));
    expect(await spellingsOf(db, { kind: "docket", docket })).toEqual(spellings);
  });
});
